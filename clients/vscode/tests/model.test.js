'use strict';

const assert = require('assert');
const { Changes } = require('../src/protocol/changes');
const { isKind } = require('../src/protocol/errors');
const { History } = require('../src/protocol/history');
const { Model } = require('../src/protocol/model');
const { staged, until } = require('./support');

/** Whatever the connection is asked, in order. */
function overhear(connection) {
  const asked = [];
  const request = connection.request.bind(connection);
  connection.request = (method, params, limits) => {
    asked.push([method, params]);
    return request(method, params, limits);
  };
  return asked;
}

function modelOf(stage, connection, pageSize = 100) {
  const model = new Model(connection, { pageSize: () => pageSize });
  stage.ending(() => model.dispose());
  return model;
}

const titles = (rows) => rows.map((row) => (row.kind === 'todo' ? row.todo.title : row.kind === 'more' ? '…' : row.title));

staged('Only what is shown is asked for, a page at a time', async (stage) => {
  await stage.seed('a', 'b', 'c', 'd', 'e', { title: 'x', category: 'Work' });
  const connection = stage.connect();
  const asked = overhear(connection);
  const model = modelOf(stage, connection, 2);
  const [home, work] = await model.top();
  assert.deepStrictEqual([home.title, home.count, home.category, work.title], ['Home', 5, 'Home', 'Work']);
  assert.deepStrictEqual(asked.map(([method]) => method), ['sections.list'], 'no todos before a section is open');
  assert.deepStrictEqual(titles(await model.children(home)), ['a', 'b', '…']);
  model.more(home);
  assert.deepStrictEqual(titles(await model.children(home)), ['a', 'b', 'c', 'd', '…']);
  assert.deepStrictEqual(titles(await model.children(home)), ['a', 'b', 'c', 'd', '…']);
  const lists = asked.filter(([method]) => method === 'todo.list').map(([, params]) => [params.filter.section, params.limit]);
  assert.deepStrictEqual(lists, [['c1', 2], ['c1', 4]], 'what is known is not asked for again');
  model.more(home);
  assert.deepStrictEqual(titles(await model.children(home)), ['a', 'b', 'c', 'd', 'e']);
});

staged('What others change is seen, and rows and sections stay the same objects', async (stage) => {
  await stage.seed('a', 'b');
  const model = modelOf(stage, stage.connect());
  let told = 0;
  model.changes.add(() => (told += 1));
  const [home] = await model.top();
  const [, b] = await model.children(home);
  const before = told;
  await stage.other().request('todo.update', { id: 2, title: 'B', isCompleted: true });
  await stage.other().request('todo.move', { id: 2, before: 1 });
  await stage.seed({ title: 'x', category: 'Work' });
  await until('the news', async () => told > before && (await model.top()).length === 2);
  const [again] = await model.top();
  assert.strictEqual(again, home);
  assert.strictEqual(home.completedCount, 1);
  const rows = await model.children(home);
  assert.deepStrictEqual(titles(rows), ['B', 'a']);
  assert.strictEqual(rows[0], b);
});

staged('A change while rows are on their way leaves them out of date', async (stage) => {
  await stage.seed('a');
  const connection = stage.connect();
  const model = modelOf(stage, connection);
  const [home] = await model.top();
  const loading = model.children(home);
  model.outdate();
  await loading;
  await stage.other().request('todo.update', { id: 1, title: 'A' });
  assert.deepStrictEqual(titles(await model.children(home)), ['A'], 'it was asked for again');
});

staged('What was asked for another view is not shown in this one', async (stage) => {
  await stage.seed('a', { title: 'now', isToday: true });
  const model = modelOf(stage, stage.connect());
  const late = model.top();
  model.show('today');
  assert.deepStrictEqual(await late, []);
  assert.deepStrictEqual(titles(await model.top()), ['now']);
});

staged('Today and upcoming have no headers, and initials are sections', async (stage) => {
  await stage.seed({ title: 'now', isToday: true }, { title: 'later', category: 'Home' });
  const model = modelOf(stage, stage.connect());
  model.show('today');
  assert.deepStrictEqual(titles(await model.top()), ['now']);
  assert.strictEqual(model.parent((await model.top())[0]), undefined);
  model.show('upcoming');
  assert.deepStrictEqual(titles(await model.top()), ['later']);
  model.show('initials');
  const top = await model.top();
  assert.deepStrictEqual(titles(top), ['L', 'N']);
  assert.strictEqual(model.parent((await model.children(top[0]))[0]), top[0]);
});

staged('A todo far down its section is found', async (stage) => {
  await stage.seed(...Array.from({ length: 40 }, (_, number) => `todo ${number}`));
  const model = modelOf(stage, stage.connect(), 5);
  const [home] = await model.top();
  await model.children(home);
  assert.strictEqual(model.row(40), undefined);
  assert.strictEqual((await model.locate(await stage.stored(40))).todo.title, 'todo 39');
  assert.strictEqual(await model.locate({ id: 99, category: 'Home' }), undefined);
});

// Changes

function changesOf(connection) {
  const history = new History(connection);
  return { history, changes: new Changes(connection, history) };
}

staged('What others have changed elsewhere in a todo stays, and what they have changed in the same place too', async (stage) => {
  await stage.seed('a');
  const { changes } = changesOf(stage.connect());
  const known = await stage.stored(1);
  await stage.other().request('todo.update', { id: 1, title: 'theirs', dueOn: '2030-01-01' });
  const merged = await changes.update(known, { isCompleted: true }, '')();
  assert.deepStrictEqual([merged.title, merged.dueOn, merged.isCompleted], ['theirs', '2030-01-01', true]);
  await assert.rejects(changes.update(known, { title: 'mine' }, '')(), (error) => isKind(error, 'conflict') && error.current.title === 'theirs');
  assert.strictEqual((await stage.stored(1)).title, 'theirs');
});

staged('What others have done already is no conflict', async (stage) => {
  await stage.seed('a');
  const { changes, history } = changesOf(stage.connect());
  const known = await stage.stored(1);
  const theirs = await stage.other().request('todo.update', { id: 1, isCompleted: true });
  assert.strictEqual((await changes.update(known, { isCompleted: true }, '')()).revision, theirs.revision);
  assert.deepStrictEqual(history.done, [], 'there is nothing to take back');
});

staged('A todo that others have moved to another section, or changed, is not moved or deleted unseen', async (stage) => {
  await stage.seed('a', 'b');
  const { changes } = changesOf(stage.connect());
  const known = await stage.stored(2);
  await stage.other().request('todo.update', { id: 2, title: 'B' });
  await assert.rejects(changes.remove(known, '')(), (error) => error.reason === 'revision');
  assert.strictEqual((await changes.move(known, { before: 1 }, '')()).title, 'B', 'a new title does not hinder a move');
  await stage.other().request('todo.move', { id: 2, category: 'Work' });
  await assert.rejects(changes.move(known, { after: 1 }, '')(), (error) => error.current.category === 'Work');
  assert.strictEqual(await stage.outline(), 'Home: a\nWork: B');
});

staged('Changes are taken back one by one, also after a restart and between others’ changes', async (stage) => {
  await stage.seed('a', 'b', 'c');
  const connection = stage.connect();
  const { changes, history } = changesOf(connection);
  await changes.update(await stage.stored(1), { isCompleted: true }, 'tick')();
  await changes.move(await stage.stored(3), { before: 1 }, 'move')();
  await changes.renameSection('c1', 'Heim', 'rename')();
  await stage.seed({ title: 'x', category: 'Work' });
  await changes.remove(await stage.stored(2), 'delete')();
  await changes.deleteSection('c1', { deleteTodos: true }, 'section')();
  process.kill(connection.server.pid, 'SIGKILL');
  assert.strictEqual(await stage.outline(), 'Work: x');
  const undone = [];
  for (let number = 0; number < 5; number += 1) undone.push((await history.undo()).words);
  assert.deepStrictEqual(undone, ['section', 'delete', 'rename', 'move', 'tick']);
  assert.strictEqual(await stage.outline(), 'Home: a b c\nWork: x');
  assert.strictEqual(await history.undo(), undefined);
  for (let number = 0; number < 5; number += 1) await history.redo();
  assert.strictEqual(await stage.outline(), 'Work: x');
});

staged('An undo whose answer was lost is made once, and counts as made', async (stage) => {
  await stage.seed('a');
  const connection = stage.connect({ proxied: true });
  const { changes, history } = changesOf(connection);
  await changes.update(await stage.stored(1), { title: 'b' }, 'title')();
  stage.lose('"undone"');
  assert.strictEqual((await history.undo()).words, 'title');
  assert.ok(stage.hasLost);
  assert.deepStrictEqual([history.done, history.takenBack], [[], []]);
  assert.strictEqual((await stage.stored(1)).title, 'a');
});

staged('What cannot be taken back any more is forgotten, and others’ work stays', async (stage) => {
  await stage.seed('a');
  const { changes, history } = changesOf(stage.connect());
  await changes.update(await stage.stored(1), { title: 'mine' }, '')();
  await stage.other().request('todo.update', { id: 1, title: 'theirs' });
  await assert.rejects(history.undo(), (error) => error.reason === 'changedSince');
  assert.deepStrictEqual(history.done, []);
  await history.undoAnyones('');
  assert.strictEqual((await stage.stored(1)).title, 'mine');
  await history.redo();
  assert.strictEqual((await stage.stored(1)).title, 'theirs');
});

staged('A deletion whose answer was lost is done once, and claims no number that it does not know', async (stage) => {
  await stage.seed('a', 'b');
  const connection = stage.connect({ proxied: true });
  const { changes, history } = changesOf(connection);
  const known = await stage.stored(1);
  await connection.request('sections.list');
  stage.lose('"title":"a"');
  assert.strictEqual((await changes.remove(known, '')()).id, 1);
  assert.ok(stage.hasLost);
  assert.deepStrictEqual(history.done, []);
  assert.strictEqual(await stage.outline(), 'Home: b');
});

staged('A change that is carried out again after a failure is made once', async (stage) => {
  const connection = stage.connect();
  const { changes } = changesOf(connection);
  const creation = changes.create({ title: 'a', category: 'Home' }, '');
  const first = await creation();
  assert.deepStrictEqual(await creation(), first);
  assert.strictEqual(await stage.outline(), 'Home: a');
});
