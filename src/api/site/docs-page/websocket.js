import './shell.js';
import { element } from './dom.js';
import { messageView } from './message.js';
import { anchorOf, followLinks, showOutline } from './outline.js';
import { documentOf, pageSettings } from './page-settings.js';
import { prose } from './prose.js';
import { consoleUrl, followMoved, tryLink } from './try-it.js';

/**
 * @typedef {import('./message.js').Message} Message
 * @typedef {object} AsyncApi
 * @property {{ version: string, description: string }} info
 * @property {{ stream: { description: string } }} channels
 * @property {Readonly<Record<string, { action: string, messages: readonly { $ref: string }[] }>>} operations
 * @property {{ messages: Readonly<Record<string, Message>> }} components
 */

const CONNECTION = 'Connection';

/**
 * Messages by topic: a channel has those that subscribe to it and those that it sends. @param {AsyncApi} api
 */
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

/** @param {AsyncApi} api @param {import('./page-settings.js').PageSettings} settings */
function pageOf(api, settings) {
  const sent = sentIn(api);
  const groups = groupsOf(api);
  showOutline([
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
    ...groups.map(({ id, title, own }) =>
      element(
        'section',
        { id, 'aria-labelledby': `${id}-title` },
        element('h2', { id: `${id}-title` }, title),
        ...own.map(([name, message]) =>
          messageView(name, message, {
            isSent: sent.has(name),
            basePath: settings.basePath,
          }),
        ),
      ),
    ),
    element('section', { id: 'codes' }, element('h2', {}, 'Codes'), ...prose(rest.join('\n\n'))),
  ];
}

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
    element('a', { href: `${basePath}/docs/use/websocket` }, 'The guide'),
    ' says how to resume, what the limits are and what to do when it closes. ',
    tryLink(consoleUrl(basePath, 'websocket'), 'the websocket'),
  );
}

const main = /** @type {HTMLElement} */ (document.querySelector('main'));
try {
  const settings = pageSettings();
  followMoved(settings.basePath);
  main.replaceChildren(...pageOf(await documentOf('asyncapi.json', settings), settings));
  followLinks();
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  main.replaceChildren(element('p', { class: 'failure' }, `The page could not be loaded: ${reason}`));
}
