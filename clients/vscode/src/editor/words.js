'use strict';

const { l10n } = require('vscode');
const { daysUntil } = require('../protocol/days');
const { Cancelled, NoAnswer, ServerError, ServerNotFound } = require('../protocol/errors');

/** @typedef {import('../protocol/model').ListedTodo} ListedTodo */

/**
 * Text of a todo for places where the editor makes links of `[](…)` and icons of `$(…)`.
 * @param {string} text
 */
function plain(text) {
  return text.replace(/\]\(/g, ']\u200b(').replace(/\$\(/g, '$\u200b(');
}

/** @param {string} text for places that have room for a few words */
function short(text) {
  const characters = [...plain(text)];
  return characters.length > 60 ? `${characters.slice(0, 59).join('')}…` : characters.join('');
}

/** @param {string} day @param {string} today */
function dayWords(day, today) {
  const days = daysUntil(day, today);
  if (days === 0) return l10n.t('today');
  if (days === 1) return l10n.t('tomorrow');
  if (days === -1) return l10n.t('yesterday');
  return day;
}

/** @param {{dueOn: string | null, isCompleted: boolean}} todo @param {string} today */
function isOverdue(todo, today) {
  return todo.dueOn !== null && !todo.isCompleted && daysUntil(todo.dueOn, today) < 0;
}

/** @param {{dueOn: string | null, isCompleted: boolean}} todo @param {string} today */
function dueWords(todo, today) {
  if (todo.dueOn === null) return '';
  const words = dayWords(todo.dueOn, today);
  return isOverdue(todo, today) ? l10n.t('overdue: {0}', words) : l10n.t('due {0}', words);
}

/** @param {string} category */
function categoryWords(category) {
  return category || l10n.t('No category');
}

/**
 * What stands beside a title.
 * @param {ListedTodo} todo
 * @param {string} today
 * @param {boolean} withCategory
 */
function remarks(todo, today, withCategory) {
  return [dueWords(todo, today), withCategory ? todo.category : ''].filter(Boolean).join(' · ');
}

/** @param {unknown} error @returns {string} a sentence for a person */
function sentence(error) {
  if (error instanceof ServerError && error.current) {
    const { title, category, isCompleted } = error.current;
    const state = isCompleted ? l10n.t('done') : l10n.t('open');
    return l10n.t('Somebody else has changed this meanwhile, so nothing was done. It is now: “{0}” ({1}, {2}).',
      short(title), categoryWords(category), state);
  }
  if (error instanceof ServerNotFound) return l10n.t('The server could not be started: {0}', error.message);
  if (error instanceof NoAnswer) {
    return l10n.t('The server did not answer ({0}). What was asked of it may have been done or not.', error.message);
  }
  if (error instanceof Cancelled) return l10n.t('It took too long and was cancelled: nothing was done.');
  return plain(error instanceof Error ? error.message : String(error));
}

module.exports = { plain, short, dayWords, dueWords, isOverdue, categoryWords, remarks, sentence };
