'use strict';

const { DataTransferItem, l10n, window } = require('vscode');
const { attempt } = require('./attempt');
const { short } = require('./words');

/** @typedef {import('../protocol/changes').Changes} Changes */
/** @typedef {import('../protocol/changes').Place} Place */
/** @typedef {import('../protocol/model').Model} Model */
/** @typedef {import('../protocol/model').Row} Row */
/** @typedef {import('../protocol/model').SectionRow} SectionRow */
/** @typedef {import('../protocol/model').TodoRow} TodoRow */

const MIME = 'application/vnd.code.tree.todo-server.todos';

/** Puts todos next to others, also of other sections, and sections next to sections. */
class DragAndDrop {
  /** @param {Model} model @param {Changes} changes */
  constructor(model, changes) {
    this.model = model;
    this.changes = changes;
    this.dragMimeTypes = [MIME];
    this.dropMimeTypes = [MIME];
  }

  /** @param {readonly Row[]} rows @param {import('vscode').DataTransfer} data */
  handleDrag(rows, data) {
    const todos = rows.flatMap((row) => (row.kind === 'todo' ? [row.todo.id] : []));
    const sections = rows.flatMap((row) => (row.kind === 'section' ? [row.id] : []));
    data.set(MIME, new DataTransferItem(JSON.stringify({ todos, sections })));
  }

  /** @param {Row | undefined} target @param {import('vscode').DataTransfer} data */
  async handleDrop(target, data) {
    const item = data.get(MIME);
    if (!item || !target) return;
    if (this.model.view !== 'all') {
      window.setStatusBarMessage(l10n.t('The order can be changed where all todos are shown by section.'), 5000);
      return;
    }
    const dragged = JSON.parse(await item.asString());
    if (dragged.todos.length) await this.dropTodos(this.inOrder(dragged.todos), target);
    else if (dragged.sections.length) await this.dropSection(dragged.sections[0], target);
  }

  /**
   * As they stand in the list, whatever the order in which they were selected.
   * @param {number[]} ids
   */
  inOrder(ids) {
    const wanted = new Set(ids);
    return this.model.sections.flatMap(({ rows }) => rows.filter(({ todo }) => wanted.has(todo.id)));
  }

  /** @param {TodoRow[]} rows @param {Row} target */
  async dropTodos(rows, target) {
    let place = this.placeAt(target, rows);
    for (const row of rows) {
      if (place === undefined) return;
      const moved = await attempt(this.changes.move(row.todo, place, l10n.t('move of “{0}”', short(row.todo.title))));
      if (!moved) return;
      place = 'category' in place ? place : { after: row.todo.id };
    }
  }

  /**
   * A todo that comes from above goes behind the target, another one before it: so every place can be reached. On a
   * header, or behind what is loaded, it goes to the end.
   * @param {Row} target @param {TodoRow[]} rows @returns {Place | undefined}
   */
  placeAt(target, rows) {
    const section = target.kind === 'section' ? target : target.section;
    if (target.kind !== 'todo') return section.category === undefined ? undefined : { category: section.category };
    if (rows.some((row) => row.todo.id === target.todo.id)) return undefined;
    const isFromAbove = rows.every((row) => row.section === section && placeOf(row) < placeOf(target));
    return isFromAbove ? { after: target.todo.id } : { before: target.todo.id };
  }

  /** @param {string} id @param {Row} target */
  async dropSection(id, target) {
    const destination = target.kind === 'section' ? target : target.section;
    if (destination.id === id) return;
    const { sections } = this.model;
    const dragged = sections.find((section) => section.id === id);
    if (!dragged) return;
    const isFromAbove = sections.indexOf(dragged) < sections.indexOf(destination);
    const place = isFromAbove ? { after: destination.id } : { before: destination.id };
    await attempt(this.changes.moveSection(id, place, l10n.t('move of “{0}”', short(dragged.title))));
  }
}

/** @param {TodoRow} row */
function placeOf(row) {
  return row.section.rows.indexOf(row);
}

module.exports = { DragAndDrop, MIME };
