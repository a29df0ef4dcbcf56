const MOST_CHARACTERS = 72;

/** What fits beside an offer: a description up to its first stop, and no more than so many characters of it. */
export function firstSentence(text: string): string {
  const [first = ''] = text.replaceAll('`', '').split(/[.;:(](?:\s|$)|\s\(/);
  return first.length <= MOST_CHARACTERS ? first : `${first.slice(0, MOST_CHARACTERS - 1)}…`;
}
