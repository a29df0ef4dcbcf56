const ELLIPSIS = '…';
const ESCAPE = '\u001b';
const PLAIN = `${ESCAPE}[0m`;
// oxlint-disable-next-line no-control-regex -- colours are escape sequences
const COLOUR = /\u001b\[[\d;]*m/g;
/** Characters that are two columns wide: East Asian ones and most emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f9ff}\u{20000}-\u{3fffd}]/u;
/** Zero-width characters: they combine with the one before. */
const WITHOUT_WIDTH = /[\p{Mn}\p{Me}\p{Cf}]/u;

/** Width of a text in terminal columns, without its colours. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text.replace(COLOUR, ''))
    width += WITHOUT_WIDTH.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return width;
}

/** Pads with blanks; never cuts. */
export function padded(text: string, columns: number, side: 'left' | 'right' = 'left'): string {
  const blanks = ' '.repeat(Math.max(0, columns - textWidth(text)));
  return side === 'left' ? text + blanks : blanks + text;
}

/** Cuts to this width, with an ellipsis if something was cut. For text without colours. */
export function cut(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  let taken = '';
  let width = 0;
  for (const character of text) {
    width += textWidth(character);
    if (width > columns - 1) break;
    taken += character;
  }
  return columns < 1 ? '' : `${taken.trimEnd()}${ELLIPSIS}`;
}

/** The same for text with colours, which are reset at the cut. */
export function cutPainted(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  const whole = cut(text.replace(COLOUR, ''), columns);
  if (whole === '') return '';
  const kept = whole.slice(0, -ELLIPSIS.length);
  let [painted, place] = ['', 0];
  for (const part of text.split(new RegExp(`(${COLOUR.source})`))) {
    if (part.startsWith(ESCAPE)) painted += part;
    else {
      painted += kept.slice(place, place + part.length);
      place += part.length;
    }
    if (place >= kept.length) break;
  }
  return painted.includes(ESCAPE) ? `${painted}${ELLIPSIS}${PLAIN}` : `${painted}${ELLIPSIS}`;
}
