/** The roots of the trees that a record of format 3 names, in hex. */
export interface RecordRoots {
  /** Over the values of the tick. */
  readonly values: string;
  /** Over their inputs. */
  readonly inputs: string;
  /** Over the records of the day before this one. */
  readonly day: string;
}

const HEX_CHARACTERS = 64;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** Three hashes of 32 bytes in base64url, which leaves no rest. */
const ROOTS = /^[\w-]{128}$/;

/** In one text of 128 characters: three members with hex texts would take 71 bytes more of each tick for ever. */
export function joinRoots({ values, inputs, day }: RecordRoots): string {
  const hex = values + inputs + day;
  let text = '';
  for (let i = 0; i < hex.length; i += 3) {
    const bits = Number.parseInt(hex.slice(i, i + 3), 16);
    text += ALPHABET[bits >> 6]! + ALPHABET[bits & 0x3f]!;
  }
  return text;
}

/** Undefined if the text is none of three roots. */
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
