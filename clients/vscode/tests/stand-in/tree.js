'use strict';

const { DataTransfer, EventEmitter } = require('./values');

/**
 * A tree view as the editor shows it: it asks for the children of what is open and of nothing else, keeps what is
 * open by the items' ids, and asks for all that is shown again when it is told of a change.
 */
class StandInTree {
  constructor(id, options) {
    Object.assign(this, { id, options, provider: options.treeDataProvider, selection: [], message: undefined });
    this.isOpen = new Map();
    this.asked = []; // The ids of items whose children were asked for.
    this.roots = [];
    for (const name of ['onDidExpandElement', 'onDidCollapseElement', 'onDidChangeCheckboxState']) {
      this[`_${name}`] = new EventEmitter();
      this[name] = this[`_${name}`].event;
    }
    this.provider.onDidChangeTreeData(() => {
      this.isStale = true;
      if (this.visible) this.settle();
    });
  }

  dispose() {
    this.visible = false;
  }

  async show() {
    this.visible = true;
    this.isStale = true;
    await this.settle();
  }

  /** Waits until all that is shown is as the provider has it. */
  settle() {
    if (!this.settling) {
      this.settling = this.load().finally(() => {
        this.settling = undefined;
      });
    }
    return this.settling;
  }

  async load() {
    while (this.isStale) {
      this.isStale = false;
      const ids = new Set();
      this.roots = await this.nodes(undefined, ids);
    }
  }

  async nodes(element, ids) {
    const children = (await this.provider.getChildren(element)) || [];
    const nodes = [];
    for (const child of children) {
      const item = await this.provider.getTreeItem(child);
      if (ids.has(item.id)) throw new Error(`two items have the id ${item.id}`);
      ids.add(item.id);
      nodes.push({ element: child, item, parent: element, children: [] });
    }
    for (const node of nodes) {
      if (!this.opens(node.item)) continue;
      this.asked.push(node.item.id);
      node.children = await this.nodes(node.element, ids);
    }
    return nodes;
  }

  opens(item) {
    if (!item.collapsibleState) return false;
    if (!this.isOpen.has(item.id)) this.isOpen.set(item.id, item.collapsibleState === 2);
    return this.isOpen.get(item.id);
  }

  all(nodes = this.roots) {
    return nodes.flatMap((node) => [node, ...this.all(node.children)]);
  }

  find(label) {
    const found = this.all().filter(({ item }) => item.label === label);
    if (found.length !== 1) throw new Error(`${found.length} items are called ${label}`);
    return found[0];
  }

  // What a user does

  select(...labels) {
    this.selection = labels.map((label) => this.find(label).element);
  }

  async toggle(label, isOpen) {
    const { item, element } = this.find(label);
    this.isOpen.set(item.id, isOpen);
    (isOpen ? this._onDidExpandElement : this._onDidCollapseElement).fire({ element });
    this.isStale = true;
    await this.settle();
  }

  /** The box is another one at once, before the provider knows. */
  check(label, isChecked = true) {
    const node = this.find(label);
    if (!node.item.checkboxState) throw new Error(`${label} has no box`);
    node.item.checkboxState.state = isChecked ? 1 : 0;
    this._onDidChangeCheckboxState.fire({ items: [[node.element, isChecked ? 1 : 0]] });
  }

  async drop(labels, target) {
    const { dragAndDropController: controller } = this.options;
    const data = new DataTransfer();
    const token = { isCancellationRequested: false };
    await controller.handleDrag(labels.map((label) => this.find(label).element), data, token);
    const own = `application/vnd.code.tree.${this.id.toLowerCase()}`;
    if (!controller.dropMimeTypes.includes(own)) throw new Error(`this tree takes nothing of ${own}`);
    await controller.handleDrop(target === undefined ? undefined : this.find(target).element, data, token);
  }

  // What the extension does

  /** Opens the parents, as `getParent` tells them, and selects. */
  async reveal(element, { select = true, expand = false } = {}) {
    const parent = await this.provider.getParent(element);
    const { id } = await this.provider.getTreeItem(element);
    if (parent) this.isOpen.set((await this.provider.getTreeItem(parent)).id, true);
    if (expand) this.isOpen.set(id, true);
    this.isStale = true;
    await this.settle();
    const node = this.all().find((each) => each.item.id === id);
    if (!node) throw new Error(`${id} is not in the tree`);
    if (select) this.selection = [node.element];
  }
}

module.exports = { StandInTree };
