/** Text of a service without what could drive a terminal, or look like another field or record. */
export function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, ' ');
}

/** The same of several lines. */
export function plainLines(text: string): string {
  return text.split('\n').map(plain).join('\n');
}
