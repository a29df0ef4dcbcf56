/** Text of a service without what could drive a terminal, or look like another field or record. */
export function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, ' ');
}

/** The same of several lines. */
export function plainLines(text: string): string {
  return text.split('\n').map(plain).join('\n');
}

/** What a service said, without the codes that stand before it; empty where it said nothing more. */
export function saidBy({ message }: Error): string {
  return plain(message).replace(/^\d{3}(?: [A-Z_]+)?(?:: |$)/, '');
}
