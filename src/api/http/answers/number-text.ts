/**
 * Writes the quantities of a JSON text as numbers, digit for digit: the text is edited and no number is ever read. A quote inside
 * of a string is escaped in JSON, so what looks like one of these members is one.
 */
export function numberText(names: readonly string[]): (json: string) => string {
  if (names.length === 0) return (json) => json;
  const name = `"(?:${names.join('|')})":`;
  const member = new RegExp(`(${name})"(-?\\d[\\d.]*)"`, 'g');
  const list = new RegExp(`${name}\\["[^\\]]*\\]`, 'g');
  return (json) => json.replace(member, '$1$2').replace(list, numbersIn);
}

/** A gap in a list is an empty string, and stays one. */
function numbersIn(list: string): string {
  return list.replace(/"(-?\d[\d.]*)"/g, '$1');
}
