'use strict';

const { App } = require('./editor/app');

/** @type {App | undefined} */
let app;

/** @param {import('vscode').ExtensionContext} context */
function activate(context) {
  app = new App(context);
  return app;
}

function deactivate() {
  if (app) app.close();
  app = undefined;
}

module.exports = { activate, deactivate };
