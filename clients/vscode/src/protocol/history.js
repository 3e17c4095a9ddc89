'use strict';

const { isKind, NoAnswer } = require('./errors');

/** @typedef {import('../../../../protocol/types').UndoResult} UndoResult */
/** @typedef {import('./connection').Connection} Connection */
/** @typedef {{words: string, revision: number, ids: number[]}} Deed a change, and the todos that it touched */

const LONGEST = 1000;

/** What was changed here, and can be taken back, whatever others have done to other todos since. */
class History {
  /** @param {Connection} connection */
  constructor(connection) {
    this.connection = connection;
    /** @type {Deed[]} */
    this.done = [];
    /** @type {Deed[]} */
    this.takenBack = [];
  }

  /** @param {Deed} deed */
  note(deed) {
    this.done.push(deed);
    if (this.done.length > LONGEST) this.done.shift();
    this.takenBack = [];
  }

  /** In another store the revisions mean something else. */
  forget() {
    this.done = [];
    this.takenBack = [];
  }

  /** @param {Deed} [deed] by default the newest @returns {Promise<Deed | undefined>} what was taken back */
  async undo(deed = this.done[this.done.length - 1]) {
    const back = deed && (await this.revert(deed, this.done));
    if (back) this.takenBack.push(back);
    return deed;
  }

  /** @returns {Promise<Deed | undefined>} what was done again */
  async redo() {
    const deed = this.takenBack[this.takenBack.length - 1];
    const back = deed && (await this.revert(deed, this.takenBack));
    if (back) this.done.push(back);
    return deed;
  }

  /**
   * The newest change in the store, whoever made it.
   * @param {string} words
   * @returns {Promise<UndoResult>}
   */
  async undoAnyones(words) {
    const result = await this.connection.request('todo.undo', { scope: 'store' });
    this.done = this.done.filter(({ revision }) => revision !== result.undone);
    this.takenBack.push({ words, revision: result.revision, ids: [] });
    return result;
  }

  /**
   * Takes a deed back; one that never can be is forgotten.
   * @param {Deed} deed
   * @param {Deed[]} deeds
   * @returns {Promise<Deed | undefined>} undefined where it was done and its number was lost with the answer
   */
  async revert(deed, deeds) {
    const forget = () => {
      const place = deeds.indexOf(deed);
      if (place >= 0) deeds.splice(place, 1);
    };
    for (let isRepeated = false; ; isRepeated = true) {
      try {
        const result = await this.connection.request('todo.undo', { revision: deed.revision, fields: ['id'] });
        forget();
        return { ...deed, revision: result.revision };
      } catch (error) {
        // It has no key, but a second time it is refused.
        if (error instanceof NoAnswer && !isRepeated) continue;
        if (['conflict', 'notFound', 'gone'].some((kind) => isKind(error, kind))) forget();
        if (isRepeated && isKind(error, 'conflict') && error.reason === 'takenBack') return undefined;
        throw error;
      }
    }
  }
}

module.exports = { History };
