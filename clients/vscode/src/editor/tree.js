'use strict';

const { commands, EventEmitter, l10n, window } = require('vscode');
const { ServerNotFound } = require('../protocol/errors');
const { DragAndDrop } = require('./dragAndDrop');
const { itemOf } = require('./rows');
const { sentence } = require('./words');

/** @typedef {import('../protocol/model').Model} Model */
/** @typedef {import('../protocol/model').Row} Row */
/** @typedef {import('../protocol/model').SectionRow} SectionRow */
/** @typedef {import('../protocol/model').View} View */
/** @typedef {import('../protocol/changes').Changes} Changes */

const VIEW = 'todo-server.todos';
/** Sections are open from the top as long as no more todos than that are shown. */
const OPEN_AT_FIRST = 200;
/** Milliseconds in which changes are taken together. */
const CALM = 40;

/** The list in the side bar. */
class TodoTree {
  /** @param {Model} model @param {Changes} changes */
  constructor(model, changes) {
    this.model = model;
    /** @type {EventEmitter<undefined>} */
    this.emitter = new EventEmitter();
    this.onDidChangeTreeData = this.emitter.event;
    /** @type {Map<string, boolean>} */
    this.open = new Map();
    /** @type {Row[]} */
    this.lastTop = [];
    this.view = window.createTreeView(VIEW, {
      treeDataProvider: this,
      dragAndDropController: new DragAndDrop(model, changes),
      canSelectMany: true,
      showCollapseAll: true,
      manageCheckboxStateManually: true,
    });
    this.disposables = [
      this.view,
      this.emitter,
      model.changes.add(() => this.soon()),
      this.view.onDidExpandElement(({ element }) => this.remember(element, true)),
      this.view.onDidCollapseElement(({ element }) => this.remember(element, false)),
      { dispose: () => clearTimeout(this.timer) },
    ];
  }

  dispose() {
    this.disposables.forEach((each) => each.dispose());
  }

  soon() {
    if (this.timer) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.emitter.fire(undefined);
    }, CALM);
  }

  /** @param {Row} row @param {boolean} isOpen */
  remember(row, isOpen) {
    if (row.kind === 'section') this.open.set(row.id, isOpen);
  }

  // What the editor asks

  /** @param {Row} row */
  getTreeItem(row) {
    return itemOf(row, {
      today: this.model.today,
      withCategory: this.model.view !== 'all',
      isOpen: (section) => this.open.get(section.id) === true,
    });
  }

  /** @param {Row} row */
  getParent(row) {
    return this.model.parent(row);
  }

  /** @param {Row} [row] @returns {Promise<Row[]>} */
  async getChildren(row) {
    if (row) return row.kind === 'section' ? this.childrenOf(row) : [];
    try {
      this.lastTop = await this.model.top();
      this.decideOpen();
      this.tell('', this.lastTop.length ? 'loaded' : 'empty');
    } catch (error) {
      // What was shown stays, with a word about it.
      const state = error instanceof ServerNotFound ? 'notFound' : 'failed';
      this.tell(this.lastTop.length || state === 'failed' ? sentence(error) : '', state);
    }
    return this.lastTop;
  }

  /** @param {SectionRow} section @returns {Promise<Row[]>} */
  async childrenOf(section) {
    try {
      return await this.model.children(section);
    } catch (error) {
      this.tell(sentence(error), 'failed');
      return section.rows;
    }
  }

  decideOpen() {
    let shown = 0;
    for (const section of this.model.sections) {
      shown += Math.min(section.count, OPEN_AT_FIRST);
      if (!this.open.has(section.id)) this.open.set(section.id, shown <= OPEN_AT_FIRST);
    }
  }

  /** @param {string} message @param {'loaded' | 'empty' | 'notFound' | 'failed'} state */
  tell(message, state) {
    this.view.message = message || undefined;
    this.view.description = this.headline();
    commands.executeCommand('setContext', 'todo-server.state', state);
  }

  headline() {
    const day = this.model.daySection();
    if (day) return l10n.t('{0}: {1} of {2} done', day.title, day.completedCount, day.count);
    return this.model.view === 'initials' ? l10n.t('by initials') : undefined;
  }

  // What commands ask

  /**
   * The todos that a command is about: what was clicked, or what is selected.
   * @param {Row} [row]
   * @param {Row[]} [rows]
   * @returns {import('../protocol/model').TodoRow[]}
   */
  chosen(row, rows) {
    const all = row ? (rows && rows.includes(row) ? rows : [row]) : this.view.selection;
    return all.flatMap((each) => (each.kind === 'todo' ? [each] : []));
  }

  /** @param {View} view */
  show(view) {
    this.lastTop = [];
    this.model.show(view);
    commands.executeCommand('setContext', 'todo-server.view', view);
  }

  /** @param {Row | undefined} row */
  async reveal(row) {
    if (row) await this.view.reveal(row, { select: true, focus: true, expand: row.kind === 'section' });
  }
}

module.exports = { TodoTree, VIEW };
