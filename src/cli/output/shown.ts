/** Those that JSON leaves as they are. */
const CONTROL = /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

const asEscape = (character: string) => {
  // By code units: an escape within JSON stays JSON.
  const units = Array.from({ length: character.length }, (_, i) => character.charCodeAt(i));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
};

/** Control characters, and those that reorder or hide the text around them. */
const UNSAFE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;
const UNSAFE_IN_LINES = /(?![\t\n])[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** Text from outside, such as the name of an exchange, as one field: what could drive a terminal is shown as an escape (`\u001b`). */
export function escaped(text: string): string {
  return text.replace(UNSAFE, asEscape);
}

/** The same for whole output, in which tabs and ends of lines stay. */
export function escapedLines(text: string): string {
  return text.replace(UNSAFE_IN_LINES, asEscape);
}

/** Anything but plain words in quotes: a name cannot look like something else, nor drive a terminal. */
export function shown(text: string): string {
  return /^[\w@%+=:,./*-]+$/.test(text) ? text : quoted(text);
}

/** As JSON, without what could drive a terminal. */
export function quoted(value: unknown): string {
  return JSON.stringify(value).replace(CONTROL, asEscape);
}

/** Damage of a stored file, of which a manifest or a log may say anything. */
export function damageText({ file, what, reason }: Damage): string {
  return escaped(`${file}${what === undefined ? '' : ` ${what}`}: ${reason}`);
}

interface Damage {
  readonly file: string;
  readonly what?: string | undefined;
  readonly reason: string;
}
