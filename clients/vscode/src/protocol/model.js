'use strict';

const { Listeners } = require('./listeners');

/** @typedef {import('../../../../protocol/types').Todo} Todo */
/** @typedef {import('../../../../protocol/types').Section} Section */
/** @typedef {import('../../../../protocol/types').Sections} Sections */
/** @typedef {import('./connection').Connection} Connection */
/** @typedef {'all' | 'today' | 'upcoming' | 'initials'} View */
/**
 * What rows show of a todo; its detail is loaded when it is opened.
 * @typedef {Pick<Todo, 'id' | 'title' | 'category' | 'isCompleted' | 'isToday' | 'dueOn' | 'revision'>} ListedTodo
 */
/**
 * @typedef {object} SectionRow
 * @property {'section'} kind
 * @property {string} id
 * @property {string} title
 * @property {number} count
 * @property {number} completedCount
 * @property {string | undefined} category where it is a category: "" for none
 * @property {TodoRow[]} rows those that are loaded
 * @property {MoreRow} more
 * @property {boolean} hasMore
 * @property {number} wanted how many rows are to be loaded
 * @property {number} version of the store's state that the rows are of
 * @property {Promise<void>} [loading]
 */
/** @typedef {{kind: 'todo', todo: ListedTodo, section: SectionRow}} TodoRow */
/** @typedef {{kind: 'more', section: SectionRow}} MoreRow */
/** @typedef {SectionRow | TodoRow | MoreRow} Row */

/** @type {Array<keyof ListedTodo>} */
const FIELDS = ['id', 'title', 'category', 'isCompleted', 'isToday', 'dueOn', 'revision'];
/** @type {Record<View, 'category' | 'schedule' | 'initial'>} */
const GROUPINGS = { all: 'category', today: 'schedule', upcoming: 'schedule', initials: 'initial' };
const LARGEST_PAGE = 1000;
/** How far one todo is looked for in its section. */
const FARTHEST = 10000;

/**
 * What a list shows of the store: sections, and of each that is open as many rows as were asked for. It is told of
 * changes, and then says that it is out of date; what is shown is asked for again by the one who shows it.
 */
class Model {
  /** @param {Connection} connection @param {{pageSize: () => number}} options */
  constructor(connection, options) {
    this.connection = connection;
    this.options = options;
    /** @type {View} */
    this.view = 'all';
    /** @type {SectionRow[]} */
    this.sections = [];
    /** @type {{title: string, section: number}[]} */
    this.index = [];
    this.today = '';
    this.version = 1;
    this.sectionsVersion = 0;
    /** @type {Promise<void> | undefined} */
    this.loading = undefined;
    /** @type {Listeners<void>} */
    this.changes = new Listeners();
    this.disposables = [
      connection.changes.add(() => this.outdate()),
      connection.states.add((state) => state.kind === 'up' && state.isBack && this.outdate()),
    ];
  }

  dispose() {
    this.disposables.forEach((each) => each.dispose());
  }

  /** What is known may not be so any more. */
  outdate() {
    this.version += 1;
    this.changes.tell();
  }

  /** @param {View} view */
  show(view) {
    this.view = view;
    this.forget();
  }

  /** Of another store, or another view, nothing stays. */
  forget() {
    this.sections = [];
    this.loading = undefined;
    this.outdate();
  }

  /**
   * The rows at the top: sections, or the todos of a day's.
   * @returns {Promise<Row[]>}
   */
  async top() {
    await this.loadSections();
    const section = this.daySection();
    return section ? this.children(section) : this.sections;
  }

  isByDay() {
    return GROUPINGS[this.view] === 'schedule';
  }

  /** @returns {SectionRow | undefined} the only one that is shown, without a header, in the views by day */
  daySection() {
    return this.isByDay() ? this.sections.find(({ id }) => id === this.view) : undefined;
  }

  /** @param {SectionRow} section @returns {Promise<Row[]>} */
  async children(section) {
    await this.loadRows(section);
    return section.hasMore ? [...section.rows, section.more] : section.rows;
  }

  /** @param {SectionRow} section */
  more(section) {
    section.wanted = section.rows.length + this.options.pageSize();
    section.version = 0;
    this.changes.tell();
  }

  /** @param {Row} row @returns {SectionRow | undefined} */
  parent(row) {
    return row.kind === 'section' || row.section === this.daySection() ? undefined : row.section;
  }

  /** @param {number} id @returns {TodoRow | undefined} the row that is loaded */
  row(id) {
    for (const section of this.sections) {
      const row = section.rows.find(({ todo }) => todo.id === id);
      if (row) return row;
    }
    return undefined;
  }

  /**
   * Loads as much of its section as it takes to show a todo.
   * @param {ListedTodo} todo
   */
  async locate(todo) {
    const known = this.row(todo.id);
    if (known || this.view !== 'all') return known;
    await this.loadSections();
    const section = this.sections.find(({ category }) => category === todo.category);
    while (section && section.wanted < FARTHEST) {
      await this.loadRows(section);
      if (!section.hasMore || this.row(todo.id)) break;
      this.more(section);
      section.wanted = Math.max(section.wanted, LARGEST_PAGE);
    }
    return this.row(todo.id);
  }

  /** @returns {Promise<void>} */
  loadSections() {
    if (this.sectionsVersion === this.version) return Promise.resolve();
    if (!this.loading) {
      const loading = this.askForSections().finally(() => {
        if (this.loading === loading) this.loading = undefined;
      });
      this.loading = loading;
    }
    return this.loading;
  }

  async askForSections() {
    const { version, view } = this;
    // With one todo of each comes the category, which the title alone does not tell: that of "" is a word.
    const result = await this.connection.request('sections.list', {
      groupBy: GROUPINGS[view],
      fields: ['category'],
      limit: 1,
    });
    if (view !== this.view) return;
    const known = new Map(this.sections.map((section) => [section.id, section]));
    this.sections = result.sections.map((section) => this.take(section, known.get(section.id)));
    this.index = result.index;
    this.today = result.today;
    this.sectionsVersion = version;
  }

  /**
   * The same section stays the same object.
   * @param {Section} section
   * @param {SectionRow} [known]
   * @returns {SectionRow}
   */
  take(section, known) {
    const { id, title, count, completedCount, todos } = section;
    const category = this.view === 'all' && todos && todos[0] ? todos[0].category : undefined;
    const facts = { title, count, completedCount, category };
    if (known) return Object.assign(known, facts);
    /** @type {any} */
    const row = { kind: 'section', id, ...facts, rows: [], hasMore: false, wanted: 0, version: 0 };
    row.more = { kind: 'more', section: row };
    return row;
  }

  /** @param {SectionRow} section @returns {Promise<void>} */
  loadRows(section) {
    if (section.version === this.version) return Promise.resolve();
    if (!section.loading) {
      section.loading = this.askForRows(section).finally(() => (section.loading = undefined));
    }
    return section.loading;
  }

  /** @param {SectionRow} section */
  async askForRows(section) {
    const { version } = this;
    const wanted = Math.max(section.wanted, this.options.pageSize());
    /** @type {ListedTodo[]} */
    const todos = [];
    /** @type {string | null | undefined} */
    let cursor;
    do {
      const limit = Math.min(wanted - todos.length, LARGEST_PAGE);
      const page = await this.connection.request('todo.list', {
        filter: { section: section.id }, fields: FIELDS, limit, ...(cursor ? { cursor } : {}),
      });
      todos.push(.../** @type {ListedTodo[]} */ (page.todos));
      cursor = page.nextCursor;
    } while (cursor && todos.length < wanted);
    const known = new Map(section.rows.map((row) => [row.todo.id, row]));
    section.rows = todos.map((todo) => {
      const row = known.get(todo.id);
      return row ? Object.assign(row, { todo }) : { kind: 'todo', todo, section };
    });
    section.hasMore = Boolean(cursor);
    section.wanted = wanted;
    section.version = version;
  }
}

module.exports = { Model, FIELDS };
