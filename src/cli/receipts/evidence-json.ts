import { textFault } from '../../../sdk/src/verify/index.ts';
import { OperatorError } from '../../core/errors.ts';

/** `evidence` escapes `<` in it. */
const DATA = /<script type="application\/json" id="evidence">([^<]*)<\/script>/;
/** An element that the page could take for its data, however its attributes are written. */
const DATA_ID = /\bid\s*=\s*["']?evidence\b/i;
const SCRIPT = /<script\b/i;
/** Markup that makes a browser read the following elements as text, or hide them. */
const HIDING =
  /<!--|<(?:template|script|textarea|noscript|noembed|noframes|iframe|xmp|plaintext|object|select|svg|math)\b/i;
const CLOSED_TEXT = /<(title|style)>[^<]*<\/\1>/gi;
const OPEN_TEXT = /<(?:title|style)\b/i;

/**
 * The JSON text in a file of `tidemark evidence`; undefined if it is another file. Throws if a browser could take
 * other data from the file than this. `file`: its name in the message.
 */
export function evidenceJson(text: string, file: string): string | undefined {
  const found = DATA.exec(text);
  if (!found) {
    if (SCRIPT.test(text) && DATA_ID.test(text))
      throw new OperatorError(
        `${file} proves nothing: its data do not have the format of 'tidemark evidence'`,
      );
    return undefined;
  }
  const before = text.slice(0, found.index);
  const after = text.slice(found.index + found[0].length);
  if (DATA_ID.test(before) || DATA_ID.test(after))
    throw new OperatorError(`${file} proves nothing: it contains two sets of data`);
  if (HIDING.test(before) || OPEN_TEXT.test(before.replaceAll(CLOSED_TEXT, '')))
    throw new OperatorError(`${file} proves nothing: a browser would not read its data`);
  return found[1];
}

/** Undefined if it is not JSON. Throws if it is JSON that proves nothing. `file`: its name in the message. */
export function parsedJson(text: string, file: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  const fault = textFault(text);
  if (fault !== undefined) throw new OperatorError(`${file} proves nothing: ${fault}`);
  return value;
}
