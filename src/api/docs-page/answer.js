import { element } from './dom.js';
import { indentedJson } from './indented-json.js';

/** So much of a body is put on the page. More would freeze it, and is there as a download. */
const SHOWN_CHARACTERS = 50_000;
/** So much of it is read for that; more would not be shown. */
const READ_BYTES = 4 * SHOWN_CHARACTERS;

/** Shows answers, one after the other in the same place. */
export class AnswerView {
  /** @type {HTMLElement} */
  view = element('div', { class: 'answer', 'aria-live': 'polite' });
  /** @type {string} */
  #fileName;
  /** @type {string | undefined} */
  #url;

  /** @param {string} name  of the file that a body can be saved as */
  constructor(name) {
    this.#fileName = name;
  }

  waiting() {
    this.view.replaceChildren(element('p', {}, 'Waiting for the answer …'));
  }

  /** @param {unknown} error */
  failed(error) {
    const reason = error instanceof Error ? error.message : String(error);
    this.view.replaceChildren(element('p', { class: 'failure' }, `There was no answer: ${reason}`));
  }

  /** @param {Response} response @param {number} milliseconds */
  async show(response, milliseconds) {
    const body = await response.blob();
    const type = response.headers.get('content-type') ?? '';
    const beginning = await body.slice(0, READ_BYTES).text();
    const status = `${response.status} ${response.statusText}`.trim();
    const summary = `${Math.round(milliseconds)} ms, ${body.size.toLocaleString('en')} bytes`;
    this.view.replaceChildren(
      element(
        'p',
        {},
        element(
          'strong',
          { class: response.ok ? 'success' : 'failure', 'data-status': String(response.status) },
          status,
        ),
        ` ${summary} `,
        this.#download(body, type),
      ),
      headersView(response.headers),
      ...bodyView(beginning, type, body.size),
    );
  }

  /** @param {Blob} body @param {string} type */
  #download(body, type) {
    if (this.#url !== undefined) URL.revokeObjectURL(this.#url);
    this.#url = URL.createObjectURL(body);
    const ending = type.includes('json') ? 'json' : 'txt';
    return element('a', { href: this.#url, download: `${this.#fileName}.${ending}` }, 'Download');
  }
}

/** @param {string} beginning @param {string} type @param {number} size @returns {HTMLElement[]} */
function bodyView(beginning, type, size) {
  if (size === 0) return [];
  const { text, whole } = type.includes('json')
    ? indentedJson(beginning, SHOWN_CHARACTERS)
    : { text: beginning.slice(0, SHOWN_CHARACTERS), whole: beginning.length <= SHOWN_CHARACTERS };
  const shown = element('pre', { class: 'body' }, text);
  if (whole && size <= READ_BYTES) return [shown];
  const notice = `Only the beginning of ${size.toLocaleString('en')} bytes is shown. Download has all of it.`;
  return [element('p', { class: 'notice' }, notice), shown];
}

/** @param {Headers} headers */
function headersView(headers) {
  const lines = [...headers].map(([name, value]) => `${name}: ${value}\n`);
  return element('details', {}, element('summary', {}, 'Headers'), element('pre', {}, ...lines));
}
