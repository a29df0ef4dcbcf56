/** No character of a decimal, and one that JSON escapes: it marks what becomes a number. */
const MARK = '\u0001';
const MARKED = /"\\u0001([^"]*)"/g;

/** A decimal that JSON says as a number, with all its digits, where `JSON.stringify` would write the nearest double. */
export interface Numeral {
  toJSON(): string;
}

export function numeral(decimal: string): Numeral {
  return { toJSON: () => MARK + decimal };
}

/** The JSON of an answer. */
export function encodeBody(body: unknown): string {
  return JSON.stringify(body).replace(MARKED, '$1');
}
