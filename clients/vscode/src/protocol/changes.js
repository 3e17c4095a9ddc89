'use strict';

const { randomUUID } = require('crypto');
const { isKind } = require('./errors');

/** @typedef {import('../../../../protocol/types').Methods} Methods */
/** @typedef {import('../../../../protocol/types').Todo} Todo */
/** @typedef {import('../../../../protocol/types').TodoCreateParams} TodoCreateParams */
/** @typedef {Partial<Todo> & {id: number, revision: number}} Known a todo as it was when the change was decided */
/** @typedef {Partial<Pick<Todo, 'title' | 'detail' | 'category' | 'isCompleted' | 'isToday' | 'dueOn'>>} Fields */
/** @typedef {{before: number} | {after: number} | {category: string}} Place */
/** @typedef {import('./connection').Connection} Connection */
/** @typedef {import('./history').History} History */

/** How often a change is tried on top of changes of others that do not concern it. */
const MOST_MERGES = 5;

/**
 * Changes, each made only if the todo is as it was when it was decided on. Where someone else has changed other
 * fields meanwhile, both are had; where the same, it fails with the conflict, whose `current` is theirs.
 *
 * A change is an object that can be carried out again after a failure: its requests keep their keys, so that what the
 * server had done is not done twice.
 */
class Changes {
  /** @param {Connection} connection @param {History} history */
  constructor(connection, history) {
    this.connection = connection;
    this.history = history;
  }

  /** @param {TodoCreateParams} params @param {string} words @returns {() => Promise<Todo>} */
  create(params, words) {
    const keyed = { ...params, key: randomUUID() };
    return async () => {
      const todo = await this.connection.request('todo.create', keyed);
      this.history.note({ words, revision: todo.revision, ids: [todo.id] });
      return todo;
    };
  }

  /** @param {Known} known @param {Fields} fields @param {string} words @returns {() => Promise<Todo>} */
  update(known, fields, words) {
    const names = /** @type {Array<keyof Fields>} */ (Object.keys(fields));
    /** @param {Todo} current */
    const isUntouched = (current) => names.every((name) => current[name] === known[name]);
    /** @param {Todo} current */
    const isSoAlready = (current) => names.every((name) => current[name] === fields[name]);
    return this.guarded('todo.update', known, fields, words, (current) => isUntouched(current) || isSoAlready(current));
  }

  /** @param {Known} known @param {Place} place @param {string} words @returns {() => Promise<Todo>} */
  move(known, place, words) {
    return this.guarded('todo.move', known, place, words, (current) => current.category === known.category);
  }

  /**
   * @param {'todo.update' | 'todo.move'} method
   * @param {Known} known
   * @param {Fields | Place} what
   * @param {string} words
   * @param {(current: Todo) => boolean} canMerge whether what others have made of it leaves room for this
   * @returns {() => Promise<Todo>}
   */
  guarded(method, known, what, words, canMerge) {
    let base = known.revision;
    let key = randomUUID();
    return async () => {
      for (let merges = 0; ; merges += 1) {
        try {
          const todo = await this.connection.request(method, { id: known.id, ...what, ifRevision: base, key });
          if (todo.revision > base) this.history.note({ words, revision: todo.revision, ids: [todo.id] });
          return todo;
        } catch (error) {
          const current = isKind(error, 'conflict') ? error.current : undefined;
          if (!current || merges >= MOST_MERGES || !canMerge(current)) throw error;
          base = current.revision;
          key = randomUUID();
        }
      }
    };
  }

  /** @param {Known} known @param {string} words @returns {() => Promise<Todo>} the todo as it was */
  remove(known, words) {
    const params = { id: known.id, ifRevision: known.revision, key: randomUUID() };
    return () => this.withRevision('todo.delete', params, words, [known.id]);
  }

  /** @param {string} id @param {string} title @param {string} words */
  renameSection(id, title, words) {
    return () => this.withRevision('sections.rename', { id, title }, words, []);
  }

  /** @param {string} id @param {{before: string} | {after: string}} place @param {string} words */
  moveSection(id, place, words) {
    return () => this.withRevision('sections.move', { id, ...place }, words, []);
  }

  /** @param {string} id @param {{moveTo: string} | {deleteTodos: true} | {}} how @param {string} words */
  deleteSection(id, how, words) {
    return async () => {
      const { ids, revision } = await this.connection.request('sections.delete', { id, ...how });
      this.history.note({ words, revision, ids });
      return ids;
    };
  }

  /**
   * A change whose answer does not tell the revision that it made: the question for it travels in the same message,
   * and so is answered before anybody else's change.
   * @param {keyof Methods} method @param {any} params @param {string} words @param {number[]} ids
   */
  async withRevision(method, params, words, ids) {
    /** @type {[keyof Methods, any]} */
    const question = ['sections.list', { groupBy: 'schedule', includeTodos: false }];
    const before = this.connection.runs;
    const [answer, state] = this.connection.batch([[method, params], question]);
    state.catch(() => {}); // It is read only where the change was made.
    const result = await answer;
    // After a restart the question was asked again, perhaps behind others' changes: then nobody knows.
    const revision = await state.then((sections) => sections.revision, () => undefined);
    if (revision && this.connection.runs === Math.max(before, 1)) this.history.note({ words, revision, ids });
    return result;
  }
}

module.exports = { Changes };
