/** Not a character of a decimal, and escaped in JSON: it marks texts that become numbers. */
const MARK = '\u0001';
const MARKED = /"\\u0001([^"]*)"/g;

/** A decimal written as a JSON number with all its digits; `JSON.stringify` would write the nearest double. */
export interface Numeral {
  toJSON(): string;
}

export function numeral(decimal: string): Numeral {
  return { toJSON: () => MARK + decimal };
}

/** JSON of a reply. */
export function encodeBody(body: unknown): string {
  return JSON.stringify(body).replace(MARKED, '$1');
}
