import { element } from './dom.js';

/** The console of the service is a view of the page at `/`. */
const VIEW = '/#/try-it';

/** Address of the console, with a route or the websocket open in it. @param {string} basePath @param {string} [name] */
export function consoleUrl(basePath, name = '') {
  return `${basePath}${VIEW}${name === '' ? '' : `/${encodeURIComponent(name)}`}`;
}

/** @param {string} url @param {string} what  is opened */
export function tryLink(url, what) {
  return element('a', { class: 'button try', href: url, 'aria-label': `Try it: ${what}` }, 'Try it');
}

/** Places in the documentation that were consoles until 1.0.0, by page and anchor. */
const MOVED = new Map([
  ['/docs#authorize', ''],
  ['/docs/websocket#authorize', 'websocket'],
  ['/docs/websocket#console', 'websocket'],
]);

/** Follows an old link to a console of the documentation. @param {string} basePath */
export function followMoved(basePath) {
  const place = `${location.pathname.slice(basePath.length)}${location.hash}`;
  const name = MOVED.get(place);
  if (name !== undefined) location.replace(consoleUrl(basePath, name));
}
