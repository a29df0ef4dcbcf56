/** After a colon, a comma or a bracket: possibly a number with more digits than a double keeps. */
const MAY_HAVE_ONE = /[:,[]\s*-?\d(?:\.?\d){15}/;
/** Either a string, which stays unchanged (an unterminated one extends to the end), or such a number. */
const TEXT_OR_LONG_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"?|-?\d(?:\.?\d){15,}(?:[eE][+-]?\d+)?/gs;

/** Turns such numbers in JSON into strings, so that no digit of a price is lost: ccxt accepts both. */
export function exactNumbers(json: string): string {
  if (!MAY_HAVE_ONE.test(json)) return json;
  return json.replace(TEXT_OR_LONG_NUMBER, (found) => (found.startsWith('"') ? found : `"${found}"`));
}
