'use strict';

const { l10n, window } = require('vscode');
const { parseDay } = require('../../protocol/days');
const { attempt } = require('../attempt');
const { short } = require('../words');

/** @typedef {import('../app').App} App */

/** @param {string} prompt @param {string} value */
function askForTitle(prompt, value) {
  return window.showInputBox({
    prompt,
    value,
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() ? undefined : l10n.t('A title is needed.')),
  });
}

/** @param {string | null} day @param {string} today @returns {Thenable<string | undefined>} */
function askForDay(day, today) {
  return window.showInputBox({
    prompt: l10n.t('Day: 2030-01-31, today, tomorrow, fri, +7; empty for none'),
    value: day || '',
    ignoreFocusOut: true,
    validateInput: (text) => (parseDay(text, today) === undefined ? l10n.t('This is no day.') : undefined),
  });
}

/**
 * The sections as they are now, empty ones left out.
 * @param {App} app
 * @returns {Promise<{id: string, category: string}[]>}
 */
async function categories(app) {
  const { sections } = await app.connection.request('sections.list', { fields: ['category'], limit: 1 });
  return sections.map(({ id, todos }) => ({ id, category: String((todos && todos[0] && todos[0].category) || '') }));
}

/** @param {App} app @param {string} former @returns {Promise<string>} the former one where nothing is chosen */
async function pickCategory(app, former) {
  const known = await attempt(() => categories(app));
  if (!known) return former;
  const named = known.filter(({ category }) => category);
  const items = named.map(({ category }) => ({ label: short(category), category, isNew: false }));
  const choice = await window.showQuickPick(
    [
      ...items,
      { label: l10n.t('No category'), category: '', isNew: false },
      { label: `$(add) ${l10n.t('New section…')}`, category: '', isNew: true },
    ],
    { title: l10n.t('Which section?'), ignoreFocusOut: true },
  );
  if (!choice) return former;
  const chosen = choice.isNew ? await askForTitle(l10n.t('Title of the new section'), '') : choice.category;
  if (chosen === undefined) return former;
  const title = chosen.trim();
  const meansNone = title === l10n.t('No category') && !named.some(({ category }) => category === title);
  return meansNone ? '' : title;
}

module.exports = { askForTitle, askForDay, categories, pickCategory };
