'use strict';

const assert = require('assert');
const fs = require('fs');
const http = require('http');
const path = require('path');
const { petPage } = require('../src/editor/petPage');
const { staged, until } = require('./support');

const types = ({ posted }) => posted.map(({ type }) => type);

staged('The page loads nothing but its own script and style, and has no script in it', async (stage) => {
  const editor = await stage.edit();
  const { webview } = editor.showWebview('todo-server.pet');
  const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(webview.html);
  const [, nonce] = /'nonce-([0-9a-f]{32})'/.exec(policy);
  assert.strictEqual(policy, `default-src 'none'; img-src data:; style-src ${webview.cspSource}; script-src 'nonce-${nonce}'`);
  const scripts = [...webview.html.matchAll(/<script([^>]*)>([^]*?)<\/script>/g)];
  assert.deepStrictEqual(scripts.map(([, attributes, body]) => [attributes.includes(`nonce="${nonce}"`), body]), [[true, '']]);
  assert.doesNotMatch(webview.html, /\son\w+=|style=|javascript:/);
  const addresses = [...webview.html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address);
  assert.deepStrictEqual(addresses.map((address) => path.basename(address)), ['pet.css', 'pet.js']);
  assert.ok(addresses.every((address) => address.startsWith(webview.cspSource)));
  const [root] = webview.options.localResourceRoots;
  assert.ok(addresses.every((address) => new URL(address).pathname.startsWith(`${root.path}/`)));
  assert.notStrictEqual(editor.showWebview('todo-server.pet').webview.html.match(/nonce-\w+/)[0], `nonce-${nonce}`);
});

staged('What is put into the page cannot break out of it', async () => {
  const evil = '"><script>alert(1)</script>';
  const page = petPage({ language: evil, source: 'x:', style: evil, script: evil, words: { ask: evil, cat: evil, dog: evil } });
  assert.strictEqual(page.split('<script').length, 2);
});

staged('Nothing is loaded before somebody asks', async (stage) => {
  const editor = await stage.edit();
  const { webview, say } = editor.showWebview('todo-server.pet');
  say({ type: 'ready' });
  assert.deepStrictEqual(webview.posted, [{ type: 'ask', text: 'A cat or a dog?' }]);
  say({ type: 'load', kind: 'horse' });
  say(null);
  assert.deepStrictEqual(types(webview), ['ask']);
});

staged('A pet comes with a placeholder before it, and without a network it is a drawn one', async (stage) => {
  const editor = await stage.edit();
  const { webview, say } = editor.showWebview('todo-server.pet');
  say({ type: 'load', kind: 'cat' });
  assert.deepStrictEqual(webview.posted, [{ type: 'loading', text: 'A cat is on its way…' }]);
  const pet = await until('a cat', () => webview.posted[1]);
  assert.strictEqual(pet.text, 'A cat, drawn, for want of a network');
  const [, data] = /^data:image\/png;base64,(.*)$/.exec(pet.source);
  assert.deepStrictEqual([...Buffer.from(data, 'base64').subarray(1, 4)], [...Buffer.from('PNG')]);
});

staged('A page that was hidden shows the same pet again, and a todo waits for none', async (stage) => {
  await stage.seed('a');
  const editor = await stage.edit({ settings: { 'todo-server.pet': 'dog' } });
  const first = editor.showWebview('todo-server.pet');
  first.say({ type: 'ready' });
  await until('a dog', () => types(first.webview).join() === 'loading,pet');
  first.hide();
  const second = editor.showWebview('todo-server.pet');
  second.say({ type: 'ready' });
  assert.deepStrictEqual(second.webview.posted, [first.webview.posted[1]]);
});

staged('A pet that is still on its way is dropped for the next one', async (stage) => {
  const editor = await stage.edit();
  // A picture service that answers cats never, so that the request stays under way until it is cancelled.
  const asked = [];
  const service = http.createServer((request) => asked.push(request.url));
  await new Promise((resolve) => service.listen(0, '127.0.0.1', resolve));
  stage.ending(() => {
    service.closeAllConnections();
    service.close();
  });
  const args = [...stage.args];
  args[args.indexOf('--cat-api') + 1] = `http://127.0.0.1:${service.address().port}`;
  editor.configure({ 'todo-server.arguments': args });
  const { webview, say } = editor.showWebview('todo-server.pet');
  say({ type: 'load', kind: 'cat' });
  await until('the request', () => asked.length);
  await stage.seed('a');
  assert.strictEqual((await editor.app.connection.request('todo.get', { id: 1 })).title, 'a', 'a todo does not wait for it');
  say({ type: 'load', kind: 'dog' });
  await until('a dog', () => types(webview).join() === 'loading,loading,pet');
  assert.match(webview.posted[2].text, /^A dog/);
});

staged('A pet that does not come is told', async (stage) => {
  const editor = await stage.edit();
  fs.writeFileSync(path.join(stage.folder, 'cache'), 'no folder');
  const { webview, say } = editor.showWebview('todo-server.pet');
  say({ type: 'load', kind: 'dog' });
  const told = await until('a word', () => webview.posted[1]);
  assert.strictEqual(told.type, 'failed');
  assert.ok(told.text.length > 10);
});

staged('The commands show the view, and load', async (stage) => {
  const editor = await stage.edit();
  const { webview } = editor.showWebview('todo-server.pet');
  await editor.run('todo-server.dog');
  assert.deepStrictEqual(types(webview), ['loading', 'pet']);
  assert.ok(editor.executed.some(([name]) => name === 'todo-server.pet.focus'));
});
