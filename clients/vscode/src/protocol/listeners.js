'use strict';

/**
 * Who listens to what. One that throws does not keep the others from hearing.
 * @template T
 */
class Listeners {
  constructor() {
    /** @type {Set<(value: T) => void>} */
    this.all = new Set();
  }

  /** @param {(value: T) => void} listener @returns {{dispose(): void}} */
  add(listener) {
    this.all.add(listener);
    return { dispose: () => this.all.delete(listener) };
  }

  /** @param {T} value */
  tell(value) {
    for (const listener of [...this.all]) {
      try {
        listener(value);
      } catch (error) {
        console.error(error);
      }
    }
  }
}

module.exports = { Listeners };
