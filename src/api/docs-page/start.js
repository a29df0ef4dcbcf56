import { Authorization } from './authorization.js';
import { element, paragraphs } from './dom.js';
import { operationView } from './operation.js';

/**
 * @typedef {object} OpenApi
 * @property {{ title: string, version: string, description: string }} info
 * @property {readonly { name: string, description: string }[]} tags
 * @property {Readonly<Record<string, Readonly<Record<string, import('./operation.js').Operation>>>>} paths
 * @property {{ schemas: import('./schema.js').Schemas }} components
 */

/** @returns {import('./authorization.js').PageSettings} */
function pageSettings() {
  const { basePath = '', audience, demo } = document.body.dataset;
  // Where the operator has set no public URL, the service is what this page came from, under that very name.
  return { basePath, audience: audience || location.origin, demo: demo === 'true' };
}

/** @param {string} basePath @returns {Promise<OpenApi>} */
async function documentAt(basePath) {
  const answer = await fetch(`${basePath}/openapi.json`);
  if (!answer.ok) throw new Error(`openapi.json answered ${answer.status}`);
  return /** @type {Promise<OpenApi>} */ (answer.json());
}

/** @param {OpenApi} api @param {import('./authorization.js').PageSettings} settings */
function pageOf({ info, tags, paths, components }, settings) {
  const authorization = new Authorization(settings);
  const surroundings = {
    schemas: components.schemas,
    basePath: settings.basePath,
    token: () => authorization.token,
  };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  const sections = tags.map(({ name, description }) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(name));
    return element(
      'section',
      { id: anchorOf(name) },
      element('h2', {}, name),
      element('p', { class: 'hint' }, description),
      ...own.map(({ method, path, operation }) => operationView(method, path, operation, surroundings)),
    );
  });
  const links = tags.map(({ name }) => element('a', { href: `#${anchorOf(name)}` }, name));
  return [
    element('h1', {}, info.title, ' ', element('small', {}, info.version)),
    ...paragraphs(info.description),
    element('nav', { 'aria-label': 'Sections' }, ...links),
    authorization.view,
    ...sections,
  ];
}

/** @param {string} tag */
function anchorOf(tag) {
  return tag.toLowerCase().replaceAll(/\W+/g, '-');
}

/** A link to an operation opens it. */
function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  if (target instanceof HTMLDetailsElement) target.open = true;
  target.scrollIntoView();
}

const main = /** @type {HTMLElement} */ (document.querySelector('main'));
try {
  const settings = pageSettings();
  main.replaceChildren(...pageOf(await documentAt(settings.basePath), settings));
  addEventListener('hashchange', openTarget);
  openTarget();
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  main.replaceChildren(element('p', { class: 'failure' }, `The page could not be loaded: ${reason}`));
}
