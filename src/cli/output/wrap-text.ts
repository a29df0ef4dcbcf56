/** Narrower than this, text would be a column of single words. */
const LEAST_COLUMNS = 20;

/** A text in lines of at most so many columns, broken at blanks. A longer word has a line of its own; a path is broken behind a slash. */
export function wrapText(text: string, columns: number): string[] {
  const most = Math.max(columns, LEAST_COLUMNS);
  const lines: string[] = [];
  let line = '';
  const words = text.split(/\s+/).filter((each) => each !== '');
  for (const word of words.flatMap((each) => pathParts(each, most))) {
    if (line !== '' && line.length + 1 + word.length > most) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return line === '' ? lines : [...lines, line];
}

/** What fits, and what is no path, is one part. */
function pathParts(word: string, most: number): string[] {
  if (word.length <= most || !/^~?[/\\]/.test(word)) return [word];
  const parts: string[] = [];
  for (const step of word.split(/(?<=[/\\])/)) {
    const last = parts.at(-1);
    if (last !== undefined && last.length + step.length <= most) parts[parts.length - 1] = last + step;
    else parts.push(step);
  }
  return parts;
}

const MARGIN = '  ';
/** Names that are longer have a line to themselves. */
const LONGEST_NAME = 26;

/** Names with what each means in a second column, wrapped. */
export function definitionsText(
  rows: readonly (readonly [name: string, text: string])[],
  columns: number,
): string {
  const width = Math.max(0, ...rows.map(([name]) => name.length).filter((length) => length <= LONGEST_NAME));
  const indent = MARGIN.length + width + 2;
  return rows
    .map(([name, text]) => {
      const [first = '', ...more] = wrapText(text, columns - indent);
      const head = MARGIN + name;
      const begins =
        name.length > width
          ? [head, ...(first === '' ? [] : [' '.repeat(indent) + first])]
          : [`${head.padEnd(indent)}${first}`.trimEnd()];
      return [...begins, ...more.map((line) => ' '.repeat(indent) + line)]
        .map((line) => `${line}\n`)
        .join('');
    })
    .join('');
}
