'use strict';

const assert = require('assert');
const fs = require('fs');
const path = require('path');
const { test } = require('node:test');
const { Editor } = require('./stand-in');

const root = path.join(__dirname, '..');
const read = (name) => fs.readFileSync(path.join(root, name), 'utf8');
const manifest = JSON.parse(read('package.json'));
const { contributes } = manifest;

function sources(folder = path.join(root, 'src')) {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    return entry.isDirectory() ? sources(file) : [file];
  });
}

const sorted = (values) => [...new Set(values)].sort();

test('Every command that is contributed is registered, and the reverse', async () => {
  const editor = new Editor({ settings: { 'todo-server.path': '/nowhere/todo-server' } });
  editor.activate();
  const contributed = contributes.commands.map(({ command }) => command);
  assert.deepStrictEqual(sorted(contributed), sorted(editor.commands.keys()));
  assert.strictEqual(new Set(contributed).size, contributed.length);
  await editor.deactivate();
  assert.strictEqual(editor.commands.size, 0, 'all are taken away again');
});

test('Keys and menus name only commands that are there', () => {
  const known = new Set(contributes.commands.map(({ command }) => command));
  const named = [contributes.keybindings, ...Object.values(contributes.menus)].flat().map(({ command }) => command);
  assert.deepStrictEqual(named.filter((command) => !known.has(command)), []);
  const links = [...JSON.stringify(manifest).matchAll(/command:(todo-server\.\w+)/g)].map(([, command]) => command);
  assert.deepStrictEqual(links.filter((command) => !known.has(command)), []);
});

test('Every key works in the list alone, and none is there twice', () => {
  for (const { command, when } of contributes.keybindings) {
    assert.match(when, /^focusedView == 'todo-server\.todos' && !inputFocus$/, command);
  }
  for (const system of ['key', 'mac']) {
    const keys = contributes.keybindings.map((each) => each[system] || each.key);
    assert.strictEqual(new Set(keys).size, keys.length, system);
  }
});

test('Every text of the manifest is there in both languages, and none is left over', () => {
  const used = sorted([...read('package.json').matchAll(/%([\w.]+)%/g)].map(([, key]) => key));
  for (const file of ['package.nls.json', 'package.nls.ko.json']) {
    const words = JSON.parse(read(file));
    assert.deepStrictEqual(sorted(Object.keys(words)), used, file);
    for (const [key, text] of Object.entries(words)) assert.ok(text.trim(), `${file}: ${key}`);
  }
});

test('Every sentence of the code is there in Korean, with the same places to fill, and none is left over', () => {
  const code = sources().map((file) => fs.readFileSync(file, 'utf8')).join('\n');
  const calls = [...code.matchAll(/l10n\.t\(/g)].length;
  const used = [...code.matchAll(/l10n\.t\(\s*'([^']*)'/g)].map(([, text]) => text);
  assert.strictEqual(used.length, calls, 'every sentence is written out where it is used');
  const bundle = JSON.parse(read('l10n/bundle.l10n.ko.json'));
  assert.deepStrictEqual(sorted(Object.keys(bundle)), sorted(used));
  const places = (text) => sorted(text.match(/\{\d\}/g) || []);
  for (const [text, korean] of Object.entries(bundle)) assert.deepStrictEqual(places(korean), places(text), text);
});

test('Every setting that is read is contributed, with the same default, and the reverse', () => {
  const code = fs.readFileSync(path.join(root, 'src/editor/settings.js'), 'utf8');
  const used = [...code.matchAll(/setting\('(\w+)'/g)].map(([, name]) => `todo-server.${name}`);
  assert.deepStrictEqual(sorted(used), sorted(Object.keys(contributes.configuration.properties)));
  assert.deepStrictEqual(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations.filter((name) => !used.includes(name)), []);
});

test('Views, icons and the entry are where the manifest says', () => {
  const code = sources().map((file) => fs.readFileSync(file, 'utf8')).join('\n');
  for (const view of contributes.views['todo-server']) {
    assert.ok(code.includes(`'${view.id}'`), view.id);
    assert.ok(fs.existsSync(path.join(root, view.icon)), view.icon);
  }
  for (const { icon } of contributes.viewsContainers.activitybar) assert.match(read(icon), /^<svg[^>]*width="24" height="24"/);
  assert.ok(fs.existsSync(path.join(root, manifest.main)));
});

test('Nothing but the editor and Node is needed, and the protocol side does without the editor', () => {
  assert.strictEqual(manifest.dependencies, undefined);
  for (const file of sources()) {
    const needed = [...fs.readFileSync(file, 'utf8').matchAll(/require\('([^'.]+)'\)/g)].map(([, name]) => name);
    const allowed = file.includes(`${path.sep}editor${path.sep}`) ? ['vscode'] : [];
    const foreign = needed.filter((name) => !allowed.includes(name) && !require('module').builtinModules.includes(name));
    assert.deepStrictEqual(foreign, [], file);
  }
});
