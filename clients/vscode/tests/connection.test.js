'use strict';

const assert = require('assert');
const fs = require('fs');
const path = require('path');
const { Cancelled, NoAnswer, ServerError, ServerNotFound } = require('../src/protocol/errors');
const { Connection } = require('../src/protocol/connection');
const { SERVER, staged, until } = require('./support');

const title = (number) => `todo ${String(number).padStart(3, '0')}`;
const create = (connection, name) => connection.request('todo.create', { title: name });
const kill = (connection) => connection.server && process.kill(connection.server.pid, 'SIGKILL');

async function titles(stage) {
  const { todos } = await stage.other().request('todo.list', { limit: 1000, fields: ['title'] });
  return todos.map((todo) => todo.title).sort();
}

staged('A request has its result, and a refused one the server’s sentence', async (stage) => {
  const connection = stage.connect();
  assert.strictEqual((await create(connection, 'a')).title, 'a');
  await assert.rejects(create(connection, ''), (error) => error instanceof ServerError && error.kind === 'invalidParams' && error.message !== '');
});

staged('The server is killed in the midst of creates: none is lost, none is doubled', async (stage) => {
  const connection = stage.connect();
  const count = 300;
  const kills = new Set([10, 60, 150, 151, 240]);
  let next = 0;
  let answered = 0;
  const work = async () => {
    while (next < count) {
      const name = title(next++);
      assert.strictEqual((await create(connection, name)).title, name);
      answered += 1;
      if (kills.delete(answered)) kill(connection);
    }
  };
  await Promise.all(Array.from({ length: 20 }, work));
  assert.deepStrictEqual(await titles(stage), Array.from({ length: count }, (_, number) => title(number)));
  assert.ok(connection.runs > 3, `it was started ${connection.runs} times`);
});

staged('Creates one after the other, with a kill before each third, are each made once', async (stage) => {
  const connection = stage.connect();
  const wanted = Array.from({ length: 18 }, (_, number) => title(number));
  for (const [number, name] of wanted.entries()) {
    const created = create(connection, name);
    if (number % 3 === 2) kill(connection);
    await created;
  }
  assert.deepStrictEqual(await titles(stage), wanted);
  assert.ok(connection.runs > 3);
});

staged('What was done, and whose answer was lost, is not done again', async (stage) => {
  const connection = stage.connect({ proxied: true });
  const first = await create(connection, 'a');
  stage.lose('"title":"lost"');
  const lost = await create(connection, 'lost');
  stage.lose('"isCompleted":true');
  const done = await connection.request('todo.update', { id: first.id, isCompleted: true, ifRevision: first.revision });
  assert.strictEqual(done.isCompleted, true);
  stage.lose('"title":"lost"');
  assert.strictEqual((await connection.request('todo.delete', { id: lost.id, ifRevision: lost.revision })).id, lost.id);
  assert.ok(stage.hasLost);
  assert.deepStrictEqual(await titles(stage), ['a']);
  assert.strictEqual(connection.runs, 4);
});

staged('A change without a key is not made twice, and whoever asked hears that nobody knows', async (stage) => {
  const connection = stage.connect({ proxied: true });
  const todo = await create(connection, 'a');
  stage.lose('"undone"');
  await assert.rejects(connection.request('todo.undo', { revision: todo.revision }), NoAnswer);
  assert.ok(stage.hasLost);
  assert.deepStrictEqual(await titles(stage), []);
  assert.deepStrictEqual((await connection.request('todo.list', {})).todos, [], 'the next one is answered');
});

staged('Changes of others are told, also after a restart, and that some may have been missed', async (stage) => {
  const connection = stage.connect();
  const told = [];
  const states = [];
  connection.changes.add((change) => told.push(change));
  connection.states.add((state) => states.push(state));
  await connection.request('sections.list');
  await stage.seed('a');
  await until('the news', () => told.some(({ origin, ids }) => origin === 'other' && ids.includes(1)));
  kill(connection);
  await until('the restart', () => states.some(({ kind, isBack }) => kind === 'up' && isBack));
  await stage.seed('b');
  await until('more news', () => told.some(({ ids }) => ids.includes(2)));
});

staged('A server that ends again and again is given up, and tried anew when somebody asks', async (stage) => {
  const script = path.join(stage.folder, 'server.sh');
  fs.writeFileSync(script, `#!/bin/sh\necho run >>"${stage.folder}/runs"\n[ -e "${stage.folder}/well" ] && exec "${SERVER}" "$@"\nexit 3\n`, { mode: 0o755 });
  const connection = new Connection({ command: () => ({ file: script, args: stage.args }) });
  stage.ending(() => connection.close());
  const states = [];
  connection.states.add((state) => states.push(state));
  await assert.rejects(create(connection, 'a'), (error) => error instanceof NoAnswer && /status 3/.test(error.message));
  assert.deepStrictEqual(states.map(({ kind }) => kind), ['down']);
  const runs = fs.readFileSync(path.join(stage.folder, 'runs'), 'utf8').split('\n').length - 1;
  assert.strictEqual(runs, 9);
  fs.writeFileSync(path.join(stage.folder, 'well'), '');
  assert.strictEqual((await create(connection, 'a')).id, 1);
});

staged('A server that is not there is told at once', async (stage) => {
  const connection = new Connection({ command: () => ({ file: path.join(stage.folder, 'none'), args: [] }) });
  await assert.rejects(create(connection, 'a'), (error) => error instanceof ServerNotFound && /ENOENT/.test(error.message));
  assert.strictEqual(connection.phase, 'down');
});

staged('A server that hangs is ended, and another one does what it left, once', async (stage) => {
  const connection = stage.connect({ timeout: 1500, grace: 300 });
  await create(connection, 'a');
  const { pid } = connection.server;
  process.kill(pid, 'SIGSTOP');
  const hung = create(connection, 'b');
  await assert.rejects(hung, NoAnswer);
  await until('its end', () => {
    try {
      return !process.kill(pid, 0);
    } catch (error) {
      return error.code === 'ESRCH';
    }
  });
  assert.strictEqual((await create(connection, 'c')).title, 'c');
  const after = await titles(stage);
  assert.ok(after.includes('a') && after.includes('c') && after.length === new Set(after).size, after.join());
});

staged('What is no longer wanted is taken back before it is sent', async (stage) => {
  const connection = stage.connect();
  const aborting = new AbortController();
  const late = connection.request('todo.create', { title: 'a' }, { signal: aborting.signal });
  aborting.abort();
  await assert.rejects(late, (error) => error instanceof Cancelled && !error.isLate);
  await assert.rejects(connection.request('todo.create', { title: 'b' }, { signal: aborting.signal }), Cancelled);
  assert.deepStrictEqual(await titles(stage), []);
});

staged('What takes too long is cancelled, and nothing of it has happened', async (stage) => {
  await stage.seed('a');
  const connection = stage.connect({ timeout: 20000 });
  await connection.request('sections.list');
  const free = await stage.lock();
  const late = connection.request('todo.create', { title: 'b' }, { timeout: 300 });
  await assert.rejects(late, (error) => error instanceof Cancelled && error.isLate);
  await free();
  assert.deepStrictEqual(await titles(stage), ['a']);
});

staged('A store that another program holds is told, and afterwards the same request works', async (stage) => {
  await stage.seed('a');
  const connection = stage.connect();
  const free = await stage.lock();
  const params = { title: 'b', key: 'once' };
  await assert.rejects(connection.request('todo.create', params), (error) => error.kind === 'storeUnavailable' && error.reason === 'locked');
  assert.strictEqual((await connection.request('todo.list', {})).todos.length, 1, 'reading goes on');
  await free();
  await connection.request('todo.create', params);
  assert.deepStrictEqual(await titles(stage), ['a', 'b']);
});

staged('Requests in one message are answered each, also where one of them is refused', async (stage) => {
  const connection = stage.connect();
  const [made, refused, listed] = connection.batch([['todo.create', { title: 'a' }], ['todo.get', { id: 99 }], ['todo.list', {}]]);
  await assert.rejects(refused, (error) => error.kind === 'notFound');
  assert.strictEqual((await made).id, 1);
  assert.strictEqual((await listed).todos.length, 1);
});

staged('After the end every request fails at once, and the server is gone', async (stage) => {
  const connection = stage.connect();
  await create(connection, 'a');
  const { child } = connection.server;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const late = create(connection, 'b');
  connection.close();
  await assert.rejects(late, NoAnswer);
  await assert.rejects(create(connection, 'c'), NoAnswer);
  assert.strictEqual(await ended, 0);
});
