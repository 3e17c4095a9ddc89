'use strict';

const fs = require('fs');
const os = require('os');
const path = require('path');
const { env, workspace } = require('vscode');

/** @typedef {import('../protocol/process').Command} Command */

/** @template T @param {string} name @param {T} otherwise @returns {T} */
function setting(name, otherwise) {
  return workspace.getConfiguration('todo-server').get(name, otherwise);
}

/** @param {string} text */
function expandHome(text) {
  return text.startsWith('~/') ? path.join(os.homedir(), text.slice(2)) : text;
}

/**
 * Where this folder is that of the repository, or a link to it, there may be a build beside it.
 * @returns {string | undefined}
 */
function builtServer() {
  const built = path.join(fs.realpathSync(__dirname), '../../../../.build/release/todo-server');
  return fs.existsSync(built) ? built : undefined;
}

/** @param {string} name @returns {boolean} */
function isOnPath(name) {
  const names = process.platform === 'win32' ? [`${name}.exe`] : [name];
  const folders = (process.env.PATH || '').split(path.delimiter).filter(Boolean);
  return folders.some((folder) => names.some((each) => fs.existsSync(path.join(folder, each))));
}

/** @returns {Command} */
function command() {
  const named = expandHome(setting('path', '')) || process.env.TODO_SERVER;
  const file = named || (isOnPath('todo-server') ? 'todo-server' : builtServer() || 'todo-server');
  const store = expandHome(setting('store', ''));
  return { file, args: [...(store ? ['--store', store] : []), ...setting('arguments', /** @type {string[]} */ ([]))] };
}

/** @returns {string} */
function locale() {
  const chosen = setting('locale', 'auto');
  return chosen === 'auto' ? env.language : chosen;
}

/** @returns {number} */
function pageSize() {
  return Math.min(1000, Math.max(1, Math.floor(setting('pageSize', 100)) || 100));
}

/** @returns {'ask' | 'cat' | 'dog'} */
function firstPet() {
  return setting('pet', /** @type {'ask' | 'cat' | 'dog'} */ ('ask'));
}

module.exports = { command, locale, pageSize, firstPet };
