/** Those that JSON leaves as they are. */
const CONTROL = /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Anything but plain words in quotes: a name cannot look like something else, nor drive a terminal. */
export function shown(text: string): string {
  return /^[\w@%+=:,./*-]+$/.test(text) ? text : quoted(text);
}

/** As JSON, without what could drive a terminal. */
export function quoted(value: unknown): string {
  return JSON.stringify(value).replace(CONTROL, escaped);
}
