/** Numbers, instants, their widths and plurals differ from run to run; words and their order do not. */
function withoutNumbers(text: string): string {
  const numbered = text.replaceAll(/\d[\d.:TZ-]*/g, '#').replaceAll(/ +/g, ' ');
  return numbered.replaceAll(/# (\w+?)s?\b/g, '# $1');
}

/** The first column of each row. */
function rowNames(text: string): string[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/ {2,}|(?<=^.{14}) /)[0]!);
}

/** The stable part of a reply: its members and the type of each value. Names in capitals are values. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return [membersOf(value.map(shapeOf))];
  if (typeof value !== 'object' || value === null) return kindOf(value);
  const members = Object.entries(value).filter(([name]) => !/^[A-Z_]+$/.test(name));
  return Object.fromEntries(members.map(([name, item]) => [name, shapeOf(item)]));
}

/** The members of any of the items, because some members are optional. */
function membersOf(shapes: readonly unknown[]): unknown {
  const objects = shapes.filter((shape) => typeof shape === 'object');
  return objects.length > 0 ? Object.assign({}, ...objects) : 'values';
}

function kindOf(value: unknown): string {
  if (typeof value !== 'string') return typeof value;
  if (/^-?\d+(?:\.\d+)?$/.test(value)) return 'a decimal';
  if (/^[0-9a-f-]{36}$/.test(value)) return 'an id';
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? 'an instant' : 'text';
}

/**
 * The parts that are compared between shown and printed output: the shape of JSON, the words of text. `text rows` shows
 * all possible rows, of which some are printed.
 */
export function compared(
  { language, word, text }: { readonly language: string; readonly word: string; readonly text: string },
  printed: string,
): { readonly shown: unknown; readonly printed: unknown } {
  if (language === 'json') return { shown: shapeOf(JSON.parse(text)), printed: shapeOf(JSON.parse(printed)) };
  if (word !== 'rows') return { shown: withoutNumbers(text), printed: withoutNumbers(printed) };
  const rows = rowNames(printed);
  return { shown: rowNames(text).filter((name) => rows.includes(name)), printed: rows };
}
