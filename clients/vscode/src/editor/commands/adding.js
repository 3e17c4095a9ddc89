'use strict';

const { l10n, window } = require('vscode');
const { parseDay } = require('../../protocol/days');
const { attempt } = require('../attempt');
const { categoryWords, dayWords, short } = require('../words');
const { askForDay, askForTitle, pickCategory } = require('./asking');

/** @typedef {import('../app').App} App */
/** @typedef {import('../../protocol/model').Row} Row */
/** @typedef {{title: string, category: string, dueOn: string | null, isToday: boolean}} Draft */

/** @param {Row | undefined} row @returns {string} the section that a new todo goes to */
function categoryAt(row) {
  if (!row) return '';
  return (row.kind === 'todo' ? row.todo.category : row.kind === 'section' ? row.category : '') || '';
}

/**
 * Asks for a title, then whether to add it, and lets the rest be chosen meanwhile.
 * @param {App} app
 * @param {Row} [row]
 */
async function add(app, row) {
  const title = await askForTitle(l10n.t('Add a todo'), '');
  if (title === undefined) return;
  /** @type {Draft} */
  const draft = {
    title,
    category: categoryAt(row || app.tree.view.selection[0]),
    dueOn: null,
    isToday: app.model.view === 'today',
  };
  if (!(await confirm(app, draft))) return;
  const { dueOn, ...rest } = draft;
  const params = dueOn === null ? rest : { ...rest, dueOn };
  const todo = await attempt(app.changes.create(params, l10n.t('addition of “{0}”', short(title))));
  if (todo) await app.tree.reveal(await app.model.locate(todo));
}

/** @param {App} app @param {Draft} draft @returns {Promise<boolean>} */
async function confirm(app, draft) {
  for (;;) {
    const { today } = app.model;
    const day = draft.dueOn ? dayWords(draft.dueOn, today) : l10n.t('none');
    const isToday = draft.isToday ? l10n.t('yes') : l10n.t('no');
    const items = [
      { does: 'add', label: `$(check) ${l10n.t('Add “{0}”', short(draft.title))}` },
      { does: 'category', label: `$(folder) ${l10n.t('Section')}`, description: short(categoryWords(draft.category)) },
      { does: 'due', label: `$(calendar) ${l10n.t('Day')}`, description: day },
      { does: 'today', label: `$(star-full) ${l10n.t('On today’s list')}`, description: isToday },
      { does: 'drop', label: `$(close) ${l10n.t('Do not add it')}` },
    ];
    const choice = await window.showQuickPick(items, { title: l10n.t('Add this todo?'), ignoreFocusOut: true });
    if (!choice || choice.does === 'drop') return false;
    if (choice.does === 'add') return true;
    if (choice.does === 'today') draft.isToday = !draft.isToday;
    if (choice.does === 'category') draft.category = await pickCategory(app, draft.category);
    if (choice.does === 'due') {
      const text = await askForDay(draft.dueOn, today);
      if (text !== undefined) draft.dueOn = parseDay(text, today) || null;
    }
  }
}

module.exports = { add };
