import { element } from './dom.js';
import { find, messageEntries, operationEntries, siteEntries, wordsOf } from './search-index.js';

const MOST_FOUND = 12;

/** Searches all pages in the browser: the index is loaded on first use, and nothing after that. */
export class Search {
  #basePath;
  /** @type {Promise<import('./search-index.js').Entry[]> | undefined} */
  #entries;
  #list = element('ul', { id: 'found', role: 'listbox', 'aria-label': 'Found', hidden: true });
  #said = element('p', { class: 'unseen', role: 'status' });
  #field = element('input', {
    type: 'search',
    class: 'field',
    placeholder: 'Search the documentation',
    'aria-label': 'Search the documentation',
    role: 'combobox',
    'aria-expanded': 'false',
    'aria-controls': 'found',
    'aria-autocomplete': 'list',
    autocomplete: 'off',
    spellcheck: 'false',
  });
  #active = -1;

  /** @param {string} basePath */
  constructor(basePath) {
    this.#basePath = basePath;
  }

  /** @param {HTMLElement} place */
  showIn(place) {
    const key = element('kbd', { 'aria-hidden': 'true' }, '/');
    place.append(this.#field, key, this.#list, this.#said);
    this.#field.addEventListener('focus', () => void this.#load());
    this.#field.addEventListener('input', () => void this.#look());
    this.#field.addEventListener('keydown', (event) => this.#key(event));
    addEventListener('keydown', (event) => this.#shortcut(event));
    document.addEventListener('click', ({ target }) => {
      if (target instanceof Node && !place.contains(target)) this.#close();
    });
    // A link within the same page loads nothing.
    this.#list.addEventListener('click', () => this.#close());
  }

  /** @param {KeyboardEvent} event */
  #shortcut(event) {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    const typing = target instanceof Element && target.matches('input, textarea, select');
    if (key !== '/' || typing || ctrlKey || metaKey || altKey) return;
    event.preventDefault();
    this.#field.focus();
  }

  #load() {
    this.#entries ??= this.#everything().catch((error) => {
      this.#entries = undefined;
      throw error;
    });
    return this.#entries;
  }

  async #everything() {
    const get = async (/** @type {string} */ path) => {
      const answer = await fetch(`${this.#basePath}/${path}`);
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
      return answer.json();
    };
    const documents = [get('openapi.json'), get('asyncapi.json'), get('docs/search.json')];
    const [openApi, asyncApi, site] = await Promise.all(documents);
    return [
      ...operationEntries(openApi, this.#basePath),
      ...messageEntries(asyncApi, this.#basePath),
      ...siteEntries(site, this.#basePath),
    ];
  }

  async #look() {
    const query = this.#field.value;
    try {
      const entries = await this.#load();
      // The query may have changed meanwhile.
      if (query === this.#field.value) this.#show(find(entries, query, MOST_FOUND), query);
    } catch (error) {
      this.#said.textContent = `The search could not be loaded: ${error instanceof Error ? error.message : error}`;
    }
  }

  /** @param {import('./search-index.js').Found[]} found @param {string} query */
  #show(found, query) {
    const words = wordsOf(query);
    const none = found.length === 0 && words.length > 0;
    this.#list.replaceChildren(
      ...found.map((each, i) => foundView(each, i, words)),
      ...(none ? [element('li', { class: 'none' }, 'Nothing was found.')] : []),
    );
    this.#said.textContent = words.length === 0 ? '' : `${found.length} found`;
    this.#open(words.length > 0);
    this.#choose(found.length > 0 ? 0 : -1);
  }

  /** @param {boolean} open */
  #open(open) {
    this.#list.hidden = !open;
    this.#field.setAttribute('aria-expanded', String(open));
  }

  #close() {
    this.#open(false);
  }

  /** @param {number} index */
  #choose(index) {
    const options = [...this.#list.querySelectorAll('[role=option]')];
    this.#active = index;
    for (const [i, option] of options.entries()) option.setAttribute('aria-selected', String(i === index));
    options[index]?.scrollIntoView({ block: 'nearest' });
    if (options[index]) this.#field.setAttribute('aria-activedescendant', `found-${index}`);
    else this.#field.removeAttribute('aria-activedescendant');
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const options = this.#list.querySelectorAll('a');
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (event.key === 'Escape') this.#close();
    else if (event.key === 'Enter') options[this.#active]?.click();
    else if (step !== 0 && options.length > 0) {
      this.#open(true);
      this.#choose((this.#active + step + options.length) % options.length);
    } else return;
    event.preventDefault();
  }
}

/** @param {import('./search-index.js').Found} found @param {number} index @param {readonly string[]} words */
function foundView({ href, title, heading, snippet }, index, words) {
  const head = element('strong', {}, ...marked(heading, words));
  const where = heading === title ? [] : [' ', element('span', { class: 'hint' }, title)];
  const link = element(
    'a',
    { href, tabindex: '-1' },
    head,
    ...where,
    element('span', { class: 'snippet' }, ...marked(snippet, words)),
  );
  return element('li', { role: 'option', id: `found-${index}`, 'aria-selected': 'false' }, link);
}

/** @param {string} text @param {readonly string[]} words @returns {(Node | string)[]} */
function marked(text, words) {
  const pattern = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  return text
    .split(new RegExp(`(${pattern})`, 'i'))
    .map((part, i) => (i % 2 === 1 ? element('mark', {}, part) : part));
}
