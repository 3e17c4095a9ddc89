'use strict';

const { commands: editor, l10n, window, workspace } = require('vscode');
const { Changes } = require('../protocol/changes');
const { Connection } = require('../protocol/connection');
const { History } = require('../protocol/history');
const { Model } = require('../protocol/model');
const { commands } = require('./commands');
const { ticked } = require('./commands/editing');
const { Details } = require('./details');
const { PetView, VIEW: PET_VIEW } = require('./pet');
const { decorations } = require('./rows');
const settings = require('./settings');
const { TodoTree } = require('./tree');
const { sentence } = require('./words');

/** @typedef {import('../protocol/model').View} View */

const LAST_VIEW = 'view';
/** @type {View[]} */
const VIEWS = ['all', 'today', 'upcoming', 'initials'];

/** The parts, and what goes to and fro between them. */
class App {
  /** @param {import('vscode').ExtensionContext} context */
  constructor(context) {
    this.context = context;
    this.log = window.createOutputChannel('todo-server');
    this.connection = new Connection({
      command: settings.command,
      locale: settings.locale,
      log: (line) => this.log.appendLine(line),
    });
    this.history = new History(this.connection);
    this.changes = new Changes(this.connection, this.history);
    this.model = new Model(this.connection, { pageSize: settings.pageSize });
    this.tree = new TodoTree(this.model, this.changes);
    this.details = new Details(this.connection, this.changes);
    this.pet = new PetView(context.extensionUri, this.connection, settings.firstPet);
    const last = context.globalState.get(LAST_VIEW, 'all');
    this.tree.show(VIEWS.find((view) => view === last) || 'all');
    const parts = [this.log, this.model, this.tree, this.details, this.pet];
    context.subscriptions.push(...parts, ...this.listen(), ...this.register());
  }

  listen() {
    return [
      this.tree.view.onDidChangeCheckboxState(({ items }) => ticked(this, items)),
      window.registerFileDecorationProvider(decorations),
      window.registerWebviewViewProvider(PET_VIEW, this.pet),
      workspace.onDidChangeConfiguration((event) => this.configured(event)),
      window.onDidChangeWindowState(({ focused }) => focused && this.model.outdate()),
      this.connection.states.add((state) => state.kind === 'down' && this.down(state.error)),
    ];
  }

  register() {
    return Object.entries(commands).map(([name, run]) =>
      editor.registerCommand(`todo-server.${name}`, (...rest) => run(this, ...rest)));
  }

  /** @param {View} view */
  show(view) {
    this.context.globalState.update(LAST_VIEW, view);
    this.tree.show(view);
  }

  /** @param {import('vscode').ConfigurationChangeEvent} event */
  configured(event) {
    if (['path', 'arguments', 'store', 'locale'].some((name) => event.affectsConfiguration(`todo-server.${name}`))) {
      this.connection.restart();
      this.history.forget();
      this.details.forgetAll();
      this.model.forget();
    } else if (event.affectsConfiguration('todo-server.pageSize')) {
      this.model.outdate();
    }
  }

  /** @param {Error} error */
  async down(error) {
    const again = l10n.t('Try Again');
    if ((await window.showErrorMessage(sentence(error), again)) === again) this.model.outdate();
  }

  close() {
    this.connection.close();
  }
}

module.exports = { App };
