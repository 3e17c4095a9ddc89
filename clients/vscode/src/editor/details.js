'use strict';

const {
  commands, EventEmitter, FileChangeType, FileSystemError, FileType, l10n, Uri, window, workspace,
} = require('vscode');
const { isKind } = require('../protocol/errors');
const { parseDocument, textOf } = require('./document');
const { categoryWords, sentence, short } = require('./words');

/** @typedef {import('../../../../protocol/types').Todo} Todo */
/** @typedef {import('../protocol/changes').Changes} Changes */
/** @typedef {import('../protocol/connection').Connection} Connection */

const SCHEME = 'todo';
const THEIRS = 'todo-theirs';

/** @param {number} id */
function uriOf(id) {
  return Uri.from({ scheme: SCHEME, path: `/${id}.md` });
}

/** @param {Uri} uri @returns {number | undefined} */
function idOf(uri) {
  const match = /^\/(\d+)\.md$/.exec(uri.path);
  return match ? Number(match[1]) : undefined;
}

/**
 * Todos as documents, `todo:/12.md`: the title as a heading, then the detail.
 *
 * The editor itself notices a file that has changed under a document, but by its time and its length, which miss a
 * change of the same length. So a document with changes sees the file as old as it was (`stat`), and whether there is a
 * conflict is decided in `writeFile`, by the revision.
 */
class Details {
  /** @param {Connection} connection @param {Changes} changes */
  constructor(connection, changes) {
    this.connection = connection;
    this.changes = changes;
    /** @type {Map<number, Todo>} the version that each document was made from */
    this.bases = new Map();
    /** @type {Map<number, Todo>} the version that was read last, perhaps for something else than the document */
    this.read = new Map();
    /** @type {Set<number>} those whose document has changes of its own, and is to be loaded again once it has none */
    this.outdated = new Set();
    /** @type {Map<string, string>} */
    this.theirs = new Map();
    /** @type {EventEmitter<import('vscode').FileChangeEvent[]>} */
    this.emitter = new EventEmitter();
    this.onDidChangeFile = this.emitter.event;
    this.disposables = [
      this.emitter,
      workspace.registerFileSystemProvider(SCHEME, this, { isCaseSensitive: true }),
      workspace.registerTextDocumentContentProvider(THEIRS, {
        provideTextDocumentContent: (uri) => this.theirs.get(uri.path),
      }),
      workspace.onDidChangeTextDocument(({ document }) => this.follow(document)),
      workspace.onDidCloseTextDocument((document) => this.forget(document.uri)),
      connection.changes.add(({ ids }) => this.compare(ids)),
      connection.states.add((state) => state.kind === 'up' && state.isBack && this.compare()),
    ];
  }

  dispose() {
    this.disposables.forEach((each) => each.dispose());
  }

  /** @param {number} id @param {{preserveFocus?: boolean}} [options] */
  async open(id, options = {}) {
    await window.showTextDocument(uriOf(id), { preview: true, ...options });
  }

  // What documents are made from

  /**
   * A document without changes of its own shows what was read last.
   * @param {import('vscode').TextDocument} document
   */
  follow(document) {
    const id = document.uri.scheme === SCHEME ? idOf(document.uri) : undefined;
    if (id === undefined || document.isDirty) return;
    const todo = this.read.get(id);
    if (todo && textOf(todo) === document.getText()) this.bases.set(id, todo);
    if (this.outdated.delete(id)) this.tell(FileChangeType.Changed, id);
  }

  /** @param {Uri} uri */
  forget(uri) {
    const id = uri.scheme === SCHEME ? idOf(uri) : undefined;
    if (id === undefined) return;
    this.bases.delete(id);
    this.read.delete(id);
    this.outdated.delete(id);
  }

  /** Another store has other todos by the same numbers. */
  forgetAll() {
    this.bases.clear();
    this.read.clear();
  }

  /** @param {Uri} uri */
  isDirty(uri) {
    return workspace.textDocuments.some((document) => document.isDirty && document.uri.toString() === uri.toString());
  }

  /**
   * Tells the editor of open documents whose text has become another.
   * @param {number[]} [ids]
   */
  async compare(ids) {
    for (const [id, base] of this.bases) {
      if (ids && !ids.includes(id)) continue;
      try {
        const todo = await this.connection.request('todo.get', { id });
        if (textOf(todo) !== textOf(base)) this.changed(uriOf(id));
      } catch (error) {
        if (isKind(error, 'notFound')) this.tell(FileChangeType.Deleted, id);
      }
    }
  }

  /**
   * The editor passes over a change under a document with changes of its own.
   * @param {Uri} uri
   */
  changed(uri) {
    const id = Number(idOf(uri));
    if (this.isDirty(uri)) this.outdated.add(id);
    else this.tell(FileChangeType.Changed, id);
  }

  /** @param {import('vscode').FileChangeType} type @param {number} id */
  tell(type, id) {
    this.emitter.fire([{ type, uri: uriOf(id) }]);
  }

  // The file system

  /** @param {Uri} uri @returns {Promise<Todo>} */
  async get(uri) {
    const id = idOf(uri);
    if (id === undefined) throw FileSystemError.FileNotFound(uri);
    try {
      return await this.connection.request('todo.get', { id });
    } catch (error) {
      throw isKind(error, 'notFound') ? FileSystemError.FileNotFound(uri) : FileSystemError.Unavailable(sentence(error));
    }
  }

  /** @param {Uri} uri */
  async stat(uri) {
    if (uri.path === '/') return { type: FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    const todo = await this.get(uri);
    const base = (this.isDirty(uri) && this.bases.get(todo.id)) || todo;
    const size = Buffer.byteLength(textOf(todo));
    return { type: FileType.File, ctime: Date.parse(todo.createdAt), mtime: Date.parse(base.modifiedAt), size };
  }

  /** @param {Uri} uri */
  async readFile(uri) {
    const todo = await this.get(uri);
    this.read.set(todo.id, todo);
    if (!this.isDirty(uri)) this.bases.set(todo.id, todo);
    return Buffer.from(textOf(todo));
  }

  /** @param {Uri} uri @param {Uint8Array} content */
  async writeFile(uri, content) {
    const text = Buffer.from(content).toString('utf8');
    const known = this.bases.get(Number(idOf(uri)));
    const base = known || (await this.get(uri));
    const wish = parseDocument(text, base.detail);
    if (!wish) throw FileSystemError.Unavailable(l10n.t('The first line must be the title: # and a text.'));
    // Without a base, as after a restart of the editor, nobody knows what the document was made from.
    const isDoubtful = !known && textOf(base) !== text;
    const todo = await this.write(uri, base, wish, isDoubtful);
    // The document shows this text, whatever others have made of the rest, until it is loaded again.
    this.bases.set(todo.id, { ...todo, ...wish });
    if (textOf(todo) !== text) this.changed(uri);
  }

  /**
   * @param {Uri} uri @param {Todo} base @param {{title: string, detail: string}} wish @param {boolean} isDoubtful
   * @returns {Promise<Todo>}
   */
  async write(uri, base, wish, isDoubtful) {
    if (isDoubtful) await this.decide(uri, base);
    for (;;) {
      /** @type {import('../protocol/changes').Fields} */
      const fields = {};
      if (wish.title !== base.title) fields.title = wish.title;
      if (wish.detail !== base.detail) fields.detail = wish.detail;
      if (!Object.keys(fields).length) return base;
      try {
        return await this.changes.update(base, fields, l10n.t('edit of “{0}”', short(base.title)))();
      } catch (error) {
        if (isKind(error, 'notFound')) {
          throw FileSystemError.Unavailable(l10n.t('Somebody else has deleted this todo. Your text is kept here.'));
        }
        const current = isKind(error, 'conflict') ? error.current : undefined;
        if (!current) throw FileSystemError.Unavailable(sentence(error));
        await this.decide(uri, current);
        base = current;
      }
    }
  }

  /**
   * Asks what to do about a version that the user has not seen; comes back if it may be overwritten.
   * @param {Uri} uri
   * @param {Todo} current
   */
  async decide(uri, current) {
    const [compare, overwrite] = [l10n.t('Compare'), l10n.t('Overwrite')];
    const choice = await window.showWarningMessage(
      l10n.t('Somebody else has changed this todo since you opened it.'),
      { modal: true, detail: `${short(current.title)} (${categoryWords(current.category)})` },
      compare,
      overwrite,
    );
    if (choice === overwrite) return;
    if (choice === compare) {
      const theirs = Uri.from({ scheme: THEIRS, path: `/${current.id}/${current.revision}.md` });
      this.theirs.set(theirs.path, textOf(current));
      commands.executeCommand('vscode.diff', theirs, uri, l10n.t('Theirs ↔ Yours'));
    }
    throw FileSystemError.Unavailable(l10n.t('Not saved: somebody else has changed this todo. Your text is kept here.'));
  }

  /** Only the server's notifications are needed. */
  watch() {
    return { dispose() {} };
  }

  /** @returns {[string, import('vscode').FileType][]} */
  readDirectory() {
    return [];
  }

  /** @param {Uri} uri */
  createDirectory(uri) {
    throw FileSystemError.NoPermissions(uri);
  }

  /** @param {Uri} uri */
  delete(uri) {
    throw FileSystemError.NoPermissions(uri);
  }

  /** @param {Uri} uri */
  rename(uri) {
    throw FileSystemError.NoPermissions(uri);
  }
}

module.exports = { Details, SCHEME, uriOf };
