/** Control characters that JSON does not escape. */
const CONTROL = /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

const asEscape = (character: string) => {
  // By code units, so that an escape within JSON stays JSON.
  const units = Array.from({ length: character.length }, (_, i) => character.charCodeAt(i));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
};

/** Control characters, and characters that reorder or hide the text around them. */
const UNSAFE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;
const UNSAFE_IN_LINES = /(?![\t\n])[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/**
 * Escapes text from outside, such as the name of an exchange, as one field: characters that could control a
 * terminal become escapes (`\u001b`).
 */
export function escaped(text: string): string {
  return text.replace(UNSAFE, asEscape);
}

/** The same for whole output, keeping tabs and line ends. */
export function escapedLines(text: string): string {
  return text.replace(UNSAFE_IN_LINES, asEscape);
}

/** Quotes everything but plain words: a name cannot look like something else or control a terminal. */
export function shown(text: string): string {
  return /^[\w@%+=:,./*-]+$/.test(text) ? text : quoted(text);
}

/** JSON without characters that could control a terminal. */
export function quoted(value: unknown): string {
  return JSON.stringify(value).replace(CONTROL, asEscape);
}

/** Describes damage of a stored file. The text comes from a manifest or a log, which may contain anything. */
export function damageText({ file, what, reason }: Damage): string {
  return escaped(`${file}${what === undefined ? '' : ` ${what}`}: ${reason}`);
}

interface Damage {
  readonly file: string;
  readonly what?: string | undefined;
  readonly reason: string;
}
