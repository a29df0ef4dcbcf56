/**
 * @typedef {object} Entry  something that can be found
 * @property {string} href
 * @property {string} title    of the page or group that it is in
 * @property {string} heading
 * @property {string} text
 *
 * @typedef {[path: string, title: string, sections: [id: string, heading: string, text: string][]][]} SitePages
 * @typedef {object} Operation  of the OpenAPI document, as far as it is searched
 * @property {string} operationId
 * @property {string} summary
 * @property {readonly { name: string, description?: string }[]} [parameters]
 * @typedef {{ summary: string, payload: { properties?: object } }} Message
 * @typedef {Entry & { score: number, snippet: string }} Found
 */

const SNIPPET_CHARACTERS = 140;
/** Pages that readers rarely look for. */
const LATER = /\/(?:changelog|benchmarks|contributing|architecture|adr\/[^#]*)#/;

/**
 * Search results, best first. Every word must be there, at the beginning of a word or within one; headings
 * count for more than text.
 * @param {readonly Entry[]} entries
 * @param {string} query
 * @param {number} most
 * @returns {Found[]}
 */
export function find(entries, query, most) {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  const found = entries.flatMap((entry) => {
    const score = scoreOf(entry, words);
    return score === 0 ? [] : [{ ...entry, score, snippet: snippetOf(entry.text, words) }];
  });
  return found.toSorted((a, b) => b.score - a.score).slice(0, most);
}

/**
 * The words of a query without their endings: "resume" also finds "Resuming".
 * @param {string} query
 */
export function wordsOf(query) {
  const words = query.toLowerCase().split(/\s+/);
  return words
    .filter((word) => word !== '')
    .map((word) => word.replace(/(?<=[a-z]{4})(?:ing|ed|es|e|s)$/, ''));
}

/** @param {Entry} entry @param {readonly string[]} words */
function scoreOf({ href, title, heading, text }, words) {
  const [ownTitle, ownHeading, ownText] = [title, heading, text].map((part) => part.toLowerCase());
  let score = 0;
  for (const word of words) {
    const points = 8 * weightOf(ownHeading, word) + 4 * weightOf(ownTitle, word) + weightOf(ownText, word);
    if (points === 0) return 0;
    score += points;
  }
  return LATER.test(href) ? score / 4 : score;
}

/**
 * 2 if a word begins with it, 1 if it is within one. @param {string | undefined} text @param {string} word
 */
function weightOf(text = '', word) {
  const at = text.indexOf(word);
  if (at === -1) return 0;
  for (let place = at; place !== -1; place = text.indexOf(word, place + 1)) {
    if (place === 0 || !/[a-z\d]/.test(text.charAt(place - 1))) return 2;
  }
  return 1;
}

/** @param {string} text @param {readonly string[]} words */
function snippetOf(text, words) {
  const lower = text.toLowerCase();
  const places = words.map((word) => lower.indexOf(word)).filter((place) => place !== -1);
  const at = places.length === 0 ? 0 : Math.min(...places);
  const from = at < SNIPPET_CHARACTERS / 2 ? 0 : lower.indexOf(' ', at - SNIPPET_CHARACTERS / 2) + 1;
  const cut = text.slice(from, from + SNIPPET_CHARACTERS);
  return `${from > 0 ? '… ' : ''}${cut}${from + SNIPPET_CHARACTERS < text.length ? ' …' : ''}`;
}

/**
 * @param {SitePages} pages
 * @param {string} basePath
 * @returns {Entry[]}
 */
export function siteEntries(pages, basePath) {
  return pages.flatMap(([path, title, sections]) =>
    sections.map(([id, heading, text]) => ({ href: `${basePath}/docs/${path}#${id}`, title, heading, text })),
  );
}

/**
 * @param {{ paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> }} api
 * @param {string} basePath
 * @returns {Entry[]}
 */
export function operationEntries({ paths }, basePath) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, summary, parameters = [] }]) => ({
      href: `${basePath}/docs#${operationId}`,
      title: 'REST',
      heading: `${method.toUpperCase()} ${path}`,
      text: [summary, ...parameters.map(({ name, description = '' }) => `${name}: ${description}`)].join(
        '. ',
      ),
    })),
  );
}

/**
 * @param {{ components: { messages: Readonly<Record<string, Message>> } }} api
 * @param {string} basePath
 * @returns {Entry[]}
 */
export function messageEntries({ components }, basePath) {
  return Object.entries(components.messages).map(([name, { summary, payload }]) => ({
    href: `${basePath}/docs/websocket#${name}`,
    title: 'Websocket',
    heading: name,
    text: `${summary}. ${Object.keys(payload.properties ?? {}).join(', ')}`,
  }));
}
