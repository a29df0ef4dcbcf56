/** Minimum width; in less, text would be a column of single words. */
const MIN_COLUMNS = 20;

/**
 * Breaks a text at blanks into lines of at most `columns` characters. A longer word gets its own line; a path
 * is broken after a slash.
 */
export function wrapText(text: string, columns: number): string[] {
  const width = Math.max(columns, MIN_COLUMNS);
  const lines: string[] = [];
  let line = '';
  const words = text.split(/\s+/).filter((each) => each !== '');
  for (const word of words.flatMap((each) => pathParts(each, width))) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return line === '' ? lines : [...lines, line];
}

/** Splits a long path at its slashes; everything else is one part. */
function pathParts(word: string, width: number): string[] {
  if (word.length <= width || !/^~?[/\\]/.test(word)) return [word];
  const parts: string[] = [];
  for (const step of word.split(/(?<=[/\\])/)) {
    const last = parts.at(-1);
    if (last !== undefined && last.length + step.length <= width) parts[parts.length - 1] = last + step;
    else parts.push(step);
  }
  return parts;
}

const MARGIN = '  ';
/** Longer names get their own line. */
const LONGEST_NAME = 26;

/** Names with wrapped descriptions in a second column. */
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
