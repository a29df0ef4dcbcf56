/**
 * JSON over several lines, only as far as `most` characters. What it does is layout alone: no number is read, so none
 * loses a digit, and it takes as long for a large text as for a small one. A text that is no JSON stays readable.
 * @param {string} text
 * @param {number} most
 * @returns {{ text: string, whole: boolean }}  whole: there is no more of it
 */
export function indentedJson(text, most) {
  const tokens = /"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^"{}[\],:]+/sy;
  let out = '';
  let depth = 0;
  let at = 0;
  while (at < text.length && out.length < most) {
    tokens.lastIndex = at;
    const [token] = tokens.exec(text) ?? [text.charAt(at)];
    at += token.length;
    if (token === '{' || token === '[') {
      const end = text.slice(at, at + MOST_SPACE).search(/\S/) + at;
      const empty = text[end] === '}' || text[end] === ']';
      out += empty ? token + text[end] : token + line(++depth);
      if (empty) at = end + 1;
    } else if (token === '}' || token === ']') out += line(--depth) + token;
    else if (token === ',') out += token + line(depth);
    else if (token === ':') out += ': ';
    else out += token.trim();
  }
  return { text: out.slice(0, most), whole: at >= text.length && out.length <= most };
}

const MOST_SPACE = 100;

/** @param {number} depth */
function line(depth) {
  return `\n${'  '.repeat(Math.max(0, Math.min(depth, 50)))}`;
}
