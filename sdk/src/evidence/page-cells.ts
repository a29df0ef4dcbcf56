/** What a cell of a line of a receipt shows. A price of zero is that of an exchange whose price was not used. */
export function cellOf(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  if (name === 'price' && Number(value) === 0) return '–';
  return value === undefined ? '' : String(value);
}
