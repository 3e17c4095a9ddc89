'use strict';

const {
  FileDecoration, l10n, ThemeColor, ThemeIcon, TreeItem, TreeItemCheckboxState, TreeItemCollapsibleState, Uri,
} = require('vscode');
const { categoryWords, dueWords, isOverdue, remarks } = require('./words');

/** @typedef {import('../protocol/model').Row} Row */
/** @typedef {import('../protocol/model').TodoRow} TodoRow */
/** @typedef {import('../protocol/model').SectionRow} SectionRow */
/** @typedef {{today: string, withCategory: boolean, isOpen: (section: SectionRow) => boolean}} Look */

/** Only a row with an address can have a colour. Nothing is ever read from this one. */
const SCHEME = 'todo-row';

/** @param {Row} row @param {Look} look @returns {TreeItem} */
function itemOf(row, look) {
  if (row.kind === 'section') return sectionItem(row, look);
  return row.kind === 'todo' ? todoItem(row, look) : moreItem(row.section);
}

/** @param {SectionRow} row @param {Look} look */
function sectionItem(row, look) {
  const state = look.isOpen(row) ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.Collapsed;
  const item = new TreeItem(row.title, state);
  item.id = `section ${row.id}`;
  item.description = `${row.completedCount}/${row.count}`;
  item.tooltip = l10n.t('{0}: {1} of {2} done', row.title, row.completedCount, row.count);
  item.contextValue = row.category === undefined ? 'section.other' : row.category ? 'section.category' : 'section.none';
  return item;
}

/** @param {TodoRow} row @param {Look} look */
function todoItem(row, look) {
  const { todo } = row;
  const item = new TreeItem(todo.title, TreeItemCollapsibleState.None);
  item.id = `todo ${todo.id}`;
  item.description = remarks(todo, look.today, look.withCategory);
  const day = todo.isToday ? l10n.t('On today’s list') : '';
  item.tooltip = [todo.title, categoryWords(todo.category), day, dueWords(todo, look.today)].filter(Boolean).join('\n');
  item.checkboxState = {
    state: todo.isCompleted ? TreeItemCheckboxState.Checked : TreeItemCheckboxState.Unchecked,
    tooltip: todo.isCompleted ? l10n.t('Open again') : l10n.t('Tick off'),
  };
  item.contextValue = `todo.${todo.isCompleted ? 'done' : 'open'}${todo.isToday ? '.today' : ''}`;
  const query = todo.isCompleted ? 'done' : isOverdue(todo, look.today) ? 'overdue' : '';
  // Without an icon of its own, a row with an address would get that of a file.
  item.iconPath = new ThemeIcon(todo.isToday ? 'star-full' : 'blank');
  item.resourceUri = Uri.from({ scheme: SCHEME, path: `/${todo.id}`, query });
  item.command = {
    command: 'todo-server.open',
    title: l10n.t('Open'),
    arguments: [row, undefined, { preserveFocus: true }],
  };
  return item;
}

/** @param {SectionRow} section */
function moreItem(section) {
  const left = section.count - section.rows.length;
  const label = left > 0 ? l10n.t('Load more ({0} left)', left) : l10n.t('Load more');
  const item = new TreeItem(label, TreeItemCollapsibleState.None);
  item.id = `more ${section.id}`;
  item.contextValue = 'more';
  item.command = { command: 'todo-server.more', title: l10n.t('Load more'), arguments: [section.more] };
  return item;
}

/** Gives done todos the colour of what is disabled, and late ones that of errors. */
const decorations = {
  /** @param {Uri} uri */
  provideFileDecoration(uri) {
    if (uri.scheme !== SCHEME || !uri.query) return undefined;
    const isDone = uri.query === 'done';
    const color = new ThemeColor(isDone ? 'disabledForeground' : 'list.errorForeground');
    return new FileDecoration(undefined, isDone ? l10n.t('done') : l10n.t('overdue'), color);
  },
};

module.exports = { itemOf, decorations };
