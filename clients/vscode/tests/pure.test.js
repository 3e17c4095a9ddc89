'use strict';

const assert = require('assert');
const { test } = require('node:test');
const { daysUntil, parseDay } = require('../src/protocol/days');
const { Lines } = require('../src/protocol/process');
const { parseDocument, textOf } = require('../src/editor/document');

test('Lines come whole, however they are cut', () => {
  const text = '{"a":"한글 🥛"}\r\n\n{"b":2}\n{"half":';
  const bytes = Buffer.from(text);
  for (let size = 1; size <= bytes.length; size += 1) {
    const lines = new Lines();
    const got = [];
    for (let start = 0; start < bytes.length; start += size) lines.push(bytes.subarray(start, start + size), (line) => got.push(line));
    assert.deepStrictEqual(got, ['{"a":"한글 🥛"}', '{"b":2}'], `pieces of ${size}`);
    lines.push(Buffer.from('1}\n'), (line) => got.push(line));
    assert.strictEqual(got[2], '{"half":1}');
  }
});

test('Days are read as people write them', () => {
  const today = '2026-12-02'; // A Wednesday.
  const days = {
    '': null, '  ': null, today: '2026-12-02', Tomorrow: '2026-12-03', '+0': '2026-12-02', '+30': '2027-01-01',
    thu: '2026-12-03', tuesday: '2026-12-08', wed: '2026-12-09', sund: '2026-12-06',
    오늘: '2026-12-02', 내일: '2026-12-03', 금: '2026-12-04', 수요일: '2026-12-09',
    '2028-02-29': '2028-02-29', '2027-02-29': undefined, '2027-13-01': undefined, '0000-01-01': undefined,
    th: undefined, someday: undefined, '+x': undefined, '2027-1-1': undefined, '2027-01-01T10:00': undefined,
  };
  for (const [text, day] of Object.entries(days)) assert.strictEqual(parseDay(text, today), day, JSON.stringify(text));
  assert.strictEqual(parseDay('tomorrow', '9999-12-31'), undefined);
  assert.strictEqual(daysUntil('2026-11-30', today), -2);
});

test('A document stands for what it was made from', () => {
  for (const todo of [
    { title: 'Buy milk', detail: '' },
    { title: '# not a heading', detail: '\n\nlines\n' },
    { title: '회의', detail: 'a\r\nb\r\n' },
  ]) {
    assert.deepStrictEqual(parseDocument(textOf(todo), todo.detail), todo);
  }
});

test('A document as other editors leave it is understood', () => {
  assert.deepStrictEqual(parseDocument('# a\r\n\r\nb\r\nc', 'b'), { title: 'a', detail: 'b\nc' });
  assert.deepStrictEqual(parseDocument('#  a  ', ''), { title: 'a', detail: '' });
  assert.deepStrictEqual(parseDocument('# a\nb', ''), { title: 'a', detail: 'b' });
  for (const text of ['', 'a', '\n# a', '#', '# ', '#a', '## a']) assert.strictEqual(parseDocument(text, ''), undefined, text);
});
