import { copyButton } from './copy.js';
import { element } from './dom.js';
import { schemaView } from './schema.js';
import { consoleUrl, tryLink } from './try-it.js';

/**
 * @typedef {object} Message
 * @property {string} title
 * @property {string} summary
 * @property {import('./schema.js').Schema} payload
 * @property {readonly { payload: unknown }[]} [examples]
 */

/**
 * One message, collapsed.
 * @param {string} name
 * @param {Message} message
 * @param {{ isSent: boolean, basePath: string }} options  isSent: by clients
 */
export function messageView(name, { title, summary, payload, examples = [] }, { isSent, basePath }) {
  const view = element(
    'details',
    { class: 'operation', id: name },
    element(
      'summary',
      {},
      element('span', { class: `method ${isSent ? 'send' : 'recv'}` }, isSent ? 'SEND' : 'RECV'),
      element('code', {}, title),
      element('span', { class: 'summary' }, summary),
    ),
  );
  const fill = () =>
    view.append(
      element(
        'p',
        { class: 'hint' },
        isSent ? 'A client sends it. ' : 'The service sends it. ',
        element('a', { href: `#${name}` }, 'Link to it'),
      ),
      ...examples.map((example) => exampleView(example.payload)),
      element('h3', {}, 'Fields'),
      schemaView(payload, {}),
    );
  view.addEventListener('toggle', fill, { once: true });
  const links = isSent ? [tryLink(consoleUrl(basePath, `websocket?event=${title}`), title)] : [];
  return element('div', { class: 'route' }, view, ...links);
}

/** @param {unknown} payload */
function exampleView(payload) {
  const text = JSON.stringify(payload, null, 2);
  return element(
    'div',
    { class: 'copied' },
    element('pre', { class: 'example', tabindex: '0' }, text),
    copyButton(() => text, 'Copy the example'),
  );
}
