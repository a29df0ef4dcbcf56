/** @param {string} text */
export function escapeHtml(text) {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

const STRING = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/;
const NUMBER = /(?<![\w.-])-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.-])/;
const SCRIPT_WORDS =
  /\b(?:import|export|from|const|let|await|async|new|return|function|for|of|if|else|type|interface)\b/;

/** @type {Readonly<Record<string, readonly (readonly [kind: string, pattern: RegExp])[]>>} */
const LANGUAGES = {
  json: [
    ['key', /"(?:[^"\\\n]|\\.)*"(?=\s*:)/],
    ['string', /"(?:[^"\\\n]|\\.)*"/],
    ['number', /(?<!\w)-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\b(?:true|false|null)\b/],
  ],
  sh: [
    ['comment', /(?<=^|\s)#.*$/],
    ['string', STRING],
    ['variable', /\$(?:\w+|\{[^}]*\})/],
    ['key', /(?<=\s)--?[a-zA-Z][\w-]*/],
  ],
  js: [
    ['comment', /(?<=^|\s)\/\/.*$|\/\*[^]*?\*\//],
    ['string', STRING],
    ['key', SCRIPT_WORDS],
    ['number', NUMBER],
  ],
};
const SAME = new Map([
  ['ts', 'js'],
  ['bash', 'sh'],
]);

/**
 * Code as markup, with what its language sets apart in spans. A language that is not known stays plain.
 * @param {string} code
 * @param {string} language
 */
export function highlighted(code, language) {
  const kinds = LANGUAGES[SAME.get(language) ?? language];
  if (!kinds) return escapeHtml(code);
  const pattern = new RegExp(kinds.map(([, { source }], i) => `(?<k${i}>${source})`).join('|'), 'gm');
  let [out, at] = ['', 0];
  for (const found of code.matchAll(pattern)) {
    const kind = kinds.find((_, i) => found.groups?.[`k${i}`] !== undefined)?.[0] ?? '';
    out += `${escapeHtml(code.slice(at, found.index))}<span class="${kind}">${escapeHtml(found[0])}</span>`;
    at = found.index + found[0].length;
  }
  return out + escapeHtml(code.slice(at));
}
