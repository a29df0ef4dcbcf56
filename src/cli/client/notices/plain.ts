/**
 * Removes everything from a service's text that could control a terminal or look like another field or
 * record.
 */
export function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, ' ');
}

/** The same for text of several lines. */
export function plainLines(text: string): string {
  return text.split('\n').map(plain).join('\n');
}

/** The message of the service without the leading codes; empty if it sent none. */
export function serviceMessage({ message }: Error): string {
  return plain(message).replace(/^\d{3}(?: [A-Z_]+)?(?:: |$)/, '');
}
