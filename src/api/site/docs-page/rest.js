import './shell.js';
import { element } from './dom.js';
import { operationView } from './operation.js';
import { anchorOf, followLinks, showOutline } from './outline.js';
import { documentOf, pageSettings } from './page-settings.js';
import { prose } from './prose.js';
import { consoleUrl, followMoved } from './try-it.js';

/**
 * @typedef {object} OpenApi
 * @property {{ title: string, version: string, description: string }} info
 * @property {readonly { name: string, description: string }[]} tags
 * @property {Readonly<Record<string, Readonly<Record<string, import('./operation.js').Operation>>>>} paths
 * @property {{ schemas: import('./schema.js').Schemas }} components
 */

/** @param {OpenApi} api @param {import('./page-settings.js').PageSettings} settings */
function pageOf({ info, tags, paths, components }, settings) {
  const surroundings = { schemas: components.schemas, settings };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  const groups = tags.map(({ name, description }) => ({
    id: anchorOf(name),
    title: name,
    description,
    own: operations.filter(({ operation }) => operation.tags.includes(name)),
  }));
  showOutline(
    groups.map(({ id, title, own }) => ({
      id,
      title,
      entries: own.map(({ method, path, operation }) => ({
        id: operation.operationId,
        text: path.replace(/^\/v3/, ''),
        mark: method.toUpperCase(),
      })),
    })),
  );
  return [
    element('h1', {}, 'REST API ', element('small', {}, `Tidemark ${info.version}`)),
    ...prose(info.description),
    element(
      'p',
      {},
      'Base URL ',
      element('code', {}, settings.audience),
      ', as a document: ',
      element('a', { href: `${settings.basePath}/openapi.json` }, 'openapi.json'),
      '. Every route opens in ',
      element('a', { href: consoleUrl(settings.basePath) }, 'the console'),
      ', which sends requests with the client that you sign in with.',
    ),
    ...groups.map(({ id, title, description, own }) =>
      element(
        'section',
        { id, 'aria-labelledby': `${id}-title` },
        element('h2', { id: `${id}-title` }, title),
        element('p', { class: 'hint' }, description),
        ...own.map(({ method, path, operation }) => operationView(method, path, operation, surroundings)),
      ),
    ),
  ];
}

const main = /** @type {HTMLElement} */ (document.querySelector('main'));
try {
  const settings = pageSettings();
  followMoved(settings.basePath);
  main.replaceChildren(...pageOf(await documentOf('openapi.json', settings), settings));
  followLinks();
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  main.replaceChildren(element('p', { class: 'failure' }, `The page could not be loaded: ${reason}`));
}
