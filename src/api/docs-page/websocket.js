import './shell.js';
import { Authorization } from './authorization.js';
import { StreamConsole } from './console.js';
import { element } from './dom.js';
import { messageView } from './message.js';
import { anchorOf, followLinks, showOutline } from './outline.js';
import { documentOf, pageSettings } from './page-settings.js';
import { prose } from './prose.js';

/**
 * @typedef {import('./message.js').Message} Message
 * @typedef {object} AsyncApi
 * @property {{ version: string, description: string }} info
 * @property {{ stream: { description: string } }} channels
 * @property {Readonly<Record<string, { action: string, messages: readonly { $ref: string }[] }>>} operations
 * @property {{ messages: Readonly<Record<string, Message>> }} components
 */

const CONNECTION = 'Connection';

/** Messages under what they are about: a channel has those that subscribe to it and what it brings. @param {AsyncApi} api */
function groupsOf({ components }) {
  const channels = Object.keys(components.messages).flatMap(
    (name) => /^SUBSCRIBE_(.+)$/.exec(name)?.[1] ?? [],
  );
  const channelOf = (/** @type {string} */ name) =>
    channels.find(
      (channel) =>
        name === channel || name.endsWith(`SUBSCRIBE_${channel}`) || name.endsWith(`SUBSCRIBED_${channel}`),
    );
  return [CONNECTION, ...channels].map((title) => ({
    id: anchorOf(title),
    title,
    own: Object.entries(components.messages).filter(([name]) => (channelOf(name) ?? CONNECTION) === title),
  }));
}

/** Names of messages that clients send. @param {AsyncApi} api */
function sentIn({ operations }) {
  const received = Object.values(operations).filter(({ action }) => action === 'receive');
  const references = received.flatMap(({ messages }) => messages.map(({ $ref }) => $ref));
  return new Set(references.map((reference) => reference.split('/').at(-1) ?? ''));
}

/** What the description says of codes: lines such as "- `1008`: too slow". @param {string} description */
function codesIn(description) {
  return Object.fromEntries(
    [...description.matchAll(/^- `(\d{4})`: (.+)$/gm)].map(([, code, meaning]) => [code, meaning]),
  );
}

/** @param {AsyncApi} api @param {import('./page-settings.js').PageSettings} settings */
function pageOf(api, settings) {
  const authorization = new Authorization({ ...settings, audience: settings.stream });
  const sent = sentIn(api);
  const examples = Object.entries(api.components.messages).flatMap(([name, message]) => {
    const [example] = sent.has(name) ? (message.examples ?? []) : [];
    return example ? [{ name: message.title, text: JSON.stringify(example.payload) }] : [];
  });
  const console = new StreamConsole({
    url: settings.stream,
    token: () => authorization.token,
    messages: examples.toSorted(
      (a, b) => Number(b.name === FIRST_EXAMPLE) - Number(a.name === FIRST_EXAMPLE),
    ),
    closeCodes: codesIn(api.info.description),
  });
  const groups = groupsOf(api);
  showOutline([
    { id: 'console', title: 'Try it', entries: [] },
    ...groups.map(({ id, title, own }) => ({
      id,
      title,
      entries: own.map(([name, message]) => ({
        id: name,
        text: message.title,
        mark: sent.has(name) ? 'SEND' : 'RECV',
      })),
    })),
    { id: 'codes', title: 'Codes', entries: [] },
  ]);
  const [first = '', ...rest] = api.info.description.split('\n\n');
  return [
    element('h1', {}, 'Websocket ', element('small', {}, `Tidemark ${api.info.version}`)),
    ...prose(first),
    ...prose(api.channels.stream.description),
    addressView(settings),
    authorization.view,
    console.view,
    ...groups.map(({ id, title, own }) =>
      element(
        'section',
        { id, 'aria-labelledby': `${id}-title` },
        element('h2', { id: `${id}-title` }, title),
        ...own.map(([name, message]) =>
          messageView(
            name,
            message,
            sent.has(name),
            sent.has(name) ? (text) => console.use(text) : undefined,
          ),
        ),
      ),
    ),
    element('section', { id: 'codes' }, element('h2', {}, 'Codes'), ...prose(rest.join('\n\n'))),
  ];
}

const FIRST_EXAMPLE = 'SUBSCRIBE_INDEX_TICKER';

/** @param {import('./page-settings.js').PageSettings} settings */
function addressView({ stream, basePath }) {
  return element(
    'p',
    {},
    'Address ',
    element('code', {}, `${stream}?access_token=$TOKEN`),
    ', as a document: ',
    element('a', { href: `${basePath}/asyncapi.json` }, 'asyncapi.json'),
    '. ',
    element('a', { href: `${basePath}/docs/guides/websocket` }, 'The guide'),
    ' says how to resume, what the limits are and what to do when it closes.',
  );
}

const main = /** @type {HTMLElement} */ (document.querySelector('main'));
try {
  const settings = pageSettings();
  main.replaceChildren(...pageOf(await documentOf('asyncapi.json', settings), settings));
  followLinks();
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  main.replaceChildren(element('p', { class: 'failure' }, `The page could not be loaded: ${reason}`));
}
