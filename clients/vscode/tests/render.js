'use strict';

// What the list shows of the server's sample, as text: SERVER=… node tests/render.js [PICTURE.png]
// With a file's name, and chromium, the page of the pet view is drawn into it.

const path = require('path');
const { browser, show } = require('./browser');
const { Stage, shown, until } = require('./support');

async function main() {
  const ends = [];
  const stage = new Stage({ after: (end) => ends.unshift(end) });
  stage.args.push('--sample');
  const editor = await stage.edit();
  const { connection } = editor.app;
  const { today } = await connection.request('sections.list');
  const { todos } = await connection.request('todo.list', { filter: { text: 'ㅎㅇ' } });
  await connection.request('todo.update', { id: todos[0].id, dueOn: today });
  await until('the list', async () => {
    await editor.tree.settle();
    return shown(editor.tree).some((line) => line.includes('due today'));
  });
  const characters = (text) => [...new Intl.Segmenter('ko').segment(text)].map(({ segment }) => segment);
  const isWide = (character) => /\p{Extended_Pictographic}|\p{Script=Hangul}/u.test(character);
  const width = (text) => characters(text).reduce((sum, character) => sum + (isWide(character) ? 2 : 1), 0);
  for (const line of shown(editor.tree)) {
    const [left, right] = line.split(' | ');
    console.log(right ? left + ' '.repeat(Math.max(2, 44 - width(left))) + right : left);
  }
  const [picture] = process.argv.slice(2);
  if (picture && browser()) {
    const { webview, say } = editor.showWebview('todo-server.pet');
    say({ type: 'load', kind: 'cat' });
    await until('a cat', () => webview.posted[1]);
    const style = 'body { background: #fff; } :root { --vscode-font-family: sans-serif; --vscode-foreground: #3b3b3b; }';
    await show({ messages: webview.posted, folder: stage.folder, picture: path.resolve(picture), style });
  }
  for (const end of ends) await end();
}

main();
