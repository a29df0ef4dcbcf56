import { copyButton } from './copy.js';
import { element } from './dom.js';
import { schemaView } from './schema.js';

/**
 * @typedef {object} Message
 * @property {string} title
 * @property {string} summary
 * @property {import('./schema.js').Schema} payload
 * @property {readonly { payload: unknown }[]} [examples]
 */

/**
 * One message, closed.
 * @param {string} name
 * @param {Message} message
 * @param {boolean} sent  whether clients send it
 * @param {((text: string) => void) | undefined} use  takes an example to where it can be sent
 */
export function messageView(name, { title, summary, payload, examples = [] }, sent, use) {
  const view = element(
    'details',
    { class: 'operation', id: name },
    element(
      'summary',
      {},
      element('span', { class: `mark ${sent ? 'send' : 'recv'}` }, sent ? 'SEND' : 'RECV'),
      element('code', {}, title),
      element('span', { class: 'summary' }, summary),
    ),
  );
  const fill = () =>
    view.append(
      element(
        'p',
        { class: 'hint' },
        sent ? 'A client sends it. ' : 'The service sends it. ',
        element('a', { href: `#${name}` }, 'Link to it'),
      ),
      ...examples.flatMap((example) => exampleView(example.payload, use)),
      element('h3', {}, 'Fields'),
      schemaView(payload, {}),
    );
  view.addEventListener('toggle', fill, { once: true });
  return view;
}

/** @param {unknown} payload @param {((text: string) => void) | undefined} use @returns {HTMLElement[]} */
function exampleView(payload, use) {
  const text = JSON.stringify(payload, null, 2);
  const shown = element(
    'div',
    { class: 'copied' },
    element('pre', { class: 'example', tabindex: '0' }, text),
    copyButton(() => text, 'Copy the example'),
  );
  if (!use) return [shown];
  const button = element('button', { type: 'button', class: 'quiet' }, 'Use it above');
  button.addEventListener('click', () => use(text));
  return [shown, element('div', { class: 'buttons' }, button)];
}
