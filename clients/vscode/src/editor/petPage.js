'use strict';

const { randomBytes } = require('crypto');

/** @param {string} text */
function escape(text) {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/**
 * The page of the pet view. Its script and style are files of this extension, its picture comes as data; nothing else
 * can be loaded.
 * @typedef {{ask: string, cat: string, dog: string}} Words
 * @param {{language: string, source: string, style: string, script: string, words: Words}} parts
 */
function petPage({ language, source, style, script, words }) {
  const nonce = randomBytes(16).toString('hex');
  const policy = `default-src 'none'; img-src data:; style-src ${source}; script-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="${escape(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${escape(style)}">
<title>${escape(words.ask)}</title>
</head>
<body>
<figure>
<div id="placeholder" aria-hidden="true" hidden></div>
<img id="picture" alt="" hidden>
<figcaption id="text" role="status">${escape(words.ask)}</figcaption>
</figure>
<p>
<button type="button" data-kind="cat">${escape(words.cat)}</button>
<button type="button" data-kind="dog">${escape(words.dog)}</button>
</p>
<script nonce="${nonce}" src="${escape(script)}"></script>
</body>
</html>
`;
}

module.exports = { petPage };
