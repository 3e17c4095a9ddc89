'use strict';

const { spawn } = require('child_process');
const fs = require('fs');
const path = require('path');
const { test } = require('node:test');
const { Connection } = require('../src/protocol/connection');
const { Editor } = require('./stand-in');

const SERVER = process.env.SERVER || path.join(__dirname, '../../../.build/release/todo-server');
const SCRATCH = process.env.SCRATCH || fs.mkdtempSync(path.join(require('os').tmpdir(), 'todo-vscode-'));
/** Nothing listens there, so that a pet fails at once and nothing leaves the machine. */
const OFFLINE = ['--cat-api', 'http://127.0.0.1:9', '--dog-api', 'http://127.0.0.1:9'];
const LIMIT = 60000;

/** Waits until something holds, and says what did not. */
async function until(what, holds, limit = 20000) {
  const end = Date.now() + limit;
  for (;;) {
    const value = await holds();
    if (value) return value;
    if (Date.now() > end) throw new Error(`in ${limit} ms it did not come to: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** A store of its own for a test, and whatever reads and writes it; all ends with the test. */
class Stage {
  constructor(test) {
    this.test = test;
    this.folder = fs.mkdtempSync(path.join(SCRATCH, 'stage-'));
    this.store = path.join(this.folder, 'todos.sqlite');
    this.args = ['--store', this.store, '--cache', path.join(this.folder, 'cache'), ...OFFLINE];
  }

  ending(end) {
    this.test.after(end);
  }

  /** A connection; with `proxied` through the proxy, which can lose answers. */
  connect({ proxied = false, ...options } = {}) {
    const command = proxied
      ? { file: process.execPath, args: [path.join(__dirname, 'proxy.js'), this.folder, SERVER, ...this.args] }
      : { file: SERVER, args: this.args };
    const connection = new Connection({ command: () => command, locale: () => 'en', ...options });
    this.ending(() => connection.close());
    return connection;
  }

  /** Somebody else, who writes to the store at once. */
  other() {
    this.another = this.another || this.connect({ name: 'other' });
    return this.another;
  }

  async seed(...todos) {
    for (const todo of todos) {
      await this.other().request('todo.create', typeof todo === 'string' ? { title: todo, category: 'Home' } : todo);
    }
  }

  async stored(id) {
    return this.other().request('todo.get', { id });
  }

  /** `Home: a b*`, a line for each section; a star is for done. */
  async outline() {
    const { sections } = await this.other().request('sections.list', { limit: 1000 });
    return sections.map(({ title, todos }) =>
      `${title}: ${todos.map((todo) => todo.title + (todo.isCompleted ? '*' : '')).join(' ')}`).join('\n');
  }

  /** The editor with the extension in it, and its list shown. */
  async edit({ language, settings, proxied = false } = {}) {
    const path_ = proxied ? process.execPath : SERVER;
    const args = proxied ? [path.join(__dirname, 'proxy.js'), this.folder, SERVER, ...this.args] : this.args;
    const own = { 'todo-server.path': path_, 'todo-server.arguments': args };
    const editor = new Editor({ language, settings: { ...own, ...settings } });
    editor.app = editor.activate();
    this.ending(() => editor.deactivate());
    editor.tree = editor.trees.get('todo-server.todos');
    await editor.tree.show();
    return editor;
  }

  /** The server is to die of its next line with that text in it, which nobody gets to read. */
  lose(text) {
    const file = path.join(this.folder, 'lose');
    fs.writeFileSync(`${file}.new`, text);
    fs.renameSync(`${file}.new`, file); // So that it is never seen empty.
  }

  get hasLost() {
    return !fs.existsSync(path.join(this.folder, 'lose'));
  }

  /** Another program that holds the store; comes back once it does. */
  async lock() {
    const program = [
      'import sqlite3, sys',
      'db = sqlite3.connect(sys.argv[1], isolation_level=None)',
      'db.execute("BEGIN IMMEDIATE")',
      'print("locked", flush=True)',
      'sys.stdin.read()',
    ].join('\n');
    const holder = spawn('python3', ['-c', program, this.store], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.ending(() => holder.kill());
    await new Promise((resolve, reject) => {
      holder.stdout.once('data', resolve);
      holder.once('error', reject);
      holder.once('exit', () => reject(new Error('the store could not be locked')));
    });
    return () => new Promise((resolve) => holder.once('exit', resolve).stdin.end());
  }
}

/** A test with a stage of its own, and a time limit; `skip` says why it cannot be run here. */
function staged(name, run, skip = false) {
  test(name, { timeout: LIMIT, skip }, (context) => run(new Stage(context)));
}

/** What the tree shows, a line an item. */
function shown(tree, nodes = tree.roots, indent = '') {
  return nodes.flatMap(({ item, children }) => {
    const box = item.checkboxState ? (item.checkboxState.state ? '[x] ' : '[ ] ') : '';
    const star = item.iconPath && item.iconPath.id === 'star-full' ? '★ ' : '';
    const line = `${indent}${box}${star}${item.label}${item.description ? ` | ${item.description}` : ''}`;
    return [line, ...shown(tree, children, `${indent}  `)];
  });
}

/** Waits until the tree shows these lines. */
async function shows(editor, lines) {
  const wanted = lines.join('\n');
  try {
    await until('the tree', async () => {
      await editor.tree.settle();
      return shown(editor.tree).join('\n') === wanted;
    }, 10000);
  } catch (error) {
    require('assert').deepStrictEqual(shown(editor.tree), lines);
  }
}

module.exports = { SERVER, SCRATCH, Stage, staged, shown, shows, until };
