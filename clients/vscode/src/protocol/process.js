'use strict';

const { spawn } = require('child_process');

/** @typedef {{file: string, args: string[]}} Command */
/**
 * @typedef {object} Hearer
 * @property {(message: any) => void} onMessage each message of the server; a batch of replies is an array
 * @property {(how: {error?: NodeJS.ErrnoException, status: string}) => void} onEnd once, after the last message
 * @property {(line: string) => void} log what the server says on standard error
 */

const LAST_OUTPUT = 500; // Milliseconds that a child of the server may hold its pipes after its end.

/** Cuts what arrives, in whatever pieces, into lines, and joins each line once. */
class Lines {
  constructor() {
    /** @type {Buffer[]} */
    this.pieces = [];
  }

  /** @param {Buffer} data @param {(line: string) => void} each */
  push(data, each) {
    let start = 0;
    for (let end = data.indexOf(10); end >= 0; end = data.indexOf(10, start)) {
      this.pieces.push(data.subarray(start, end));
      const line = Buffer.concat(this.pieces).toString('utf8').trim();
      this.pieces = [];
      start = end + 1;
      if (line) each(line);
    }
    if (start < data.length) this.pieces.push(data.subarray(start));
  }
}

/** One run of the server, from its start to its end. Messages travel as lines. */
class ServerProcess {
  /** @param {Command} command @param {Hearer} hearer */
  constructor(command, hearer) {
    this.hearer = hearer;
    this.hasEnded = false;
    this.child = spawn(command.file, command.args, { stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true });
    this.pid = this.child.pid;
    this.child.on('error', (error) => this.end({ error, status: error.message }));
    this.child.on('exit', (code, signal) => {
      const how = { status: signal || `status ${code}` };
      this.child.once('close', () => this.end(how));
      this.lastOutput = setTimeout(() => this.end(how), LAST_OUTPUT);
    });
    // A write to a server that has just ended fails; its end is told by `exit`.
    this.child.stdin.on('error', () => {});
    this.listen(this.child.stdout, (line) => this.read(line));
    this.listen(this.child.stderr, (line) => hearer.log(line));
  }

  /** @param {NodeJS.ReadableStream} stream @param {(line: string) => void} each */
  listen(stream, each) {
    const lines = new Lines();
    stream.on('data', (/** @type {Buffer} */ data) => lines.push(data, each));
  }

  /** @param {string} line */
  read(line) {
    if (this.hasEnded) return;
    let message;
    try {
      message = JSON.parse(line);
    } catch (error) {
      this.hearer.log(`unreadable: ${line.slice(0, 200)}`);
      this.kill();
      return;
    }
    this.hearer.onMessage(message);
  }

  /** @param {unknown} message */
  send(message) {
    this.child.stdin.write(JSON.stringify(message) + '\n');
  }

  kill() {
    this.child.kill('SIGKILL');
  }

  /** Lets it finish what it has read and end; kills one that hangs. */
  close() {
    this.send({ jsonrpc: '2.0', id: 'shutdown', method: 'shutdown' });
    this.send({ jsonrpc: '2.0', method: 'exit' });
    this.child.stdin.end();
    const timer = setTimeout(() => this.kill(), 2000);
    this.child.once('exit', () => clearTimeout(timer));
  }

  /** @param {{error?: NodeJS.ErrnoException, status: string}} how */
  end(how) {
    if (this.hasEnded) return;
    this.hasEnded = true;
    clearTimeout(this.lastOutput);
    this.hearer.onEnd(how);
  }
}

module.exports = { ServerProcess, Lines };
