/** The roots of the trees in a record of format 3, in hex. */
export interface RecordRoots {
  /** Over the values of the tick. */
  readonly values: string;
  /** Over their inputs. */
  readonly inputs: string;
  /** Over the earlier records of the day. */
  readonly day: string;
}

const HEX_CHARACTERS = 64;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** Three hashes of 32 bytes in base64url, which needs no padding. */
const ROOTS = /^[\w-]{128}$/;

/**
 * Joins the roots to one text of 128 characters: three members with hex texts would take 71 more bytes of every tick, forever.
 */
export function joinRoots({ values, inputs, day }: RecordRoots): string {
  const hex = values + inputs + day;
  let text = '';
  for (let i = 0; i < hex.length; i += 3) {
    const bits = Number.parseInt(hex.slice(i, i + 3), 16);
    text += ALPHABET[bits >> 6]! + ALPHABET[bits & 0x3f]!;
  }
  return text;
}

/** Undefined if the text does not contain three roots. */
export function splitRoots(text: unknown): RecordRoots | undefined {
  if (typeof text !== 'string' || !ROOTS.test(text)) return undefined;
  let hex = '';
  for (let i = 0; i < text.length; i += 2) {
    const bits = (ALPHABET.indexOf(text[i]!) << 6) | ALPHABET.indexOf(text[i + 1]!);
    hex += bits.toString(16).padStart(3, '0');
  }
  const part = (n: number) => hex.slice(n * HEX_CHARACTERS, (n + 1) * HEX_CHARACTERS);
  return { values: part(0), inputs: part(1), day: part(2) };
}
