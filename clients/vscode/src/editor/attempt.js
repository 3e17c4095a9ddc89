'use strict';

const { l10n, window } = require('vscode');
const { Cancelled, NoAnswer, ServerNotFound, isKind } = require('../protocol/errors');
const { sentence } = require('./words');

/** @param {unknown} error */
function mayPass(error) {
  return (
    isKind(error, 'storeUnavailable') || error instanceof NoAnswer || error instanceof ServerNotFound ||
    (error instanceof Cancelled && error.isLate)
  );
}

/**
 * Carries something out, and says what went wrong. Where another attempt may help it is offered; it sends the same
 * keys, so nothing is done twice.
 * @template T
 * @param {() => Promise<T>} action
 * @returns {Promise<T | undefined>} undefined where it was not done
 */
async function attempt(action) {
  for (;;) {
    try {
      return await action();
    } catch (error) {
      if (error instanceof Cancelled && !error.isLate) return undefined;
      const again = l10n.t('Try Again');
      const choice = await window.showErrorMessage(sentence(error), ...(mayPass(error) ? [again] : []));
      if (choice !== again) return undefined;
    }
  }
}

module.exports = { attempt };
