export interface CsvLine {
  /** Line number, starting at 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** A quoted cell, in which a quote is written twice, or an unquoted one; then a comma or the end. */
const CELL = '(?:"((?:[^"]|"")*)"|([^",]*))(,|$)';

/** Lines of comma-separated cells, trimmed. Skips empty lines and those that start with `#`. */
export function csvLines(text: string, problems: string[]): readonly CsvLine[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  return lines.flatMap((content, i) => {
    if (content.trim() === '' || content.startsWith('#')) return [];
    const cells = cellsOf(content.trim());
    if (cells) return [{ line: i + 1, cells }];
    problems.push(`line ${i + 1}: has an unclosed quote, or text next to a quoted cell`);
    return [];
  });
}

function cellsOf(content: string): readonly string[] | undefined {
  const cells: string[] = [];
  const next = new RegExp(CELL, 'y');
  for (;;) {
    const match = next.exec(content);
    if (!match) return undefined;
    const [, quoted, plain = '', end] = match;
    cells.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    if (end === '') return cells;
  }
}
