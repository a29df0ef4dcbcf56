import { element } from './dom.js';
import { indentedJson } from './indented-json.js';

/** So much of a body is put on the page. More would freeze it, and is there as a download. */
const SHOWN_CHARACTERS = 50_000;
/** So much of it is read for that; more would not be shown. */
const READ_BYTES = 4 * SHOWN_CHARACTERS;

/** At the end of a page of records; so much of the end is read for it. */
const NEXT_ID = /"nextId":\s*"([^"]+)"\s*\}\s*$/;
const END_BYTES = 200;

/**
 * An answer, all of it.
 * @typedef {object} Received
 * @property {number} status
 * @property {string} statusText
 * @property {boolean} ok
 * @property {Headers} headers
 * @property {Blob} body
 */

/** Shows answers, one after the other in the same place. */
export class AnswerView {
  /** @type {HTMLElement} */
  view = element('div', { class: 'answer', 'aria-live': 'polite' });
  /** @type {string} */
  #fileName;
  /** @type {string | undefined} */
  #url;

  /** @type {(nextId: string) => void} */
  #goOn;

  /**
   * @param {string} name  of the file that a body can be saved as
   * @param {(nextId: string) => void} goOn  asks for the next page
   */
  constructor(name, goOn) {
    this.#fileName = name;
    this.#goOn = goOn;
  }

  waiting() {
    this.view.replaceChildren(element('p', {}, 'Waiting for the answer …'));
  }

  /** @param {unknown} error */
  failed(error) {
    const reason = error instanceof Error ? error.message : String(error);
    this.view.replaceChildren(element('p', { class: 'failure' }, `There was no answer: ${reason}`));
  }

  /** @param {Received} received @param {number} milliseconds */
  async show({ status, statusText, ok, headers, body }, milliseconds) {
    const type = headers.get('content-type') ?? '';
    const beginning = await body.slice(0, READ_BYTES).text();
    const next = headers.get('tidemark-next-id') ?? (await nextIdIn(body, type));
    const said = { class: ok ? 'status success' : 'status failure', 'data-status': String(status) };
    const summary = `${Math.round(milliseconds)} ms, ${body.size.toLocaleString('en')} bytes`;
    this.view.replaceChildren(
      element(
        'p',
        { class: 'outcome' },
        element('strong', said, `${status} ${statusText}`.trim()),
        element('span', { class: 'hint' }, summary),
        this.#download(body, type),
      ),
      ...ignoredView(headers.get('tidemark-ignored')),
      ...(next === null || !ok ? [] : [this.#nextView(next)]),
      headersView(headers),
      ...bodyView(beginning, type, body.size),
    );
  }

  /** @param {string} nextId */
  #nextView(nextId) {
    const button = element('button', { type: 'button', class: 'quiet next' }, 'Next page');
    button.addEventListener('click', () => this.#goOn(nextId));
    return element('p', { class: 'more' }, 'There is more after ', element('code', {}, nextId), ' ', button);
  }

  /** @param {Blob} body @param {string} type */
  #download(body, type) {
    if (this.#url !== undefined) URL.revokeObjectURL(this.#url);
    this.#url = URL.createObjectURL(body);
    const file = `${this.#fileName}.${endingOf(type)}`;
    return element('a', { href: this.#url, download: file }, 'Download');
  }
}

/** @param {string | null} names  of parameters that the route does not know @returns {HTMLElement[]} */
function ignoredView(names) {
  if (names === null) return [];
  const said = element('strong', {}, `Ignored: ${names}`);
  const why = '. Not a parameter of this route: the answer is the same as without it.';
  return [element('p', { class: 'warning ignored', role: 'alert' }, said, why)];
}

/** @param {Blob} body @param {string} type @returns {Promise<string | null>} */
async function nextIdIn(body, type) {
  if (!type.startsWith('application/json')) return null;
  return NEXT_ID.exec(await body.slice(-END_BYTES).text())?.[1] ?? null;
}

const ENDINGS = ['ndjson', 'json', 'csv', 'parquet'];

/** @param {string} type */
function endingOf(type) {
  return ENDINGS.find((ending) => type.includes(ending)) ?? 'txt';
}

/** @param {string} beginning @param {string} type @param {number} size @returns {HTMLElement[]} */
function bodyView(beginning, type, size) {
  if (size === 0) return [];
  if (!/^text\/|json/.test(type))
    return [element('p', { class: 'notice' }, `${type} is not shown. Download has it.`)];
  const { text, whole } = type.startsWith('application/json')
    ? indentedJson(beginning, SHOWN_CHARACTERS)
    : { text: beginning.slice(0, SHOWN_CHARACTERS), whole: beginning.length <= SHOWN_CHARACTERS };
  const shown = element('pre', { class: 'body', tabindex: '0', 'aria-label': 'Body of the answer' }, text);
  if (whole && size <= READ_BYTES) return [shown];
  const notice = `Only the beginning of ${size.toLocaleString('en')} bytes is shown. Download has all of it.`;
  return [element('p', { class: 'notice' }, notice), shown];
}

/** @param {Headers} headers */
function headersView(headers) {
  const lines = [...headers].map(([name, value]) => `${name}: ${value}\n`);
  return element('details', {}, element('summary', {}, 'Headers'), element('pre', {}, ...lines));
}
