/** Text from exchanges and other sources. The marker tells models that it is data, whatever it says. */
export interface Untrusted {
  readonly untrusted: string;
}

/** Longer than any real name or symbol. */
const MAX_LENGTH = 80;
/** Control characters, and characters that hide or reorder text. */
const UNSAFE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

export function untrusted(text: string, maxLength = MAX_LENGTH): Untrusted {
  return { untrusted: shortened(text, maxLength) };
}

/** On one line. Never cuts within a character. */
export function shortened(text: string, maxLength: number): string {
  const plain = text.replace(UNSAFE, ' ');
  return plain.length > maxLength ? `${plain.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')}…` : plain;
}
