'use strict';

(() => {
  // @ts-ignore: the editor gives it to its pages.
  const editor = acquireVsCodeApi();
  const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
  const picture = /** @type {HTMLImageElement} */ (part('picture'));

  window.addEventListener('message', ({ data }) => {
    part('text').textContent = data.text;
    part('placeholder').hidden = data.type !== 'loading';
    picture.hidden = data.type !== 'pet';
    if (data.type !== 'pet') return;
    picture.src = data.source;
    picture.alt = data.text;
  });

  for (const button of document.querySelectorAll('button')) {
    button.addEventListener('click', () => editor.postMessage({ type: 'load', kind: button.dataset.kind }));
  }
  editor.postMessage({ type: 'ready' });
})();
