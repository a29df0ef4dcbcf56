/** Behind a colon, a comma or a bracket: perhaps a number with more digits than a double keeps. */
const MAY_HAVE_ONE = /[:,[]\s*-?\d(?:\.?\d){15}/;
/** A text, which stays as it is (one that never ends is taken to the end), or such a number. */
const TEXT_OR_LONG_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"?|-?\d(?:\.?\d){15,}(?:[eE][+-]?\d+)?/gs;

/** JSON in which such numbers are texts, so that no digit of a price is lost: ccxt takes either. */
export function exactNumbers(json: string): string {
  if (!MAY_HAVE_ONE.test(json)) return json;
  return json.replace(TEXT_OR_LONG_NUMBER, (found) => (found.startsWith('"') ? found : `"${found}"`));
}
