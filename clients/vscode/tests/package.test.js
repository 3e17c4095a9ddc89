'use strict';

const assert = require('assert');
const { spawnSync } = require('child_process');
const fs = require('fs');
const path = require('path');
const { test } = require('node:test');
const { SCRATCH } = require('./support');

const root = path.join(__dirname, '..');
const isThere = (command) => spawnSync(command, ['-v']).error === undefined;

function output(file, ...args) {
  const { status, stdout, stderr } = spawnSync(file, args, { encoding: 'utf8', timeout: 60000 });
  assert.strictEqual(status, 0, `${file} ${args.join(' ')}: ${stderr}${stdout}`);
  return stdout;
}

const withoutZip = isThere('zip') && isThere('unzip') ? false : 'it needs zip and unzip';
const withoutTypes = isThere('tsc') ? false : 'it needs tsc';

test('The package is whole, holds what is needed and no more, and is the same each time', { skip: withoutZip }, () => {
  const folder = fs.mkdtempSync(path.join(SCRATCH, 'package-'));
  const vsix = output(path.join(root, 'package.sh'), folder).trim();
  const manifest = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  assert.strictEqual(path.basename(vsix), `todo-server-${manifest.version}.vsix`);
  output('unzip', '-tq', vsix);
  const first = fs.readFileSync(vsix);
  output(path.join(root, 'package.sh'), folder);
  assert.ok(first.equals(fs.readFileSync(vsix)));

  const unpacked = path.join(folder, 'unpacked');
  output('unzip', '-q', vsix, '-d', unpacked);
  const names = output('unzip', '-Z1', vsix).trim().split('\n');
  const top = new Set(names.map((name) => name.split('/')[0]));
  assert.deepStrictEqual([...top].sort(), ['[Content_Types].xml', 'extension', 'extension.vsixmanifest']);
  assert.ok(!names.some((name) => /tests|packaging|\.sh$|jsconfig|node_modules/.test(name)), names.join('\n'));

  // Whatever the extension loads is in it.
  const extension = path.join(unpacked, 'extension');
  const loaded = output(process.execPath, '-e', `
    const Module = require('module');
    const { Editor } = require(${JSON.stringify(path.join(__dirname, 'stand-in'))});
    const load = Module._load;
    const editor = new Editor();
    Module._load = (request, ...rest) => request === 'vscode' ? editor.module : load(request, ...rest);
    require(${JSON.stringify(path.join(extension, manifest.main))});
    console.log(Object.keys(require.cache).filter((file) => file.startsWith(${JSON.stringify(extension)})).length);
  `);
  const sources = names.filter((name) => name.startsWith('extension/src/'));
  assert.strictEqual(Number(loaded), sources.length, 'no source is left over');
});

test('The manifest for the marketplace says what package.json says, and every file has a content type', { skip: withoutZip }, () => {
  const folder = fs.mkdtempSync(path.join(SCRATCH, 'package-'));
  const vsix = output(path.join(root, 'package.sh'), folder).trim();
  const manifest = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  const names = output('unzip', '-Z1', vsix).trim().split('\n');
  // Read by a parser, so that it is XML at all.
  const facts = JSON.parse(output('python3', '-c', `
import json, sys, xml.etree.ElementTree as tree, zipfile
archive = zipfile.ZipFile(sys.argv[1])
name = lambda element: element.tag.split('}')[1]
manifest = tree.fromstring(archive.read('extension.vsixmanifest'))
types = tree.fromstring(archive.read('[Content_Types].xml'))
elements = list(manifest.iter())
print(json.dumps({
  'identity': next(e.attrib for e in elements if name(e) == 'Identity'),
  'properties': {e.attrib['Id']: e.attrib['Value'] for e in elements if name(e) == 'Property'},
  'assets': [e.attrib['Path'] for e in elements if name(e) == 'Asset'],
  'texts': [e.text for e in elements if name(e) in ('DisplayName', 'Description')],
  'types': [e.attrib['Extension'] for e in types],
}))`, vsix));
  const words = JSON.parse(fs.readFileSync(path.join(root, 'package.nls.json'), 'utf8'));
  assert.deepStrictEqual(facts.identity, { Language: 'en-US', Id: manifest.name, Version: manifest.version, Publisher: manifest.publisher });
  assert.strictEqual(facts.properties['Microsoft.VisualStudio.Code.Engine'], manifest.engines.vscode);
  assert.strictEqual(facts.properties['Microsoft.VisualStudio.Code.LocalizedLanguages'], 'ko');
  assert.deepStrictEqual(facts.texts, [words.displayName, words.description]);
  assert.deepStrictEqual(facts.assets.filter((file) => !names.includes(file)), []);
  const used = new Set(names.filter((name) => name.startsWith('extension/')).map((name) => path.extname(name)));
  assert.deepStrictEqual([...used].filter((ending) => !facts.types.includes(ending)), []);
});

test('The types of the sources fit those of the protocol', { skip: withoutTypes }, () => {
  output('tsc', '-p', path.join(root, 'jsconfig.json'));
});
