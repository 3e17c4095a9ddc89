'use strict';

const { l10n, window } = require('vscode');
const { attempt } = require('../attempt');
const { add } = require('./adding');
const editing = require('./editing');
const { jump, search } = require('./finding');
const { deleteSection, renameSection } = require('./sections');

/** @typedef {import('../app').App} App */
/** @typedef {import('../../protocol/model').View} View */

const WHILE = 5000;

/** @param {string} text */
function tell(text) {
  window.setStatusBarMessage(text, WHILE);
}

/** @param {App} app */
async function undo(app) {
  await attempt(async () => {
    const deed = await app.history.undo();
    tell(deed ? l10n.t('Taken back: {0}', deed.words) : l10n.t('There is nothing of yours to take back.'));
  });
}

/** @param {App} app */
async function redo(app) {
  await attempt(async () => {
    const deed = await app.history.redo();
    tell(deed ? l10n.t('Done again: {0}', deed.words) : l10n.t('There is nothing to do again.'));
  });
}

/** @param {App} app */
async function undoAnyones(app) {
  const words = l10n.t('the newest change in the store');
  if (await attempt(() => app.history.undoAnyones(words))) tell(l10n.t('Taken back: {0}', words));
}

/**
 * Every command by its name; each gets the application and what the editor passes.
 * @type {Record<string, (app: App, ...rest: any[]) => unknown>}
 */
const commands = {
  add,
  search,
  jump,
  showAll: (app) => app.show('all'),
  showToday: (app) => app.show('today'),
  showUpcoming: (app) => app.show('upcoming'),
  showInitials: (app) => app.show('initials'),
  undo,
  redo,
  undoAnyones,
  refresh: (app) => app.model.outdate(),
  open: editing.open,
  rename: editing.rename,
  tick: editing.tick,
  today: editing.today,
  due: editing.due,
  moveTo: editing.moveTo,
  moveUp: (app, row, rows) => editing.moveBy(app, -1, row, rows),
  moveDown: (app, row, rows) => editing.moveBy(app, 1, row, rows),
  delete: editing.remove,
  renameSection,
  deleteSection,
  more: (app, row) => row && app.model.more(row.section),
  cat: (app) => app.pet.show('cat'),
  dog: (app) => app.pet.show('dog'),
};

module.exports = { commands };
