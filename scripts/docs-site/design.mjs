// The style of the page at `/`, for `/docs`: colours, type, elements and the header are written once, in `web/src`.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { FILES, siteFile } from './files.mjs';

/** In the order in which the page loads them. */
const STYLES = ['web/src/styles/tokens.css', 'web/src/styles/base.css', 'web/src/shell/shell.css'];
const ICON = 'web/src/shell/mark.svg';
const PACKAGE_FILE = /url\('(@[^']+)'\)/g;

/**
 * @typedef {object} Design
 * @property {string} css
 * @property {Buffer} icon  SVG
 * @property {import('./files.mjs').SiteFile[]} files  that the style loads
 */

/** @param {string} root of the repository @returns {Design} */
export function designOf(root) {
  const { resolve } = createRequire(join(root, 'web', 'package.json'));
  /** @type {import('./files.mjs').SiteFile[]} */
  const files = [];
  const css = STYLES.map((path) => readFileSync(join(root, path), 'utf8')).join('\n');
  return {
    // Vite finds fonts in packages by the same name.
    css: css.replaceAll(PACKAGE_FILE, (_, name) => {
      const file = siteFile(resolve(name));
      files.push(file);
      return `url('${FILES}/${file.name}')`;
    }),
    icon: readFileSync(join(root, ICON)),
    files,
  };
}
