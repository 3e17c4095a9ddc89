'use strict';

// node manifest.js FOLDER: writes what a .vsix has beside the extension in FOLDER/extension.

const fs = require('fs');
const path = require('path');

/** @param {unknown} text */
function escape(text) {
  return String(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Names that stand in the manifest as %key%. @param {string} text @param {Record<string, string>} words */
function worded(text, words) {
  return text.replace(/^%(.*)%$/, (_, key) => words[key]);
}

/** @param {Record<string, any>} manifest @param {Record<string, string>} words @param {string[]} languages */
function marketplaceManifest(manifest, words, languages) {
  const kind = 'Microsoft.VisualStudio';
  const properties = {
    [`${kind}.Code.Engine`]: manifest.engines.vscode,
    [`${kind}.Code.ExtensionDependencies`]: '',
    [`${kind}.Code.ExtensionPack`]: '',
    [`${kind}.Code.ExtensionKind`]: manifest.extensionKind.join(','),
    [`${kind}.Code.LocalizedLanguages`]: languages.join(','),
  };
  const assets = {
    [`${kind}.Code.Manifest`]: 'extension/package.json',
    [`${kind}.Services.Content.Details`]: 'extension/README.md',
    [`${kind}.Services.Content.License`]: 'extension/LICENSE.txt',
  };
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${escape(manifest.name)}" Version="${escape(manifest.version)}" Publisher="${escape(manifest.publisher)}"/>
    <DisplayName>${escape(worded(manifest.displayName, words))}</DisplayName>
    <Description xml:space="preserve">${escape(worded(manifest.description, words))}</Description>
    <Tags>${escape(manifest.keywords.join(','))}</Tags>
    <Categories>${escape(manifest.categories.join(','))}</Categories>
    <GalleryFlags>Public</GalleryFlags>
    <License>extension/LICENSE.txt</License>
    <Properties>
${Object.entries(properties).map(([id, value]) => `      <Property Id="${id}" Value="${escape(value)}"/>`).join('\n')}
    </Properties>
  </Metadata>
  <Installation>
    <InstallationTarget Id="${kind}.Code"/>
  </Installation>
  <Dependencies/>
  <Assets>
${Object.entries(assets).map(([type, file]) => `    <Asset Type="${type}" Path="${file}" Addressable="true"/>`).join('\n')}
  </Assets>
</PackageManifest>
`;
}

const TYPES = {
  css: 'text/css', js: 'application/javascript', json: 'application/json', md: 'text/markdown', png: 'image/png', svg: 'image/svg+xml',
  txt: 'text/plain', vsixmanifest: 'text/xml',
};

/** @param {string} folder @returns {string[]} the endings of all files in it */
function endings(folder) {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? endings(path.join(folder, entry.name)) : [path.extname(entry.name).slice(1)]);
}

/** @param {string[]} used */
function contentTypes(used) {
  const lines = [...new Set([...used, 'vsixmanifest'])].sort().map((ending) => {
    if (!(ending in TYPES)) throw new Error(`no content type for .${ending}`);
    return `  <Default Extension=".${ending}" ContentType="${TYPES[/** @type {keyof TYPES} */ (ending)]}"/>`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
${lines.join('\n')}
</Types>
`;
}

const [stage] = process.argv.slice(2);
const extension = path.join(stage, 'extension');
const manifest = JSON.parse(fs.readFileSync(path.join(extension, 'package.json'), 'utf8'));
const words = JSON.parse(fs.readFileSync(path.join(extension, 'package.nls.json'), 'utf8'));
const languages = fs.readdirSync(extension).flatMap((name) => /^package\.nls\.(\w+)\.json$/.exec(name)?.[1] || []);
fs.writeFileSync(path.join(stage, 'extension.vsixmanifest'), marketplaceManifest(manifest, words, languages));
fs.writeFileSync(path.join(stage, '[Content_Types].xml'), contentTypes(endings(extension)));
