'use strict';

// Values of the editor's interface.

class EventEmitter {
  constructor() {
    this.listeners = new Set();
    this.event = (listener) => {
      this.listeners.add(listener);
      return { dispose: () => this.listeners.delete(listener) };
    };
  }

  fire(value) {
    for (const listener of [...this.listeners]) listener(value);
  }

  dispose() {
    this.listeners.clear();
  }
}

class Uri {
  constructor({ scheme, authority = '', path = '', query = '', fragment = '' }) {
    Object.assign(this, { scheme, authority, path, query, fragment });
    Object.freeze(this);
  }

  static from(parts) {
    return new Uri(parts);
  }

  static file(path) {
    return new Uri({ scheme: 'file', path });
  }

  static parse(text) {
    const parts = /^([^:]+):(?:\/\/([^/]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/.exec(text);
    const [, scheme, authority, path, query, fragment] = parts;
    return new Uri({ scheme, authority, path: decodeURIComponent(path), query, fragment });
  }

  static joinPath(base, ...segments) {
    return new Uri({ ...base, path: require('path').posix.join(base.path, ...segments) });
  }

  get fsPath() {
    return this.path;
  }

  toString() {
    const authority = this.authority || this.scheme === 'file' ? `//${this.authority}` : '';
    const query = this.query ? `?${encodeURIComponent(this.query)}` : '';
    return `${this.scheme}:${authority}${this.path.split('/').map(encodeURIComponent).join('/')}${query}`;
  }
}

class ThemeIcon {
  constructor(id) {
    this.id = id;
  }
}

class ThemeColor {
  constructor(id) {
    this.id = id;
  }
}

class TreeItem {
  constructor(label, collapsibleState = 0) {
    Object.assign(this, { label, collapsibleState });
  }
}

class DataTransferItem {
  constructor(value) {
    this.value = value;
  }

  async asString() {
    return typeof this.value === 'string' ? this.value : JSON.stringify(this.value);
  }
}

class DataTransfer {
  constructor() {
    this.items = new Map();
  }

  // Types are compared without regard to case.
  get(mime) {
    return this.items.get(mime.toLowerCase());
  }

  set(mime, item) {
    this.items.set(mime.toLowerCase(), item);
  }
}

class FileDecoration {
  constructor(badge, tooltip, color) {
    if (badge !== undefined && [...badge].length > 2) throw new Error('a badge has at most two characters');
    Object.assign(this, { badge, tooltip, color });
  }
}

class FileSystemError extends Error {
  constructor(messageOrUri, code) {
    super(String(messageOrUri === undefined ? code : messageOrUri));
    this.code = code;
    this.name = `${code} (FileSystemError)`;
  }
}
for (const code of ['FileNotFound', 'NoPermissions', 'Unavailable']) {
  FileSystemError[code] = (messageOrUri) => new FileSystemError(messageOrUri, code);
}

module.exports = {
  EventEmitter, Uri, ThemeIcon, ThemeColor, TreeItem, DataTransfer, DataTransferItem, FileDecoration, FileSystemError,
  TreeItemCollapsibleState: { None: 0, Collapsed: 1, Expanded: 2 },
  TreeItemCheckboxState: { Unchecked: 0, Checked: 1 },
  FileType: { Unknown: 0, File: 1, Directory: 2 },
  FileChangeType: { Changed: 1, Created: 2, Deleted: 3 },
};
