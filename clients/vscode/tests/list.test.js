'use strict';

const assert = require('assert');
const fs = require('fs');
const path = require('path');
const { SERVER, staged, shown, shows, until } = require('./support');

const said = (editor) => editor.said.map(({ text }) => text);
const dayFrom = (days) => new Date(Date.now() + days * 86400000).toISOString().slice(0, 10);

staged('The list has sections with counts, boxes, stars, days and colours', async (stage) => {
  await stage.seed(
    { title: 'Buy milk 🥛', category: 'Home' },
    { title: 'Rent', category: 'Home', isCompleted: true },
    { title: '회의 준비', category: '업무', isToday: true, dueOn: dayFrom(-1) },
    { title: 'Stamps', category: '업무', dueOn: dayFrom(1) },
    { title: 'loose', dueOn: '2050-01-31' },
  );
  const editor = await stage.edit();
  assert.deepStrictEqual(shown(editor.tree), [
    'Home | 1/2',
    '  [ ] Buy milk 🥛',
    '  [x] Rent',
    '업무 | 0/2',
    '  [ ] ★ 회의 준비 | overdue: yesterday',
    '  [ ] Stamps | due tomorrow',
    'No category | 0/1',
    '  [ ] loose | due 2050-01-31',
  ]);
  const { tree } = editor;
  assert.strictEqual(editor.colour(tree.find('Rent').item), 'disabledForeground');
  assert.strictEqual(editor.colour(tree.find('회의 준비').item), 'list.errorForeground');
  assert.strictEqual(editor.colour(tree.find('Stamps').item), undefined);
  const contexts = ['Home', 'No category', 'Buy milk 🥛', 'Rent', '회의 준비'].map((label) => tree.find(label).item.contextValue);
  assert.deepStrictEqual(contexts, ['section.category', 'section.none', 'todo.open', 'todo.done', 'todo.open.today']);
  assert.strictEqual(editor.context.get('todo-server.state'), 'loaded');
});

staged('In Korean everything is Korean', async (stage) => {
  await stage.seed({ title: 'a', dueOn: dayFrom(0) });
  const editor = await stage.edit({ language: 'ko' });
  assert.deepStrictEqual(shown(editor.tree), ['분류 없음 | 0/1', '  [ ] a | 기한 오늘']);
  await editor.run('todo-server.showToday');
  await shows(editor, ['[ ] a | 기한 오늘']);
  assert.strictEqual(editor.tree.description, '오늘: 1개 중 0개 완료');
});

staged('What others do is shown by itself', async (stage) => {
  await stage.seed('a', 'b');
  const editor = await stage.edit();
  await stage.other().request('todo.update', { id: 1, title: 'A', isCompleted: true });
  await stage.other().request('todo.move', { id: 2, before: 1 });
  await stage.seed({ title: 'x', category: 'Work' });
  await shows(editor, ['Home | 1/2', '  [ ] b', '  [x] A', 'Work | 0/1', '  [ ] x']);
  await stage.other().request('todo.deleteMany', { filter: {} });
  await shows(editor, []);
  assert.strictEqual(editor.context.get('todo-server.state'), 'empty');
});

staged('Closed sections are not loaded, long ones are loaded in pages', async (stage) => {
  await stage.seed('a', 'b', 'c', { title: 'x', category: 'Work' });
  const editor = await stage.edit({ settings: { 'todo-server.pageSize': 2 } });
  await shows(editor, ['Home | 0/3', '  [ ] a', '  [ ] b', '  Load more (1 left)', 'Work | 0/1', '  [ ] x']);
  await editor.tree.toggle('Work', false);
  editor.tree.asked.length = 0;
  await stage.other().request('todo.update', { id: 1, title: 'A' });
  const more = editor.tree.find('Load more (1 left)').item.command;
  await editor.run(more.command, ...more.arguments);
  await shows(editor, ['Home | 0/3', '  [ ] A', '  [ ] b', '  [ ] c', 'Work | 0/1']);
  assert.ok(editor.tree.asked.every((id) => id === 'section c1'), editor.tree.asked.join());
});

staged('Of many todos only the first sections are open', async (stage) => {
  const many = Array.from({ length: 150 }, (_, number) => ({ title: `todo ${number}`, category: number < 130 ? 'Home' : 'Work' }));
  await stage.seed(...many, ...many.map((todo) => ({ ...todo, category: 'More' })));
  const editor = await stage.edit();
  const open = editor.tree.roots.map(({ item, children }) => [item.label, children.length]);
  assert.deepStrictEqual(open, [['Home', 101], ['Work', 20], ['More', 0]]);
});

staged('The views by day and by initials', async (stage) => {
  await stage.seed({ title: 'now', category: 'Home', isToday: true }, { title: 'later', category: 'Work', dueOn: '2050-01-31' }, '하늘');
  const editor = await stage.edit();
  await editor.run('todo-server.showToday');
  await shows(editor, ['[ ] ★ now | Home']);
  assert.strictEqual(editor.tree.description, 'Today: 0 of 1 done');
  await editor.run('todo-server.showUpcoming');
  await shows(editor, ['[ ] 하늘 | Home', '[ ] later | due 2050-01-31 · Work']);
  await editor.run('todo-server.showInitials');
  await shows(editor, ['ㅎ | 0/1', '  [ ] 하늘 | Home', 'L | 0/1', '  [ ] later | due 2050-01-31 · Work', 'N | 0/1', '  [ ] ★ now | Home']);
  assert.strictEqual(editor.context.get('todo-server.view'), 'initials');
  assert.strictEqual(editor.state.get('view'), 'initials', 'it is there again next time');
});

staged('A box ticks, and opens again', async (stage) => {
  await stage.seed('a', 'b');
  const editor = await stage.edit();
  editor.tree.check('a');
  await shows(editor, ['Home | 1/2', '  [x] a', '  [ ] b']);
  assert.strictEqual((await stage.stored(1)).isCompleted, true);
  editor.tree.check('a', false);
  await shows(editor, ['Home | 0/2', '  [ ] a', '  [ ] b']);
});

staged('A box that could not be ticked is open again, and why is said', async (stage) => {
  await stage.seed('a');
  const editor = await stage.edit();
  const { element } = editor.tree.find('a');
  await stage.other().request('todo.delete', { id: 1 });
  await stage.seed('b');
  editor.tree._onDidChangeCheckboxState.fire({ items: [[element, 1]] });
  await until('a word about it', () => editor.said.length === 1);
  await shows(editor, ['Home | 0/1', '  [ ] b']);
  const free = await stage.lock();
  editor.tree.check('b');
  await until('a word about it', () => editor.said.length === 2);
  await shows(editor, ['Home | 0/1', '  [ ] b']);
  await free();
});

staged('A store that is held is told, and a further try does it, once', async (stage) => {
  await stage.seed('a');
  const editor = await stage.edit();
  const free = await stage.lock();
  editor.answer(/./, async ([again]) => {
    await free();
    return again;
  });
  editor.tree.check('a');
  await shows(editor, ['Home | 1/1', '  [x] a']);
  const [{ choices }] = editor.said;
  assert.deepStrictEqual([editor.said.length, choices], [1, ['Try Again']]);
  assert.strictEqual((await stage.stored(1)).revision, 2);
});

// Dragging

staged('A todo is dragged up and down in its section', async (stage) => {
  await stage.seed('a', 'b', 'c', 'd');
  const editor = await stage.edit();
  await editor.tree.drop(['d'], 'b');
  await shows(editor, ['Home | 0/4', '  [ ] a', '  [ ] d', '  [ ] b', '  [ ] c']);
  await editor.tree.drop(['a'], 'c');
  await shows(editor, ['Home | 0/4', '  [ ] d', '  [ ] b', '  [ ] c', '  [ ] a']);
});

staged('Todos are dragged to other sections: before a todo, or to the end by the header', async (stage) => {
  await stage.seed('a', 'b', { title: 'x', category: 'Work' }, { title: 'y', category: 'Work' }, { title: 'loose' });
  const editor = await stage.edit();
  await editor.tree.drop(['b', 'a'], 'y');
  await shows(editor, ['Work | 0/4', '  [ ] x', '  [ ] a', '  [ ] b', '  [ ] y', 'No category | 0/1', '  [ ] loose']);
  await editor.tree.drop(['x'], 'No category');
  await shows(editor, ['Work | 0/3', '  [ ] a', '  [ ] b', '  [ ] y', 'No category | 0/2', '  [ ] loose', '  [ ] x']);
  assert.strictEqual((await stage.stored(3)).category, '');
});

staged('Sections are dragged', async (stage) => {
  await stage.seed('a', { title: 'x', category: 'Work' }, { title: 'y', category: 'Fun' });
  const editor = await stage.edit();
  await editor.tree.drop(['Fun'], 'Home');
  await shows(editor, ['Fun | 0/1', '  [ ] y', 'Home | 0/1', '  [ ] a', 'Work | 0/1', '  [ ] x']);
  await editor.tree.drop(['Fun'], 'x');
  await shows(editor, ['Home | 0/1', '  [ ] a', 'Work | 0/1', '  [ ] x', 'Fun | 0/1', '  [ ] y']);
});

staged('A drag on itself, on nothing, or in a view by day changes nothing', async (stage) => {
  await stage.seed({ title: 'a', category: 'Home', isToday: true }, { title: 'b', category: 'Home', isToday: true });
  const editor = await stage.edit();
  const { revision } = await stage.other().request('sections.list');
  await editor.tree.drop(['a'], 'a');
  await editor.tree.drop(['a'], undefined);
  await editor.run('todo-server.showToday');
  await shows(editor, ['[ ] ★ a | Home', '[ ] ★ b | Home']);
  await editor.tree.drop(['b'], 'a');
  assert.match(editor.status.join(), /order/);
  assert.strictEqual((await stage.other().request('sections.list')).revision, revision);
});

staged('A todo that others have moved meanwhile is not moved on', async (stage) => {
  await stage.seed('a', 'b', { title: 'x', category: 'Work' });
  const editor = await stage.edit();
  const [home] = editor.tree.roots;
  const [a, b] = home.children.map(({ element }) => ({ ...element, todo: { ...element.todo } }));
  await stage.other().request('todo.move', { id: 2, category: 'Work' });
  await editor.tree.options.dragAndDropController.dropTodos([b], a);
  assert.match(said(editor).join(), /Somebody else.*“b” \(Work, open\)/);
  assert.strictEqual(await stage.outline(), 'Home: a\nWork: x b');
});

// The server

staged('A server that is killed comes back, and what happened meanwhile is shown', async (stage) => {
  await stage.seed('a');
  const editor = await stage.edit();
  process.kill(editor.app.connection.server.pid, 'SIGKILL');
  await stage.other().request('todo.update', { id: 1, title: 'A' });
  await shows(editor, ['Home | 0/1', '  [ ] A']);
  assert.deepStrictEqual(editor.said, []);
});

staged('Without a server the view says so, and with one it goes on', async (stage) => {
  await stage.seed('a');
  const editor = await stage.edit({ settings: { 'todo-server.path': path.join(stage.folder, 'none') } });
  assert.deepStrictEqual(shown(editor.tree), []);
  assert.strictEqual(editor.context.get('todo-server.state'), 'notFound');
  assert.match(said(editor).join(), /could not be started.*ENOENT/);
  editor.configure({ 'todo-server.path': SERVER });
  await shows(editor, ['Home | 0/1', '  [ ] a']);
});

staged('Another store is shown at once, and nothing of the former one stays', async (stage) => {
  await stage.seed('a');
  const editor = await stage.edit();
  editor.tree.check('a');
  await shows(editor, ['Home | 1/1', '  [x] a']);
  const other = path.join(stage.folder, 'other.sqlite');
  editor.configure({ 'todo-server.arguments': ['--store', other] });
  await shows(editor, []);
  await editor.run('todo-server.undo');
  assert.match(editor.status.join(), /nothing of yours/);
  assert.strictEqual((await stage.stored(1)).isCompleted, true);
  assert.ok(fs.existsSync(other));
});

staged('A store that cannot be read is told in the view', async (stage) => {
  fs.writeFileSync(stage.store, 'this is no store, but a text that is longer than the header of one'.repeat(100));
  const editor = await stage.edit();
  assert.strictEqual(editor.context.get('todo-server.state'), 'failed');
  assert.ok(editor.tree.message, 'the server’s sentence');
  assert.deepStrictEqual(shown(editor.tree), []);
});

staged('When the editor ends, the server ends', async (stage) => {
  await stage.seed('a');
  const editor = await stage.edit();
  const { child } = editor.app.connection.server;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await editor.deactivate();
  assert.strictEqual(await ended, 0);
});
