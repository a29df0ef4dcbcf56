/**
 * A text of JSON, which may hold anything, or a number outside of one. A text that never ends is taken to the end of the
 * answer: otherwise each quote in it would be tried as a beginning, and an answer of nothing else would take for ever.
 */
const TEXT_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;

/** JSON in which every number is a text, so that all of its digits are kept. */
export function quotedNumbers(json: string): string {
  return json.replace(TEXT_OR_NUMBER, (found) => (found.startsWith('"') ? found : `"${found}"`));
}
