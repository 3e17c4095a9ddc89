'use strict';

const { randomUUID } = require('crypto');
const { Cancelled, NoAnswer, ServerError, ServerNotFound } = require('./errors');
const { Listeners } = require('./listeners');
const { ServerProcess } = require('./process');

/** @typedef {import('../../../../protocol/types').Methods} Methods */
/** @typedef {import('../../../../protocol/types').DidChangeParams} DidChangeParams */
/** @typedef {import('./process').Command} Command */
/**
 * @typedef {object} Options
 * @property {() => Command} command asked at each start
 * @property {() => string} [locale]
 * @property {string} [name]
 * @property {number} [timeout] milliseconds for a request
 * @property {number} [grace] milliseconds that a server has to answer a cancelled request before it counts as hung
 * @property {(line: string) => void} [log]
 */
/** @typedef {{timeout?: number, signal?: AbortSignal}} Limits */
/** @typedef {{id: number, method: string, params: any, settle: (error: Error | undefined, result?: any) => void}} Call */
/**
 * What travels as one message: a request, or a batch of them.
 * @typedef {object} Frame
 * @property {Map<number, Call>} calls those without an answer
 * @property {unknown} message
 * @property {boolean} isRepeatable
 * @property {boolean} isOrdered whether its reply comes in the order of the requests
 * @property {number} tries
 * @property {number} timeout
 * @property {NodeJS.Timeout} [timer]
 * @property {'late' | 'aborted'} [takenBack]
 */
/** @typedef {{kind: 'up', isBack: boolean} | {kind: 'down', error: Error}} State */

const KEYED = new Set(['create', 'update', 'delete', 'move', 'updateMany', 'deleteMany'].map((name) => `todo.${name}`));
const REPEATABLE = new Set([
  ...KEYED,
  'initialize', 'todo.get', 'todo.list', 'sections.list', 'changes.since', 'pet.random', 'pet.image',
  // These say the same when they are said twice.
  'sections.rename', 'sections.move',
]);
/** Milliseconds before each further start. One more end within the window, and it is given up. */
const PAUSES = [0, 50, 100, 200, 500, 1000, 2000, 4000];
const WINDOW = 60000;
/** Of one message, should it be what ends the server. */
const MOST_TRIES = 5;

/**
 * The conversation with the server. It outlives the server: one that ends is started again, and what it left
 * unanswered is sent again where that is safe: what only reads, and what carries a key, by which the server knows
 * that it has done it already.
 */
class Connection {
  /** @param {Options} options */
  constructor(options) {
    this.options = { name: 'vscode', timeout: 20000, grace: 2000, ...options };
    /** @type {'down' | 'starting' | 'up' | 'closed'} */
    this.phase = 'down';
    /** @type {ServerProcess | undefined} */
    this.server = undefined;
    /** @type {Frame[]} */
    this.queue = [];
    /** @type {Frame[]} */
    this.outstanding = [];
    /** @type {number[]} */
    this.ends = [];
    this.lastId = 0;
    this.runs = 0;
    /** @type {Listeners<DidChangeParams>} */
    this.changes = new Listeners();
    /** @type {Listeners<State>} */
    this.states = new Listeners();
  }

  // Asking

  /**
   * @template {keyof Methods} M
   * @param {M} method
   * @param {Methods[M]['params']} [params]
   * @param {Limits} [limits]
   * @returns {Promise<Methods[M]['result']>}
   */
  request(method, params, limits = {}) {
    const [call, answer] = this.callOf(method, params);
    this.post([call], false, limits);
    return answer;
  }

  /**
   * Several requests as one message, which the server carries out with nothing of anyone else's in between.
   * @param {Array<[keyof Methods, any]>} requests
   * @param {Limits} [limits]
   * @returns {Promise<any>[]} an answer each
   */
  batch(requests, limits = {}) {
    const made = requests.map(([method, params]) => this.callOf(method, params));
    this.post(made.map(([call]) => call), true, limits);
    return made.map(([, answer]) => answer);
  }

  /** @param {string} method @param {any} params @returns {[Call, Promise<any>]} */
  callOf(method, params) {
    const keyed = KEYED.has(method) && !(params && params.key) ? { ...params, key: randomUUID() } : params;
    /** @type {Call['settle']} */
    let settle = () => {};
    const answer = new Promise((resolve, reject) => {
      settle = (error, result) => (error ? reject(error) : resolve(result));
    });
    return [{ id: ++this.lastId, method, params: keyed, settle }, answer];
  }

  /** @param {Call[]} calls @param {boolean} isBatch @param {Limits} limits */
  post(calls, isBatch, { timeout = this.options.timeout, signal }) {
    const messages = calls.map(({ id, method, params }) => ({ jsonrpc: '2.0', id, method, params }));
    /** @type {Frame} */
    const frame = {
      calls: new Map(calls.map((call) => [call.id, call])),
      message: isBatch ? messages : messages[0],
      isRepeatable: calls.every(({ method }) => REPEATABLE.has(method)),
      isOrdered: !calls.every(({ method }) => method.startsWith('pet.')),
      tries: 0,
      timeout,
    };
    if (this.phase === 'closed') return fail(frame, new NoAnswer('the connection is closed'));
    if (signal && signal.aborted) return fail(frame, new Cancelled(calls[0].method, false));
    if (signal) signal.addEventListener('abort', () => this.takeBack(frame, 'aborted'), { once: true });
    this.queue.push(frame);
    if (this.phase === 'up') this.flush();
    if (this.phase === 'down') this.start();
  }

  flush() {
    for (const frame of this.queue.splice(0)) this.send(frame);
  }

  /** @param {Frame} frame */
  send(frame) {
    if (!this.server) return;
    frame.tries += 1;
    this.outstanding.push(frame);
    frame.timer = setTimeout(() => this.takeBack(frame, 'late'), frame.timeout);
    this.server.send(frame.message);
  }

  /** @param {Frame} frame @param {'late' | 'aborted'} why */
  takeBack(frame, why) {
    if (frame.takenBack || !frame.calls.size) return;
    frame.takenBack = why;
    const place = this.queue.indexOf(frame);
    if (place >= 0) {
      this.queue.splice(place, 1);
      return fail(frame, new Cancelled(firstOf(frame).method, why === 'late'));
    }
    for (const id of frame.calls.keys()) {
      if (this.server) this.server.send({ jsonrpc: '2.0', method: '$/cancelRequest', params: { id } });
    }
    clearTimeout(frame.timer);
    frame.timer = setTimeout(() => this.giveUpOn(frame), this.options.grace);
  }

  /**
   * A server that does not even answer what was cancelled hangs.
   * @param {Frame} frame
   */
  giveUpOn(frame) {
    this.outstanding = this.outstanding.filter((other) => other !== frame);
    fail(frame, new NoAnswer(`no answer to ${firstOf(frame).method}`));
    if (this.server) this.server.kill();
  }

  // Hearing

  /** @param {any} message */
  hear(message) {
    for (const part of Array.isArray(message) ? message : [message]) {
      if (part.method === 'todo.didChange') this.changes.tell(part.params);
      else if (!part.method) this.settle(part);
    }
  }

  /** @param {any} reply */
  settle(reply) {
    const isUnreadable = reply.id === null; // Replies keep the order, so it is about the oldest message.
    const frame = this.outstanding.find((each) => (isUnreadable ? each.isOrdered : each.calls.has(reply.id)));
    if (!frame) return;
    const calls = isUnreadable ? [...frame.calls.values()] : [/** @type {Call} */ (frame.calls.get(reply.id))];
    for (const call of calls) {
      frame.calls.delete(call.id);
      call.settle(this.errorOf(reply, frame, call), reply.result);
    }
    if (frame.calls.size) return;
    clearTimeout(frame.timer);
    this.outstanding.splice(this.outstanding.indexOf(frame), 1);
  }

  /** @param {any} reply @param {Frame} frame @param {Call} call */
  errorOf(reply, frame, call) {
    if (!reply.error) return undefined;
    const error = new ServerError(reply.error);
    return error.kind === 'cancelled' ? new Cancelled(call.method, frame.takenBack === 'late') : error;
  }

  // Starting, and starting again

  start() {
    this.phase = 'starting';
    /** @type {ServerProcess} */
    const server = new ServerProcess(this.options.command(), {
      onMessage: (message) => server === this.server && this.hear(message),
      onEnd: (how) => server === this.server && this.ended(how),
      log: (line) => this.options.log && this.options.log(line),
    });
    this.server = server;
    this.greet(server);
  }

  /** @param {ServerProcess} server */
  greet(server) {
    const params = {
      processId: process.pid,
      clientInfo: { name: this.options.name },
      locale: this.options.locale ? this.options.locale() : undefined,
      capabilities: {},
    };
    const [call, answer] = this.callOf('initialize', params);
    const { id, method } = call;
    this.send({
      calls: new Map([[id, call]]),
      message: { jsonrpc: '2.0', id, method, params },
      isRepeatable: false, // A further server is greeted anew.
      isOrdered: true,
      tries: 0,
      timeout: this.options.timeout,
    });
    const goOn = () => {
      if (server !== this.server || this.phase !== 'starting') return;
      server.send({ jsonrpc: '2.0', method: 'initialized' });
      this.phase = 'up';
      this.runs += 1;
      this.flush();
      this.states.tell({ kind: 'up', isBack: this.runs > 1 });
    };
    // One that refuses to be greeted will say to each request why; without an answer its end is told.
    answer.then(goOn, (error) => error instanceof ServerError && goOn());
  }

  /** @param {{error?: NodeJS.ErrnoException, status: string}} how */
  ended(how) {
    this.server = undefined;
    const left = this.outstanding.splice(0);
    left.forEach((frame) => clearTimeout(frame.timer));
    if (this.phase === 'closed') return;
    const mayRepeat = (/** @type {Frame} */ frame) => frame.isRepeatable && !frame.takenBack && frame.tries < MOST_TRIES;
    const lost = left.filter((frame) => !mayRepeat(frame));
    this.queue = [...left.filter(mayRepeat), ...this.queue];
    if (how.error) {
      this.giveUp(new ServerNotFound(this.options.command().file, how.error.code || how.error.message));
    } else {
      this.startAgain(`the server has ended (${how.status})`);
    }
    lost.forEach((frame) => fail(frame, new NoAnswer(`the server has ended (${how.status})`)));
  }

  /** @param {string} reason */
  startAgain(reason) {
    const now = Date.now();
    this.ends = [...this.ends.filter((time) => now - time < WINDOW), now];
    const pause = PAUSES[this.ends.length - 1];
    if (pause === undefined) return this.giveUp(new NoAnswer(reason));
    this.phase = 'starting';
    this.pausing = setTimeout(() => this.phase === 'starting' && this.start(), pause);
  }

  /**
   * Until somebody asks for something again.
   * @param {Error} error
   */
  giveUp(error) {
    this.phase = 'down';
    this.ends = [];
    for (const frame of this.queue.splice(0)) fail(frame, error);
    this.states.tell({ kind: 'down', error });
  }

  /** Ends the server, and starts another one, by other options perhaps, when there is something to ask. */
  restart() {
    this.close(new NoAnswer('the server is started anew'));
    this.phase = 'down';
    this.ends = [];
  }

  /** @param {Error} [error] what those hear who wait for answers */
  close(error = new NoAnswer('the connection is closed')) {
    const server = this.server;
    this.phase = 'closed';
    this.server = undefined;
    clearTimeout(this.pausing);
    for (const frame of [...this.outstanding.splice(0), ...this.queue.splice(0)]) {
      clearTimeout(frame.timer);
      fail(frame, error);
    }
    if (server) server.close();
  }
}

/** @param {Frame} frame @returns {Call} */
function firstOf(frame) {
  return frame.calls.values().next().value;
}

/** @param {Frame} frame @param {Error} error */
function fail(frame, error) {
  const calls = [...frame.calls.values()];
  frame.calls.clear();
  for (const call of calls) call.settle(error);
}

module.exports = { Connection };
