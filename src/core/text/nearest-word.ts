/** The word that was probably meant, or undefined if none is close. Ignores case. */
export function nearestWord(typed: string, words: Iterable<string>): string | undefined {
  const wanted = typed.toLowerCase();
  const max = wanted.length <= 4 ? 1 : wanted.length <= 8 ? 2 : 3;
  let nearest: { readonly word: string; readonly distance: number } | undefined;
  for (const word of words) {
    const known = word.toLowerCase();
    // A prefix of a word matches it too, but ranks after misspellings.
    const begins = wanted.length >= 3 && known.startsWith(wanted);
    const distance = begins ? Math.min(max, editDistance(wanted, known)) : editDistance(wanted, known);
    if (distance <= max && distance < (nearest?.distance ?? Infinity)) nearest = { word, distance };
  }
  return nearest?.word;
}

/** `: did you mean 'x'?` or an empty string, to append to an error message. */
export function didYouMean(typed: string, words: Iterable<string>): string {
  const word = nearestWord(typed, words);
  return word === undefined ? '' : `: did you mean '${word}'?`;
}

/** The number of letters to change, insert, delete or swap with a neighbour to turn one word into the other. */
export function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let min = Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        min = Math.min(min, before[j - 2]! + 1);
      row.push(min);
    }
    [before, above] = [above, row];
  }
  return above[b.length]!;
}
