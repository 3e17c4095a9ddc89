'use strict';

const assert = require('assert');
const { staged, until } = require('./support');

const modals = (editor) => editor.said.filter(({ kind }) => kind === 'modal').map(({ text }) => text);

/** The document of todo 1, opened by its row. */
async function opened(stage, options) {
  const editor = await stage.edit(options);
  const { command } = editor.tree.roots[0].children[0].item;
  await editor.run(command.command, ...command.arguments);
  const [document] = editor.documents.textDocuments;
  return { editor, document, documents: editor.documents };
}

const seeded = { title: 'a', category: 'Home', detail: 'one\ntwo' };

staged('A todo opens as a document, and saving changes title and detail', async (stage) => {
  await stage.seed(seeded);
  const { document, documents } = await opened(stage);
  assert.strictEqual(document.uri.toString(), 'todo:/1.md');
  assert.strictEqual(document.getText(), '# a\n\none\ntwo');
  documents.type(document, '# A\n\none\n둘\n');
  await document.save();
  const { title, detail, revision } = await stage.stored(1);
  assert.deepStrictEqual([title, detail, revision], ['A', 'one\n둘\n', 2]);
  await document.save();
  documents.type(document, '# A\n\nthree');
  await document.save();
  assert.deepStrictEqual([(await stage.stored(1)).detail, (await stage.stored(1)).revision], ['three', 3], 'a save without a change changes nothing');
});

staged('A document without changes of its own follows what others write', async (stage) => {
  await stage.seed(seeded);
  const { document } = await opened(stage);
  await stage.other().request('todo.update', { id: 1, detail: 'theirs' });
  await until('their text', () => document.getText() === '# a\n\ntheirs');
  await stage.other().request('todo.delete', { id: 1 });
  await until('its end', () => document.isOrphan);
});

staged('A conflict is asked about: nothing is saved, both texts can be compared, then theirs is overwritten', async (stage) => {
  await stage.seed(seeded);
  const { editor, document, documents } = await opened(stage);
  documents.type(document, '# a\n\nmine');
  await stage.other().request('todo.update', { id: 1, detail: 'theirs' });

  editor.answer(/Somebody else/, undefined);
  await assert.rejects(documents.save(document), (error) => error.code === 'Unavailable' && /Not saved/.test(error.message));
  editor.answer(/Somebody else/, 'Compare');
  await assert.rejects(documents.save(document), /Not saved/);
  assert.deepStrictEqual([document.getText(), document.isDirty, (await stage.stored(1)).detail], ['# a\n\nmine', true, 'theirs']);

  const [, theirs, yours] = editor.executed.find(([name]) => name === 'vscode.diff');
  assert.strictEqual(documents.contents.get(theirs.scheme).provideTextDocumentContent(theirs), '# a\n\ntheirs');
  assert.strictEqual(yours.toString(), 'todo:/1.md');

  editor.answer(/Somebody else/, 'Overwrite');
  await documents.save(document);
  assert.deepStrictEqual([document.isDirty, (await stage.stored(1)).detail], [false, 'mine']);
  assert.strictEqual(modals(editor).length, 3);
});

staged('A conflict of the same length, which the editor itself would miss, is asked about too', async (stage) => {
  await stage.seed({ ...seeded, detail: 'aaaa' });
  const { editor, document, documents } = await opened(stage);
  documents.type(document, '# a\n\nmine');
  await stage.other().request('todo.update', { id: 1, detail: 'them' });
  editor.answer(/Somebody else/, undefined);
  await assert.rejects(documents.save(document), /Not saved/);
  assert.strictEqual((await stage.stored(1)).detail, 'them');
});

staged('What changes while one decides about a conflict is asked about again', async (stage) => {
  await stage.seed(seeded);
  const { editor, document, documents } = await opened(stage);
  documents.type(document, '# a\n\nmine');
  await stage.other().request('todo.update', { id: 1, detail: 'theirs' });
  editor.answer(/Somebody else/, async () => {
    await stage.other().request('todo.update', { id: 1, detail: 'theirs again' });
    return 'Overwrite';
  });
  editor.answer(/Somebody else/, undefined);
  await assert.rejects(documents.save(document), /Not saved/);
  assert.strictEqual((await stage.stored(1)).detail, 'theirs again');
});

staged('What others change elsewhere in the todo is no conflict, and shows once it is saved', async (stage) => {
  await stage.seed(seeded);
  const { editor, document, documents } = await opened(stage);
  documents.type(document, '# a\n\nmine');
  await stage.other().request('todo.update', { id: 1, title: 'their title', isCompleted: true });
  await document.save();
  const { title, detail, isCompleted } = await stage.stored(1);
  assert.deepStrictEqual([title, detail, isCompleted], ['their title', 'mine', true]);
  await until('their title', () => document.getText() === '# their title\n\nmine');
  await stage.other().request('todo.update', { id: 1, title: 'another title' });
  documents.type(document, '# their title\n\nmine again');
  await document.save();
  // Before it is loaded again, the title in it is an old one that nobody has typed.
  documents.type(document, '# their title\n\nmine, at last');
  await document.save();
  assert.deepStrictEqual([(await stage.stored(1)).title, (await stage.stored(1)).detail], ['another title', 'mine, at last']);
  assert.deepStrictEqual(modals(editor), []);
});

staged('Reading the file for something else does not make a changed document a newer one', async (stage) => {
  await stage.seed(seeded);
  const { editor, document, documents } = await opened(stage);
  documents.type(document, '# a\n\nmine');
  await stage.other().request('todo.update', { id: 1, detail: 'theirs' });
  await documents.provider(document.uri).readFile(document.uri);
  editor.answer(/Somebody else/, undefined);
  await assert.rejects(documents.save(document), /Not saved/);
  await documents.revert(document);
  documents.type(document, '# a\n\ntheirs and mine');
  await document.save();
  assert.strictEqual((await stage.stored(1)).detail, 'theirs and mine');
});

staged('A document whose changes are undone by hand shows what others have written meanwhile', async (stage) => {
  await stage.seed(seeded);
  const { document, documents } = await opened(stage);
  const before = document.getText();
  documents.type(document, '# a\n\nmine');
  await stage.other().request('todo.update', { id: 1, detail: 'theirs' });
  await until('the news', () => document.uri && documents.provider(document.uri).outdated.has(1));
  documents.undo(document, before);
  await until('their text', () => document.getText() === '# a\n\ntheirs');
});

staged('A document from before a restart of the editor is not saved over what is there unasked', async (stage) => {
  await stage.seed(seeded);
  const { editor, document, documents } = await opened(stage);
  documents.type(document, '# a\n\nmine');
  editor.app.details.forgetAll();
  editor.answer(/Somebody else/, undefined);
  await assert.rejects(documents.save(document, true), /Not saved/);
  editor.answer(/Somebody else/, 'Overwrite');
  await documents.save(document, true);
  assert.strictEqual((await stage.stored(1)).detail, 'mine');
});

staged('A text without a title, or with one that is too long, is refused with a word and stays', async (stage) => {
  await stage.seed(seeded);
  const { document, documents } = await opened(stage);
  documents.type(document, 'one');
  await assert.rejects(documents.save(document), /first line/);
  documents.type(document, `# ${'x'.repeat(1001)}`);
  await assert.rejects(documents.save(document), (error) => error.code === 'Unavailable' && error.message.length > 10);
  assert.strictEqual(document.isDirty, true);
  assert.strictEqual((await stage.stored(1)).revision, 1);
});

staged('A todo that somebody else has deleted is not made again, and the text stays', async (stage) => {
  await stage.seed(seeded);
  const { document, documents } = await opened(stage);
  documents.type(document, '# a\n\nmine');
  await stage.other().request('todo.delete', { id: 1 });
  await assert.rejects(documents.save(document), /deleted/);
  assert.deepStrictEqual([document.isDirty, await stage.outline()], [true, '']);
});

staged('A store that is held keeps the text in the editor, and the next save writes it', async (stage) => {
  await stage.seed(seeded);
  const { document, documents } = await opened(stage);
  documents.type(document, '# a\n\nmine');
  const free = await stage.lock();
  await assert.rejects(documents.save(document), (error) => error.code === 'Unavailable');
  assert.strictEqual(document.isDirty, true);
  await free();
  await document.save();
  assert.strictEqual((await stage.stored(1)).detail, 'mine');
});

staged('The server dies in the midst of a save: it is written once', async (stage) => {
  await stage.seed(seeded);
  const { document, documents } = await opened(stage, { proxied: true });
  documents.type(document, '# a\n\nmine');
  stage.lose('"detail":"mine"');
  await document.save();
  assert.ok(stage.hasLost);
  assert.deepStrictEqual([(await stage.stored(1)).detail, (await stage.stored(1)).revision], ['mine', 2]);
});

staged('There are no other files', async (stage) => {
  await stage.seed(seeded);
  const { documents, document } = await opened(stage);
  const provider = documents.provider(document.uri);
  const { Uri } = require('./stand-in/values');
  for (const path of ['/2.md', '/1.txt', '/x', '/1.md/2']) {
    const uri = Uri.from({ scheme: 'todo', path });
    await assert.rejects(async () => provider.stat(uri), (error) => error.code === 'FileNotFound', path);
    await assert.rejects(async () => provider.readFile(uri), (error) => error.code === 'FileNotFound', path);
  }
  assert.strictEqual((await provider.stat(Uri.from({ scheme: 'todo', path: '/' }))).type, 2);
  for (const name of ['delete', 'rename', 'createDirectory']) {
    assert.throws(() => provider[name](document.uri), (error) => error.code === 'NoPermissions', name);
  }
});
