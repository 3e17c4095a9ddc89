'use strict';

const { promises: fs } = require('fs');
const { commands, env, l10n, Uri } = require('vscode');
const { petPage } = require('./petPage');
const { plain, sentence } = require('./words');

/** @typedef {import('../protocol/connection').Connection} Connection */
/** @typedef {'cat' | 'dog'} Kind */
/** @typedef {{type: 'ask' | 'loading' | 'failed', text: string} | {type: 'pet', source: string, text: string}} Message */

const VIEW = 'todo-server.pet';
/** The server itself gives up after 10 and 30 seconds. */
const PET_TIMEOUT = 15000;
const IMAGE_TIMEOUT = 40000;

/** A cat or a dog. Nothing is loaded before somebody asks for one. */
class PetView {
  /** @param {Uri} extensionUri @param {Connection} connection @param {() => Kind | 'ask'} first */
  constructor(extensionUri, connection, first) {
    this.media = Uri.joinPath(extensionUri, 'media');
    this.connection = connection;
    this.first = first;
    /** @type {import('vscode').WebviewView | undefined} */
    this.view = undefined;
    /** @type {Message} what the page shows, to be shown again when it was hidden meanwhile */
    this.shown = { type: 'ask', text: l10n.t('A cat or a dog?') };
    this.loading = new AbortController();
  }

  dispose() {
    this.loading.abort();
  }

  /** @param {import('vscode').WebviewView} view */
  resolveWebviewView(view) {
    this.view = view;
    const { webview } = view;
    webview.options = { enableScripts: true, localResourceRoots: [this.media] };
    webview.onDidReceiveMessage((message) => this.hear(message));
    view.onDidDispose(() => {
      this.view = undefined;
      this.loading.abort();
    });
    webview.html = petPage({
      language: env.language,
      source: webview.cspSource,
      style: webview.asWebviewUri(Uri.joinPath(this.media, 'pet.css')).toString(),
      script: webview.asWebviewUri(Uri.joinPath(this.media, 'pet.js')).toString(),
      words: { ask: this.shown.text, cat: l10n.t('Cat'), dog: l10n.t('Dog') },
    });
  }

  /** @param {any} message */
  hear(message) {
    if (message && message.type === 'ready') this.begin();
    if (message && message.type === 'load' && (message.kind === 'cat' || message.kind === 'dog')) this.load(message.kind);
  }

  begin() {
    const first = this.first();
    if (this.shown.type === 'ask' && first !== 'ask') this.load(first);
    else this.post(this.shown);
  }

  /** @param {Kind} kind */
  async show(kind) {
    await commands.executeCommand(`${VIEW}.focus`);
    await this.load(kind);
  }

  /** @param {Kind} kind */
  async load(kind) {
    this.loading.abort();
    this.loading = new AbortController();
    const { signal } = this.loading;
    const text = kind === 'cat' ? l10n.t('A cat is on its way…') : l10n.t('A dog is on its way…');
    this.post({ type: 'loading', text });
    try {
      const wish = { kind, allowOffline: true };
      const pet = await this.connection.request('pet.random', wish, { signal, timeout: PET_TIMEOUT });
      const { id } = pet;
      const image = await this.connection.request('pet.image', { kind, id }, { signal, timeout: IMAGE_TIMEOUT });
      const bytes = await fs.readFile(image.path);
      if (signal.aborted) return;
      const source = `data:${image.mimeType};base64,${bytes.toString('base64')}`;
      this.post({ type: 'pet', source, text: caption(kind, pet) });
    } catch (error) {
      if (signal.aborted) return;
      this.post({ type: 'failed', text: sentence(error) });
    }
  }

  /** @param {Message} message */
  post(message) {
    this.shown = message;
    if (this.view) this.view.webview.postMessage(message);
  }
}

/** @param {Kind} kind @param {import('../../../../protocol/types').Pet} pet */
function caption(kind, pet) {
  const name = pet.breeds.length ? plain(pet.breeds.join(', ')) : kind === 'cat' ? l10n.t('A cat') : l10n.t('A dog');
  if (pet.source === 'bundled') return l10n.t('{0}, drawn, for want of a network', name);
  return pet.source === 'cache' ? l10n.t('{0}, seen before, for want of a network', name) : name;
}

module.exports = { PetView, VIEW };
