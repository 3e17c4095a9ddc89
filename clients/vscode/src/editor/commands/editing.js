'use strict';

const { l10n, window } = require('vscode');
const { parseDay } = require('../../protocol/days');
const { attempt } = require('../attempt');
const { short } = require('../words');
const { askForDay, askForTitle, pickCategory } = require('./asking');

/** @typedef {import('../app').App} App */
/** @typedef {import('../../protocol/model').Row} Row */
/** @typedef {import('../../protocol/model').TodoRow} TodoRow */
/** @typedef {import('../../protocol/changes').Fields} Fields */

/**
 * Makes the same change to each, up to the first that cannot be made.
 * @param {TodoRow[]} rows
 * @param {(row: TodoRow) => () => Promise<unknown>} change
 * @returns {Promise<boolean>}
 */
async function each(rows, change) {
  for (const row of rows) {
    if ((await attempt(change(row))) === undefined) return false;
  }
  return true;
}

/** @param {App} app @param {TodoRow[]} rows @param {Fields} fields */
async function update(app, rows, fields) {
  return each(rows, ({ todo }) => app.changes.update(todo, fields, l10n.t('change of “{0}”', short(todo.title))));
}

/** @param {App} app @param {Row} [row] @param {Row[]} [rows] @param {{preserveFocus?: boolean}} [options] */
async function open(app, row, rows, options) {
  const [first] = app.tree.chosen(row, row ? [row] : rows);
  if (first) await attempt(() => app.details.open(first.todo.id, options));
}

/** @param {App} app @param {Row} [row] @param {Row[]} [rows] */
async function rename(app, row, rows) {
  const [first] = app.tree.chosen(row, rows);
  const title = first && (await askForTitle(l10n.t('Title'), first.todo.title));
  if (title !== undefined) await update(app, [first], { title: title.trim() });
}

/** @param {App} app @param {Row} [row] @param {Row[]} [rows] */
async function tick(app, row, rows) {
  const chosen = app.tree.chosen(row, rows);
  await update(app, chosen, { isCompleted: chosen.some(({ todo }) => !todo.isCompleted) });
}

/**
 * The editor shows a box as ticked at once; where that was not done, it is told so.
 * @param {App} app
 * @param {readonly [Row, import('vscode').TreeItemCheckboxState][]} boxes
 */
async function ticked(app, boxes) {
  for (const [row, state] of boxes) {
    const isDone = row.kind === 'todo' && (await update(app, [row], { isCompleted: Boolean(state) }));
    if (!isDone) return app.model.outdate();
  }
}

/** @param {App} app @param {Row} [row] @param {Row[]} [rows] */
async function today(app, row, rows) {
  const chosen = app.tree.chosen(row, rows);
  await update(app, chosen, { isToday: chosen.some(({ todo }) => !todo.isToday) });
}

/** @param {App} app @param {Row} [row] @param {Row[]} [rows] */
async function due(app, row, rows) {
  const chosen = app.tree.chosen(row, rows);
  if (!chosen.length) return;
  const text = await askForDay(chosen[0].todo.dueOn, app.model.today);
  if (text !== undefined) await update(app, chosen, { dueOn: parseDay(text, app.model.today) || null });
}

/** @param {App} app @param {Row} [row] @param {Row[]} [rows] */
async function moveTo(app, row, rows) {
  const chosen = app.tree.chosen(row, rows);
  if (!chosen.length) return;
  const former = chosen[0].todo.category;
  const category = await pickCategory(app, former);
  const others = chosen.filter(({ todo }) => todo.category !== category);
  await each(others, ({ todo }) => app.changes.move(todo, { category }, l10n.t('move of “{0}”', short(todo.title))));
}

/** @param {App} app @param {-1 | 1} step @param {Row} [row] @param {Row[]} [rows] */
async function moveBy(app, step, row, rows) {
  const [first] = app.tree.chosen(row, rows);
  if (!first || app.model.view !== 'all') return;
  const siblings = first.section.rows;
  const neighbour = siblings[siblings.indexOf(first) + step];
  if (!neighbour) return;
  const place = step < 0 ? { before: neighbour.todo.id } : { after: neighbour.todo.id };
  await attempt(app.changes.move(first.todo, place, l10n.t('move of “{0}”', short(first.todo.title))));
}

/** @param {App} app @param {Row} [row] @param {Row[]} [rows] */
async function remove(app, row, rows) {
  const chosen = app.tree.chosen(row, rows);
  /** @type {import('../../protocol/history').Deed[]} */
  const deeds = [];
  /** @type {string[]} */
  const titles = [];
  await each(chosen, ({ todo }) => {
    const deletion = app.changes.remove(todo, l10n.t('deletion of “{0}”', short(todo.title)));
    return async () => {
      const before = app.history.done.length;
      const deleted = await deletion();
      deeds.unshift(...app.history.done.slice(before));
      titles.push(short(deleted.title));
      return deleted;
    };
  });
  if (titles.length) await offerUndo(app, titles, deeds);
}

/** @param {App} app @param {string[]} titles @param {import('../../protocol/history').Deed[]} deeds newest first */
async function offerUndo(app, titles, deeds) {
  const message = titles.length === 1 ? l10n.t('Deleted: {0}', titles[0]) : l10n.t('{0} todos deleted', titles.length);
  const undo = l10n.t('Undo');
  // A server that ended in the midst of a deletion has not told by which number it can be taken back.
  const choice = await window.showInformationMessage(message, ...(deeds.length === titles.length ? [undo] : []));
  if (choice !== undo) return;
  for (const deed of deeds) {
    if (!(await attempt(() => app.history.undo(deed)))) return;
  }
}

module.exports = { open, rename, tick, ticked, today, due, moveTo, moveBy, remove };
