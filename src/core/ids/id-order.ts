/** Plain code-unit comparison: the canonical order of all ids. */
export function compareIds(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
