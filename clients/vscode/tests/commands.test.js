'use strict';

const assert = require('assert');
const { staged, shows, until } = require('./support');

const said = (editor) => editor.said.map(({ text }) => text);

/** The quick pick that a command has opened, and what it shows once it has been asked. */
async function found(pick, text, labels) {
  pick.type(text);
  await until(`what is found by ${text}`, () => !pick.busy && pick.items.map(({ label }) => label.replace(/^\$\([\w-]+\) /, '')).join() === labels.join());
}

// Adding

staged('A todo is added after a title and a yes', async (stage) => {
  await stage.seed('a', { title: 'x', category: 'Work' });
  const editor = await stage.edit();
  editor.answer(/Add a todo/, '  Buy milk ');
  editor.answer(/Add this todo/, /Add “/);
  await editor.run('todo-server.add', editor.tree.find('Work').element);
  await shows(editor, ['Home | 0/1', '  [ ] a', 'Work | 0/2', '  [ ] x', '  [ ] Buy milk']);
  assert.strictEqual(editor.tree.selection[0].todo.title, 'Buy milk', 'it is selected');
});

staged('Section, day and today are chosen on the way', async (stage) => {
  const editor = await stage.edit();
  editor.answer(/Add a todo/, 'a');
  for (const choice of [/Section/, /Day/, /today/, /Add “/]) editor.answer(/Add this todo/, choice);
  editor.answer(/Which section/, /New section/);
  editor.answer(/Title of the new section/, 'Garden');
  editor.answer(/^Day/, '2050-01-31');
  await editor.run('todo-server.add');
  await shows(editor, ['Garden | 0/1', '  [ ] ★ a | due 2050-01-31']);
});

staged('A new section called “No category” is none', async (stage) => {
  const editor = await stage.edit();
  editor.answer(/Add a todo/, 'a');
  for (const choice of [/Section/, /Add “/]) editor.answer(/Add this todo/, choice);
  editor.answer(/Which section/, /New section/);
  editor.answer(/Title of the new section/, ' No category ');
  await editor.run('todo-server.add');
  await shows(editor, ['No category | 0/1', '  [ ] a']);
  assert.strictEqual((await stage.stored(1)).category, '');
});

for (const [how, answer] of [['no', /Do not add/], ['an escape', undefined]]) {
  staged(`Nothing is added after ${how}`, async (stage) => {
    await stage.seed('a');
    const editor = await stage.edit();
    editor.answer(/Add a todo/, 'b');
    editor.answer(/Add this todo/, answer);
    await editor.run('todo-server.add');
    assert.strictEqual(editor.answers.length, 0, 'both were asked');
    assert.strictEqual(await stage.outline(), 'Home: a');
  });
}

staged('A todo without a title cannot be entered', async (stage) => {
  const editor = await stage.edit();
  editor.answer(/Add a todo/, '  ');
  await assert.rejects(editor.run('todo-server.add'), /A title is needed/);
});

staged('The server dies while a todo is added: it is there once', async (stage) => {
  await stage.seed('a');
  const editor = await stage.edit({ proxied: true });
  stage.lose('"title":"b"');
  editor.answer(/Add a todo/, 'b');
  editor.answer(/Add this todo/, /Add “/);
  await editor.run('todo-server.add', editor.tree.find('a').element);
  await shows(editor, ['Home | 0/2', '  [ ] a', '  [ ] b']);
  assert.ok(stage.hasLost);
  assert.deepStrictEqual(said(editor).filter((text) => !/Add/.test(text)), []);
});

// Changing

staged('Title, day, today and section of a todo are changed', async (stage) => {
  await stage.seed('a', { title: 'x', category: 'Work' });
  const editor = await stage.edit();
  const row = () => editor.tree.all().find(({ item }) => item.id === 'todo 1').element;
  editor.answer(/^Title/, 'A');
  await editor.run('todo-server.rename', row());
  editor.answer(/^Day/, '2050-01-31');
  await editor.run('todo-server.due', row());
  await editor.run('todo-server.today', row());
  await editor.run('todo-server.tick', row());
  await shows(editor, ['Home | 1/1', '  [x] ★ A | due 2050-01-31', 'Work | 0/1', '  [ ] x']);
  editor.answer(/Which section/, /^Work$/);
  await editor.run('todo-server.moveTo', row());
  editor.answer(/^Day/, '');
  await editor.run('todo-server.due', row());
  await shows(editor, ['Work | 1/2', '  [ ] x', '  [x] ★ A']);
});

staged('Keys act on what is selected, all of it', async (stage) => {
  await stage.seed('a', 'b', 'c');
  const editor = await stage.edit();
  editor.tree.select('a', 'b');
  await editor.run('todo-server.tick');
  await shows(editor, ['Home | 2/3', '  [x] a', '  [x] b', '  [ ] c']);
  editor.tree.select('b', 'c');
  await editor.run('todo-server.tick');
  await shows(editor, ['Home | 3/3', '  [x] a', '  [x] b', '  [x] c']);
  const [, b] = editor.tree.selection;
  await editor.run('todo-server.tick', b, editor.tree.selection);
  await shows(editor, ['Home | 1/3', '  [x] a', '  [ ] b', '  [ ] c']);
});

staged('A todo is moved up and down, and not beyond the ends', async (stage) => {
  await stage.seed('a', 'b', 'c');
  const editor = await stage.edit();
  editor.tree.select('c');
  await editor.run('todo-server.moveUp');
  await shows(editor, ['Home | 0/3', '  [ ] a', '  [ ] c', '  [ ] b']);
  await editor.run('todo-server.moveUp');
  await shows(editor, ['Home | 0/3', '  [ ] c', '  [ ] a', '  [ ] b']);
  await editor.run('todo-server.moveUp');
  await editor.run('todo-server.moveDown');
  await shows(editor, ['Home | 0/3', '  [ ] a', '  [ ] c', '  [ ] b']);
});

staged('What somebody else has changed is shown, not overwritten', async (stage) => {
  await stage.seed('a');
  const editor = await stage.edit();
  const { element } = editor.tree.find('a');
  editor.answer(/^Title/, async () => {
    await stage.other().request('todo.update', { id: 1, title: 'theirs' });
    element.todo = { ...element.todo, revision: 1, title: 'a' };
    return 'mine';
  });
  await editor.run('todo-server.rename', { ...element, todo: { ...element.todo } });
  assert.match(said(editor).at(-1), /Somebody else has changed this meanwhile.*“theirs” \(Home, open\)/);
  await shows(editor, ['Home | 0/1', '  [ ] theirs']);
});

// Deleting and taking back

staged('What is deleted comes back by the button of the message, where it was', async (stage) => {
  await stage.seed('a', 'b', 'c');
  const editor = await stage.edit();
  editor.tree.select('a', 'b');
  editor.answer(/2 todos deleted/, async ([undo]) => {
    assert.strictEqual(await stage.outline(), 'Home: c');
    await stage.seed('d');
    return undo;
  });
  await editor.run('todo-server.delete');
  await shows(editor, ['Home | 0/4', '  [ ] a', '  [ ] b', '  [ ] c', '  [ ] d']);
});

staged('What somebody else has changed is not deleted', async (stage) => {
  await stage.seed('a');
  const editor = await stage.edit();
  const { element } = editor.tree.find('a');
  const known = { ...element, todo: { ...element.todo } };
  await stage.other().request('todo.update', { id: 1, title: 'theirs' });
  await editor.run('todo-server.delete', known);
  assert.match(said(editor).join(), /Somebody else.*“theirs”/);
  assert.strictEqual(await stage.outline(), 'Home: theirs');
});

staged('Undo and redo, of one’s own and of anyone’s', async (stage) => {
  await stage.seed('a');
  const editor = await stage.edit();
  await editor.run('todo-server.undo');
  await editor.run('todo-server.redo');
  await editor.run('todo-server.tick', editor.tree.find('a').element);
  await stage.seed('b');
  await editor.run('todo-server.undo');
  await shows(editor, ['Home | 0/2', '  [ ] a', '  [ ] b']);
  await editor.run('todo-server.redo');
  await shows(editor, ['Home | 1/2', '  [x] a', '  [ ] b']);
  await editor.run('todo-server.undo');
  await editor.run('todo-server.undoAnyones');
  await editor.run('todo-server.undoAnyones');
  assert.deepStrictEqual(editor.status.slice(0, 5), [
    'There is nothing of yours to take back.', 'There is nothing to do again.',
    'Taken back: change of “a”', 'Done again: change of “a”', 'Taken back: change of “a”',
  ]);
});

// Sections

staged('A section is renamed, and one that is there already is refused with a word', async (stage) => {
  await stage.seed('a', { title: 'x', category: 'Work' });
  const editor = await stage.edit();
  editor.answer(/Title of the section/, 'Heim');
  await editor.run('todo-server.renameSection', editor.tree.find('Home').element);
  await shows(editor, ['Heim | 0/1', '  [ ] a', 'Work | 0/1', '  [ ] x']);
  editor.answer(/Title of the section/, 'Work');
  await editor.run('todo-server.renameSection', editor.tree.find('Heim').element);
  assert.strictEqual(editor.said.filter(({ kind }) => kind === 'message').length, 1);
  assert.strictEqual(await stage.outline(), 'Heim: a\nWork: x');
});

staged('A section is deleted: its todos move, or go too and come back', async (stage) => {
  await stage.seed('a', { title: 'x', category: 'Work' });
  const editor = await stage.edit();
  editor.answer(/Delete “Home”/, (items) => {
    assert.deepStrictEqual(items.map(({ label }) => label), ['$(folder) Move its todo to “Work”', '$(trash) Delete its todo too']);
    return items[0];
  });
  await editor.run('todo-server.deleteSection', editor.tree.find('Home').element);
  await shows(editor, ['Work | 0/2', '  [ ] x', '  [ ] a']);
  editor.answer(/Delete “Work”/, /Delete its 2 todos too/);
  editor.answer(/^Deleted: Work/, async ([undo]) => {
    assert.strictEqual(await stage.outline(), '');
    return undo;
  });
  await editor.run('todo-server.deleteSection', editor.tree.find('Work').element);
  await shows(editor, ['Work | 0/2', '  [ ] x', '  [ ] a']);
});

// Finding

staged('Search finds while one types, initial consonants and details too', async (stage) => {
  await stage.seed('한글 공부', 'Milk', { title: 'Bread', category: 'Work', detail: 'with milk', isCompleted: true });
  const editor = await stage.edit();
  editor.run('todo-server.search');
  const [pick] = editor.picks;
  await found(pick, 'ㅎㄱ', ['한글 공부']);
  await found(pick, 'mIlK', ['Milk', 'Bread']);
  assert.deepStrictEqual(pick.items.map(({ label, description }) => `${label} ${description}`),
    ['$(circle-large-outline) Milk Home', '$(check) Bread Work']);
  assert.ok(pick.items.every(({ alwaysShow }) => alwaysShow));
  await found(pick, '  ', []);
  await found(pick, 'bread', ['Bread']);
  pick.accept(pick.items[0]);
  await until('the row', () => editor.tree.selection.length && editor.tree.selection[0].todo.title === 'Bread');
  assert.ok(pick.isDisposed);
});

staged('Quick typing shows what fits the last text alone', async (stage) => {
  await stage.seed('ab', 'abc', 'abcd');
  const editor = await stage.edit();
  editor.run('todo-server.search');
  const [pick] = editor.picks;
  for (const text of ['a', 'ab', 'abc', 'abcd']) pick.type(text);
  await until('an answer', () => !pick.busy && pick.items.length);
  assert.deepStrictEqual(pick.items.map(({ todo }) => todo.title), ['abcd']);
  pick.type('ab');
  pick.type('');
  await editor.app.connection.request('sections.list');
  assert.deepStrictEqual(pick.items, []);
});

staged('Titles cannot put icons or links into the editor', async (stage) => {
  await stage.seed('$(trash) [click](command:quit)');
  const editor = await stage.edit();
  editor.run('todo-server.search');
  const [pick] = editor.picks;
  pick.type('click');
  await until('it', () => pick.items.length === 1);
  assert.ok(!pick.items[0].label.slice(2).includes('$('));
  editor.tree.select('$(trash) [click](command:quit)');
  await editor.run('todo-server.delete');
  assert.ok(!said(editor).join().includes(']('));
});

staged('A find far down its section is revealed, one that is in no section of this view is opened', async (stage) => {
  await stage.seed(...Array.from({ length: 30 }, (_, number) => `todo ${number}`));
  const editor = await stage.edit({ settings: { 'todo-server.pageSize': 5 } });
  editor.run('todo-server.search');
  const [first] = editor.picks;
  await found(first, 'todo 29', ['todo 29']);
  first.accept(first.items[0]);
  await until('the row', () => editor.tree.selection.length && editor.tree.selection[0].todo.title === 'todo 29');
  await editor.run('todo-server.showToday');
  await shows(editor, []);
  editor.run('todo-server.search');
  const [, second] = editor.picks;
  await found(second, 'todo 29', ['todo 29']);
  second.accept(second.items[0]);
  await until('the document', () => editor.documents.textDocuments.length === 1);
});

staged('A jump goes to the first section of an index title', async (stage) => {
  await stage.seed('a', { title: 'x', category: '업무' }, { title: 'y', category: '운동' });
  const editor = await stage.edit();
  await editor.run('todo-server.showToday');
  editor.answer(/Jump to/, (items) => {
    assert.deepStrictEqual(items.map(({ label, description }) => `${label} ${description}`), ['ㅇ 업무', 'H Home']);
    return items[0];
  });
  await editor.run('todo-server.jump');
  await editor.tree.settle();
  assert.strictEqual(editor.tree.selection[0].title, '업무');
  await shows(editor, ['Home | 0/1', '  [ ] a', '업무 | 0/1', '  [ ] x', '운동 | 0/1', '  [ ] y']);
});
