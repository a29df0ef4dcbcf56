import { element } from './dom.js';

/**
 * @typedef {object} Entry
 * @property {string} id     of what it leads to
 * @property {string} text
 * @property {string} [mark] in front of it, such as a method
 */

/**
 * Lists the sections of the page in its table of contents.
 * @param {readonly { id: string, title: string, entries: readonly Entry[] }[]} groups
 */
export function showOutline(groups) {
  const lists = groups.flatMap(({ id, title, entries }) => [
    element('h2', {}, element('a', { href: `#${id}` }, title)),
    element('ul', {}, ...entries.map(entryView)),
  ]);
  document.getElementById('contents')?.replaceChildren(...lists);
}

/** @param {Entry} entry */
function entryView({ id, text, mark }) {
  const marked =
    mark === undefined ? [] : [element('span', { class: `method ${mark.toLowerCase()}` }, mark), ' '];
  return element(
    'li',
    {},
    element('a', { href: `#${id}` }, ...marked, element('span', {}, ...breakable(text))),
  );
}

/** Long names break where their words do. @param {string} text @returns {(Node | string)[]} */
function breakable(text) {
  return text.split(/(?<=[_/])/).flatMap((part, i) => (i === 0 ? [part] : [element('wbr'), part]));
}

/** @param {string} title */
export function anchorOf(title) {
  return title.toLowerCase().replaceAll(/\W+/g, '-');
}

/**
 * Following a link to a collapsed section opens it, and opening one puts it into the address, so that it can
 * be linked to.
 */
export function followLinks() {
  const open = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    if (target instanceof HTMLDetailsElement) target.open = true;
    target.scrollIntoView();
    markCurrent();
  };
  addEventListener('hashchange', open);
  // The event does not bubble.
  document.addEventListener('toggle', noteOpened, { capture: true });
  open();
}

/** @param {Event} event */
function noteOpened({ target }) {
  if (!(target instanceof HTMLDetailsElement) || target.id === '' || !target.open) return;
  history.replaceState(null, '', `#${target.id}`);
  markCurrent();
}

/** Marks the entry that the address names. */
function markCurrent() {
  for (const link of document.querySelectorAll('#contents a')) {
    if (link.getAttribute('href') === location.hash) link.setAttribute('aria-current', 'location');
    else link.removeAttribute('aria-current');
  }
}
