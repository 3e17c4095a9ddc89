'use strict';

const assert = require('assert');
const { browser, show } = require('./browser');
const { staged, until } = require('./support');

const skip = browser() ? false : 'it needs chromium';

staged('In a browser the page shows the pet, its buttons work, and nothing else can be loaded or run', async (stage) => {
  const editor = await stage.edit();
  const { webview, say } = editor.showWebview('todo-server.pet');
  say({ type: 'load', kind: 'cat' });
  await until('a cat', () => webview.posted[1]);
  const { dom, requests } = await show({ messages: webview.posted, folder: stage.folder });
  assert.ok(dom.includes(`<img id="picture" alt="${webview.posted[1].text}" src="data:image/png;base64,`), 'the picture is shown');
  assert.match(dom, /<div id="placeholder" aria-hidden="true" hidden="">/);
  assert.match(dom, /data-said="{&quot;type&quot;:&quot;ready&quot;}{&quot;type&quot;:&quot;load&quot;,&quot;kind&quot;:&quot;dog&quot;}"/);
  assert.match(dom, /data-title="A cat or a dog\?"/, 'no handler in the page has run');
  assert.doesNotMatch(dom, /data-evil/, 'no script without the nonce has run');
  assert.deepStrictEqual(requests.filter((url) => url !== '/favicon.ico'), ['/', '/media/pet.css', '/media/pet.js']);
}, skip);

staged('In a browser the placeholder is there while a pet is on its way, and a failure is told', async (stage) => {
  const loading = await show({ messages: [{ type: 'loading', text: 'wait' }], folder: stage.folder });
  assert.match(loading.dom, /<div id="placeholder" aria-hidden="true">/);
  assert.match(loading.dom, /<img id="picture" alt="" hidden="">/);
  const failed = await show({ messages: [{ type: 'loading', text: 'wait' }, { type: 'failed', text: 'no <b>pet</b>' }], folder: stage.folder });
  assert.match(failed.dom, /role="status">no &lt;b&gt;pet&lt;\/b&gt;</);
  assert.match(failed.dom, /<div id="placeholder" aria-hidden="true" hidden="">/);
}, skip);
