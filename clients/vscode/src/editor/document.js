'use strict';

/**
 * The text of the document for a todo.
 * @param {{title: string, detail: string}} todo
 */
function textOf(todo) {
  return `# ${todo.title}\n\n${todo.detail}`;
}

/**
 * The title and detail that a text stands for.
 * @param {string} text
 * @param {string} formerDetail an editor on Windows may end lines otherwise than the detail does
 * @returns {{title: string, detail: string} | undefined} undefined where it does not begin with a title
 */
function parseDocument(text, formerDetail) {
  const ownEnds = formerDetail.includes('\r\n') ? text : text.replace(/\r\n/g, '\n');
  const match = /^\ufeff?#[ \t]+([^\r\n]*)(?:\r?\n|$)(?:[ \t]*\r?\n)?/.exec(ownEnds);
  if (!match || !match[1].trim()) return undefined;
  return { title: match[1].trim(), detail: ownEnds.slice(match[0].length) };
}

module.exports = { textOf, parseDocument };
