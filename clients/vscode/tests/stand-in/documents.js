'use strict';

const { EventEmitter, FileSystemError, FileChangeType } = require('./values');

/** What the editor tells versions of a file apart by. */
const etag = ({ mtime, size }) => `${mtime.toString(29)} ${size.toString(31)}`;

/** Text documents over file system providers, with the editor's own check before it saves. */
class Documents {
  constructor() {
    this.providers = new Map();
    this.contents = new Map();
    this.textDocuments = [];
    this.changed = new EventEmitter();
    this.closed = new EventEmitter();
  }

  register(scheme, provider) {
    this.providers.set(scheme, provider);
    provider.onDidChangeFile((events) => events.forEach((event) => this.fileChanged(event)));
    return { dispose: () => this.providers.delete(scheme) };
  }

  provider(uri) {
    const provider = this.providers.get(uri.scheme);
    if (!provider) throw new FileSystemError(`no file system for ${uri}`, 'Unavailable');
    return provider;
  }

  find(uri) {
    return this.textDocuments.find((document) => document.uri.toString() === uri.toString());
  }

  async open(uri) {
    const known = this.find(uri);
    if (known) return known;
    const document = { uri, text: '', isDirty: false, getText: () => document.text, save: () => this.save(document) };
    await this.load(document);
    this.textDocuments.push(document);
    return document;
  }

  async load(document, isFollowing = false) {
    const provider = this.provider(document.uri);
    const stat = await provider.stat(document.uri);
    const text = Buffer.from(await provider.readFile(document.uri)).toString('utf8');
    if (isFollowing && document.isDirty) return; // Somebody has typed meanwhile.
    document.stat = stat;
    document.text = text;
    document.isDirty = false;
    this.changed.fire({ document });
  }

  type(document, text) {
    document.text = text;
    document.isDirty = true;
    this.changed.fire({ document });
  }

  /** Back to the text that was saved. */
  undo(document, text) {
    document.text = text;
    document.isDirty = false;
    this.changed.fire({ document });
  }

  /** A dirty document is not saved over a file that is newer and of another length, unless the user says so. */
  async save(document, isForced = false) {
    const provider = this.provider(document.uri);
    const now = await Promise.resolve(provider.stat(document.uri)).catch(() => undefined); // It may be gone.
    const { stat } = document;
    if (!isForced && now && stat.mtime < now.mtime && etag(stat) !== etag({ mtime: stat.mtime, size: now.size })) {
      throw new Error('the editor: the file is newer');
    }
    await provider.writeFile(document.uri, Buffer.from(document.text), { create: true, overwrite: true });
    document.stat = await provider.stat(document.uri);
    document.isDirty = false;
    this.changed.fire({ document });
    return true;
  }

  async revert(document) {
    await this.load(document);
  }

  close(document) {
    this.textDocuments = this.textDocuments.filter((each) => each !== document);
    this.closed.fire(document);
  }

  /** Documents without changes of their own follow the file. */
  fileChanged({ type, uri }) {
    const document = this.find(uri);
    if (!document) return;
    if (type === FileChangeType.Deleted) document.isOrphan = true;
    else if (!document.isDirty) this.load(document, true).catch(() => {});
  }
}

module.exports = { Documents };
