const MAX_SUGGESTIONS = 3;
const MAX_CHANGES = 2;

/**
 * Names that were probably meant: they start like the given one, or differ from it by at most two letters; the closest
 * first.
 */
export function similarNames(given: string, names: readonly string[]): readonly string[] {
  const near = names
    .map((name) => ({ name, changes: isBeginning(given, name) ? 1 : changesBetween(given, name) }))
    .filter(({ changes }) => changes <= MAX_CHANGES);
  return near
    .toSorted((a, b) => a.changes - b.changes || a.name.length - b.name.length)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ name }) => name);
}

function isBeginning(given: string, name: string): boolean {
  return given.length >= 3 && (name.startsWith(given) || given.startsWith(name));
}

/** Number of letters to insert, remove or replace. */
function changesBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries())
      next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + (letter === other ? 0 : 1)));
    row = next;
  }
  return row[b.length]!;
}
