/** Behind a colon, a comma or a bracket and before what may follow it: a number with more digits than a double keeps. */
const LONG_NUMBER = /(?<=[:,[]\s*)(-?\d(?:\.?\d){15,}(?:[eE][+-]?\d+)?)(?=\s*[,}\]])/g;

/** JSON in which such numbers are texts, so that no digit of a price is lost: ccxt takes either. */
export function exactNumbers(json: string): string {
  return json.replace(LONG_NUMBER, '"$1"');
}
