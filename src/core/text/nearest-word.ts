/** The word that was probably meant; undefined where none of them is near. A case that differs does not count. */
export function nearestWord(typed: string, words: Iterable<string>): string | undefined {
  const wanted = typed.toLowerCase();
  const most = wanted.length <= 4 ? 1 : wanted.length <= 8 ? 2 : 3;
  let nearest: { readonly word: string; readonly distance: number } | undefined;
  for (const word of words) {
    const known = word.toLowerCase();
    // The beginning of a word stands for it, after those that are only misspelt.
    const begins = wanted.length >= 3 && known.startsWith(wanted);
    const distance = begins ? Math.min(most, editDistance(wanted, known)) : editDistance(wanted, known);
    if (distance <= most && distance < (nearest?.distance ?? Infinity)) nearest = { word, distance };
  }
  return nearest?.word;
}

/** `: did you mean 'x'?`, or nothing: to be put behind what was not understood. */
export function didYouMean(typed: string, words: Iterable<string>): string {
  const word = nearestWord(typed, words);
  return word === undefined ? '' : `: did you mean '${word}'?`;
}

/** How many letters must be changed, added, left out or swapped with their neighbour to make one word of the other. */
export function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, before[j - 2]! + 1);
      row.push(least);
    }
    [before, above] = [above, row];
  }
  return above[b.length]!;
}
