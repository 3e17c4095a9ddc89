'use strict';

// A small stand-in for the editor: it does with what an extension registers what the editor would do. A question that
// no test has an answer for is an error. `require('vscode')` leads here once `install` was called.

const fs = require('fs');
const Module = require('module');
const path = require('path');
const values = require('./values');
const { Documents } = require('./documents');
const { StandInTree } = require('./tree');

const root = path.join(__dirname, '../..');
const { EventEmitter, Uri } = values;

class Editor {
  constructor({ language = 'en', settings = {} } = {}) {
    Object.assign(this, { language, settings });
    this.commands = new Map();
    this.executed = [];
    this.context = new Map();
    this.trees = new Map();
    this.webviews = new Map();
    this.decorations = [];
    this.answers = []; // For questions, in their order: { ask: RegExp, answer }.
    this.said = []; // Every message, with its kind.
    this.status = [];
    this.log = [];
    this.picks = [];
    this.state = new Map();
    this.documents = new Documents();
    this.configured = new EventEmitter();
    this.focused = new EventEmitter();
    const bundle = path.join(root, `l10n/bundle.l10n.${language}.json`);
    this.bundle = language === 'en' ? {} : JSON.parse(fs.readFileSync(bundle, 'utf8'));
    this.module = this.makeModule();
  }

  // What tests do

  /** The answer to the next question that matches: a value, or a function of the question. */
  answer(ask, answer) {
    this.answers.push({ ask, answer });
  }

  run(name, ...rest) {
    const command = this.commands.get(name);
    if (!command) throw new Error(`no command ${name}`);
    return command(...rest);
  }

  configure(settings) {
    Object.assign(this.settings, settings);
    const names = Object.keys(settings);
    const affects = (section) => names.some((name) => name === section || name.startsWith(`${section}.`));
    this.configured.fire({ affectsConfiguration: affects });
  }

  /** What the colour of a row is, by those who give one. */
  colour(item) {
    const [decoration] = this.decorations.map((each) => each.provideFileDecoration(item.resourceUri)).filter(Boolean);
    return decoration && decoration.color.id;
  }

  showWebview(id) {
    const { provider } = this.webviews.get(id);
    const messages = new EventEmitter();
    const webview = {
      options: {}, html: '', cspSource: 'https://stand-in.example', posted: [],
      onDidReceiveMessage: messages.event,
      asWebviewUri: (uri) => Uri.from({ scheme: 'https', authority: 'stand-in.example', path: uri.path }),
      postMessage: async (message) => webview.posted.push(JSON.parse(JSON.stringify(message))),
    };
    const disposed = new EventEmitter();
    const view = { webview, visible: true, onDidDispose: disposed.event };
    provider.resolveWebviewView(view, {}, { isCancellationRequested: false });
    return { webview, say: (message) => messages.fire(message), hide: () => disposed.fire() };
  }

  // What the extension gets

  async ask(kind, text, choices) {
    this.said.push({ kind, text, choices });
    const place = this.answers.findIndex(({ ask }) => ask.test(text));
    if (place < 0) {
      if (kind === 'message') return undefined; // Whoever does not answer a message lets it pass.
      throw new Error(`nobody answers: ${text}`);
    }
    const [{ answer }] = this.answers.splice(place, 1);
    return typeof answer === 'function' ? answer(choices) : answer;
  }

  t(message, ...rest) {
    const text = this.bundle[message] === undefined ? message : this.bundle[message];
    return text.replace(/\{(\d+)\}/g, (whole, number) => (rest[number] === undefined ? whole : String(rest[number])));
  }

  quickPick() {
    const names = ['value', 'accept', 'hide', 'button'];
    const events = Object.fromEntries(names.map((name) => [name, new EventEmitter()]));
    const pick = {
      items: [], selectedItems: [], busy: false, value: '', isShown: false,
      onDidChangeValue: events.value.event, onDidAccept: events.accept.event,
      onDidHide: events.hide.event, onDidTriggerItemButton: events.button.event,
      show: () => { pick.isShown = true; },
      hide: () => {
        if (!pick.isShown) return;
        pick.isShown = false;
        events.hide.fire();
      },
      dispose: () => { pick.isDisposed = true; },
      type: (value) => { pick.value = value; events.value.fire(value); },
      accept: (item) => { pick.selectedItems = [item]; events.accept.fire(); },
      press: (item) => events.button.fire({ item }),
    };
    this.picks.push(pick);
    return pick;
  }

  async inputBox({ prompt, value = '', validateInput }) {
    const text = await this.ask('input', prompt, value);
    const problem = text !== undefined && validateInput && validateInput(text);
    if (problem) throw new Error(`${prompt}: ${text}: ${problem}`); // The box would not let it pass.
    return text;
  }

  async pickOne(items, { title }) {
    const choice = await this.ask('pick', title, items);
    if (!(choice instanceof RegExp)) return choice;
    const item = items.find(({ label }) => choice.test(label));
    if (!item) throw new Error(`${title}: nothing is called ${choice} among ${items.map(({ label }) => label)}`);
    return item;
  }

  async execute(name, ...rest) {
    this.executed.push([name, ...rest]);
    if (name === 'setContext') this.context.set(...rest);
    else if (this.commands.has(name)) return this.commands.get(name)(...rest);
    return undefined;
  }

  makeModule() {
    const { documents } = this;
    const kept = (set, value) => {
      set.push(value);
      return { dispose() {} };
    };
    const message = (text, ...choices) => {
      const isModal = typeof choices[0] === 'object';
      return this.ask(isModal ? 'modal' : 'message', text, isModal ? choices.slice(1) : choices);
    };
    return {
      ...values,
      env: { language: this.language },
      l10n: { t: (...rest) => this.t(...rest) },
      commands: {
        registerCommand: (name, run) => {
          if (this.commands.has(name)) throw new Error(`command ${name} is there already`);
          this.commands.set(name, run);
          return { dispose: () => this.commands.delete(name) };
        },
        executeCommand: (...rest) => this.execute(...rest),
      },
      window: {
        createTreeView: (id, options) => {
          const tree = new StandInTree(id, options);
          this.trees.set(id, tree);
          return tree;
        },
        registerWebviewViewProvider: (id, provider) => {
          this.webviews.set(id, { provider });
          return { dispose: () => this.webviews.delete(id) };
        },
        registerFileDecorationProvider: (provider) => kept(this.decorations, provider),
        createOutputChannel: () => ({ appendLine: (line) => this.log.push(line), dispose() {} }),
        createQuickPick: () => this.quickPick(),
        showQuickPick: (items, options) => this.pickOne(items, options),
        showInputBox: (options) => this.inputBox(options),
        showInformationMessage: message,
        showWarningMessage: message,
        showErrorMessage: message,
        showTextDocument: async (uri) => ({ document: await documents.open(uri) }),
        setStatusBarMessage: (text) => kept(this.status, text),
        onDidChangeWindowState: this.focused.event,
      },
      workspace: {
        get textDocuments() {
          return documents.textDocuments;
        },
        onDidChangeTextDocument: documents.changed.event,
        onDidCloseTextDocument: documents.closed.event,
        onDidChangeConfiguration: this.configured.event,
        getConfiguration: (section) => ({
          get: (name, otherwise) => {
            const value = this.settings[`${section}.${name}`];
            return value === undefined ? otherwise : value;
          },
        }),
        registerFileSystemProvider: (scheme, provider) => documents.register(scheme, provider),
        registerTextDocumentContentProvider: (scheme, provider) => {
          documents.contents.set(scheme, provider);
          return { dispose: () => documents.contents.delete(scheme) };
        },
      },
    };
  }

  /** Starts the extension afresh, with this editor as `vscode`. */
  activate() {
    const load = Module._load;
    for (const file of Object.keys(require.cache)) {
      if (file.startsWith(path.join(root, 'src'))) delete require.cache[file];
    }
    Module._load = (request, ...rest) => (request === 'vscode' ? this.module : load(request, ...rest));
    try {
      this.extension = require(path.join(root, 'src/extension.js'));
    } finally {
      Module._load = load;
    }
    const globalState = { get: (name, otherwise) => (this.state.has(name) ? this.state.get(name) : otherwise),
      update: async (name, value) => void this.state.set(name, value) };
    this.extensionContext = { subscriptions: [], extensionUri: Uri.file(root), globalState };
    return this.extension.activate(this.extensionContext);
  }

  async deactivate() {
    await this.extension.deactivate();
    this.extensionContext.subscriptions.splice(0).reverse().forEach((each) => each.dispose());
  }
}

module.exports = { Editor };
