'use strict';

const { l10n, window } = require('vscode');
const { attempt } = require('../attempt');
const { categoryWords, short } = require('../words');
const { askForTitle, categories } = require('./asking');

/** @typedef {import('../app').App} App */
/** @typedef {import('../../protocol/model').Row} Row */

/** @param {App} app @param {Row} [row] */
async function renameSection(app, row) {
  if (!row || row.kind !== 'section') return;
  const title = await askForTitle(l10n.t('Title of the section'), row.title);
  if (title === undefined || title.trim() === row.title) return;
  await attempt(app.changes.renameSection(row.id, title.trim(), l10n.t('rename of “{0}”', short(row.title))));
}

/** @param {App} app @param {Row} [row] */
async function deleteSection(app, row) {
  if (!row || row.kind !== 'section') return;
  const known = await attempt(() => categories(app));
  if (!known) return;
  const isOne = row.count === 1;
  const moveTo = (/** @type {string} */ title) =>
    isOne ? l10n.t('Move its todo to “{0}”', title) : l10n.t('Move its todos to “{0}”', title);
  const others = known.filter(({ id }) => id !== row.id).map(({ id, category }) => ({
    label: `$(folder) ${moveTo(short(categoryWords(category)))}`,
    how: { moveTo: id },
  }));
  const deletion = {
    label: `$(trash) ${isOne ? l10n.t('Delete its todo too') : l10n.t('Delete its {0} todos too', row.count)}`,
    how: { deleteTodos: /** @type {true} */ (true) },
  };
  const choice = await window.showQuickPick([...others, deletion], { title: l10n.t('Delete “{0}”?', short(row.title)) });
  if (!choice) return;
  const words = l10n.t('deletion of “{0}”', short(row.title));
  const before = app.history.done.length;
  if (!(await attempt(app.changes.deleteSection(row.id, choice.how, words)))) return;
  const [deed] = app.history.done.slice(before);
  const undo = l10n.t('Undo');
  if ((await window.showInformationMessage(l10n.t('Deleted: {0}', short(row.title)), undo)) === undo) {
    await attempt(() => app.history.undo(deed));
  }
}

module.exports = { renameSection, deleteSection };
