'use strict';

/** @typedef {import('../../../../protocol/types').ErrorData} ErrorData */
/** @typedef {import('../../../../protocol/types').Todo} Todo */

/** The server's answer to a request that it did not carry out; `message` is a sentence for a person. */
class ServerError extends Error {
  /** @param {{code?: number, message?: string, data?: any}} error */
  constructor(error) {
    super(String(error.message || ''));
    this.name = 'ServerError';
    this.code = Number(error.code);
    this.data = error.data || {};
  }

  /** @returns {string} names the error: `notFound`, `conflict`, `storeUnavailable`… */
  get kind() {
    return String(this.data.kind || '');
  }

  /** @returns {string} the finer cause, as `revision` or `locked` */
  get reason() {
    return String(this.data.reason || '');
  }

  /** @returns {Todo | undefined} the todo as it is now, where a conflict is about one */
  get current() {
    return this.data.current;
  }
}

/** There is no server to start. */
class ServerNotFound extends Error {
  /** @param {string} path @param {string} reason */
  constructor(path, reason) {
    super(`${path}: ${reason}`);
    this.name = 'ServerNotFound';
    this.path = path;
  }
}

/** No answer. Whether a change was made is not known; to send it again with the same key is safe. */
class NoAnswer extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = 'NoAnswer';
  }
}

/** The request was taken back, by the one who made it or because it took too long; nothing of it has happened. */
class Cancelled extends Error {
  /** @param {string} method @param {boolean} isLate */
  constructor(method, isLate) {
    super(isLate ? `${method} took too long` : `${method} was cancelled`);
    this.name = 'Cancelled';
    this.isLate = isLate;
  }
}

/** @param {unknown} error @param {string} kind @returns {error is ServerError} */
function isKind(error, kind) {
  return error instanceof ServerError && error.kind === kind;
}

module.exports = { ServerError, ServerNotFound, NoAnswer, Cancelled, isKind };
