'use strict';

// The page of the pet view in a real browser, with a few lines in place of the editor.

const { spawn } = require('child_process');
const fs = require('fs');
const http = require('http');
const path = require('path');
const { petPage } = require('../src/editor/petPage');

const root = path.join(__dirname, '..');
const TYPES = { '.css': 'text/css', '.js': 'text/javascript' };

/** Where the browser is, if there is one. */
function browser() {
  const folders = (process.env.PATH || '').split(path.delimiter);
  return folders.map((folder) => path.join(folder, 'chromium')).find((file) => fs.existsSync(file));
}

/** Runs the browser once; `--dump-dom` and `--screenshot` come back when the page has come to rest. */
function run(address, options, profile) {
  const args = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking',
    '--hide-scrollbars', '--virtual-time-budget=3000', `--user-data-dir=${profile}`, ...options, address];
  return new Promise((resolve, reject) => {
    const child = spawn(browser(), args, { stdio: ['ignore', 'pipe', 'ignore'], timeout: 45000, killSignal: 'SIGKILL' });
    let out = '';
    child.stdout.on('data', (data) => (out += data));
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve(out) : reject(new Error(`the browser has ended with ${code}`))));
  });
}

/**
 * Shows the page, answers its `ready` with these messages, and tries what the page must not be able to do.
 * @returns {Promise<{dom: string, requests: string[]}>} what the page has become, and what it has asked for
 */
async function show({ messages, folder, picture, words = { ask: 'A cat or a dog?', cat: 'Cat', dog: 'Dog' }, style = '' }) {
  const requests = [];
  let page = '';
  const server = http.createServer(({ url }, response) => {
    requests.push(url);
    const file = path.join(root, url);
    if (url === '/') response.setHeader('content-type', 'text/html').end(page);
    else if (url.startsWith('/media/') && fs.existsSync(file)) response.setHeader('content-type', TYPES[path.extname(url)]).end(fs.readFileSync(file));
    else response.writeHead(404).end();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${server.address().port}`;
  const html = petPage({ language: 'en', source: origin, style: `${origin}/media/pet.css`, script: `${origin}/media/pet.js`, words });
  const [, nonce] = /nonce="(\w+)"/.exec(html);
  const editor = `
    window.acquireVsCodeApi = () => ({ postMessage(message) {
      document.documentElement.dataset.said = (document.documentElement.dataset.said || '') + JSON.stringify(message);
      if (message.type === 'ready') for (const each of ${JSON.stringify(messages)}) window.postMessage(each);
    } });
    fetch('/beacon-fetch').catch(() => {});
    new Image().src = '/beacon-image';
    addEventListener('load', () => {
      document.body.insertAdjacentHTML('beforeend', '<b onclick="document.title=0">x</b><iframe src="/beacon-frame"></iframe>');
      document.querySelector('b').click();
      document.documentElement.dataset.title = document.title;
      document.querySelector('b').remove();
      document.querySelector('iframe').remove();
      document.querySelector('[data-kind=dog]').click();
    });`;
  // Behind the policy, and so under it.
  page = html.replace('<title>', `<script nonce="${nonce}">${editor}</script><title>`)
    // The colours of a theme, which the editor puts into its pages.
    .replace('style-src ', style ? `style-src 'nonce-${nonce}' ` : 'style-src ')
    .replace('<title>', style ? `<style nonce="${nonce}">${style}</style><title>` : '<title>')
    .replace('</body>', '<script>document.documentElement.dataset.evil = "inline"</script></body>');
  try {
    const profile = path.join(folder, 'browser');
    const dom = await run(`${origin}/`, ['--dump-dom'], profile);
    if (picture) await run(`${origin}/`, [`--screenshot=${picture}`, '--window-size=320,330'], profile);
    return { dom, requests: [...requests] };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

module.exports = { browser, show };
