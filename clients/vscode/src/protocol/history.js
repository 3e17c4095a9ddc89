'use strict';

const { isKind } = require('./errors');

/** @typedef {import('../../../../protocol/types').UndoResult} UndoResult */
/** @typedef {import('./connection').Connection} Connection */
/** @typedef {{words: string, revision: number, ids: number[]}} Deed a change, by its revision and the todos that it touched */

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

  /** The newest change in the store, whoever made it. @param {string} words @returns {Promise<UndoResult>} */
  async undoAnyones(words) {
    const result = await this.connection.request('todo.undo', { scope: 'store' });
    this.done = this.done.filter(({ revision }) => revision !== result.undone);
    this.takenBack.push({ words, revision: result.revision, ids: [] });
    return result;
  }

  /** Takes a deed back; one that never can be is forgotten. @param {Deed} deed @param {Deed[]} deeds @returns {Promise<Deed>} */
  async revert(deed, deeds) {
    const forget = () => {
      const place = deeds.indexOf(deed);
      if (place >= 0) deeds.splice(place, 1);
    };
    try {
      const result = await this.connection.request('todo.undo', { revision: deed.revision, fields: ['id'] });
      forget();
      return { ...deed, revision: result.revision };
    } catch (error) {
      if (['conflict', 'notFound', 'gone'].some((kind) => isKind(error, kind))) forget();
      throw error;
    }
  }
}

module.exports = { History };
