'use strict';

const { l10n, ThemeIcon, window } = require('vscode');
const { FIELDS } = require('../../protocol/model');
const { attempt } = require('../attempt');
const { plain, remarks, sentence } = require('../words');

/** @typedef {import('../app').App} App */
/** @typedef {import('../../protocol/model').ListedTodo} ListedTodo */
/** @typedef {import('vscode').QuickPickItem & {todo?: ListedTodo}} Found */

const MOST = 100;

/** @param {ListedTodo} todo @param {string} today @returns {Found} */
function itemOf(todo, today) {
  return {
    label: `${todo.isCompleted ? '$(check)' : todo.isToday ? '$(star-full)' : '$(circle-large-outline)'} ${plain(todo.title)}`,
    description: plain(remarks(todo, today, true)),
    // The server knows what fits; the editor's own filter knows no initial consonants, and no details.
    alwaysShow: true,
    buttons: [{ iconPath: new ThemeIcon('edit'), tooltip: l10n.t('Edit title and detail') }],
    todo,
  };
}

/**
 * Shows what fits while it is typed.
 * @param {App} app
 */
function search(app) {
  /** @type {import('vscode').QuickPick<Found>} */
  const pick = window.createQuickPick();
  pick.title = l10n.t('Search');
  pick.placeholder = l10n.t('A part of a title or detail; Korean initial consonants find syllables');
  let asking = new AbortController();
  const ask = async (/** @type {string} */ text) => {
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    if (!text.trim()) {
      pick.items = [];
      return;
    }
    pick.busy = true;
    try {
      const page = await app.connection.request('todo.list', { filter: { text }, fields: FIELDS, limit: MOST }, { signal });
      if (signal.aborted) return;
      pick.items = page.todos.map((todo) => itemOf(/** @type {ListedTodo} */ (todo), app.model.today));
    } catch (error) {
      if (signal.aborted) return;
      pick.items = [{ label: `$(error) ${sentence(error)}`, alwaysShow: true }];
    }
    pick.busy = false;
  };
  pick.onDidChangeValue(ask);
  pick.onDidAccept(() => {
    const [found] = pick.selectedItems;
    pick.hide();
    if (found && found.todo) attempt(() => goTo(app, /** @type {ListedTodo} */ (found.todo)));
  });
  pick.onDidTriggerItemButton(({ item }) => {
    const { todo } = item;
    pick.hide();
    if (todo) attempt(() => app.details.open(todo.id));
  });
  pick.onDidHide(() => {
    asking.abort();
    pick.dispose();
  });
  pick.show();
}

/**
 * To its row; where that is too far away, or not in this view, to its document.
 * @param {App} app
 * @param {ListedTodo} todo
 */
async function goTo(app, todo) {
  const row = await app.model.locate(todo);
  if (row) await app.tree.reveal(row);
  else await app.details.open(todo.id);
}

/**
 * To the first section of an index title.
 * @param {App} app
 */
async function jump(app) {
  if (app.model.isByDay()) app.show('all');
  await attempt(async () => {
    await app.model.loadSections();
    const items = app.model.index.map(({ title, section }) => {
      const row = app.model.sections[section];
      return { label: title, description: title === row.title ? '' : plain(row.title), row };
    });
    const choice = await window.showQuickPick(items, { title: l10n.t('Jump to'), matchOnDescription: true });
    if (choice) await app.tree.reveal(choice.row);
  });
}

module.exports = { search, jump };
