import { isObject } from '../../../core/text/is-object.ts';
import { quotedNumbers } from '../declared/quoted-numbers.ts';
import { csvLines, type CsvLine } from './csv-lines.ts';
import { asOfOf, isAbove, supplyOf, type SupplyRow } from './supply-row.ts';

export interface ParsedSupplies {
  readonly rows: readonly SupplyRow[];
  /** Each with its place and field: `line 4, totalSupply: must be ...`. If there are any, the whole file is ignored. */
  readonly problems: readonly string[];
}

/** A row of either format: texts by field. */
interface RawRow {
  readonly place: string;
  readonly fields: Readonly<Record<string, string>>;
}

const FORMAT = 1;
const NAMING = ['assetId', 'slugName', 'symbol'] as const;
const FIELDS = [...NAMING, 'totalSupply', 'freeFloatSupply', 'asOf', 'confirmed'];
/** Another common name of the free float. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([['circulatingSupply', 'freeFloatSupply']]);
const NUMBER_EXPECTED = 'must be a decimal above zero without thousands marks, such as 19876543.25';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const MAX_PROBLEMS = 20;
const MAX_COLUMNS = 50;
/** Maximum length of a name quoted in a message. */
const MAX_SHOWN = 60;

/** CSV with a line of column names, or JSON if the text starts with a brace. */
export function parseSupplies(text: string): ParsedSupplies {
  const problems: string[] = [];
  const raw = text.trimStart().startsWith('{') ? jsonRows(text, problems) : csvRows(text, problems);
  const rows = raw.flatMap((row) => rowOf(row, problems) ?? []);
  if (raw.length === 0 && problems.length === 0) problems.push('has no supplies');
  // Duplicates come first: other problems of a row do not show which of two rows is right.
  return { rows, problems: shortened([...namedTwice(raw), ...problems]) };
}

function csvRows(text: string, problems: string[]): readonly RawRow[] {
  const lines = csvLines(text, problems);
  const [head, ...rest] = lines;
  if (!head) return [];
  if (head.cells.length > MAX_COLUMNS) {
    problems.push(`line ${head.line}: has ${head.cells.length} columns, ${expected()}`);
    return [];
  }
  const columns = head.cells.map((name) => OTHER_NAMES.get(name) ?? name);
  const unknown = columns.filter((name) => !FIELDS.includes(name));
  const twice = columns.filter((name, i) => columns.indexOf(name) !== i);
  const wrong = [
    ...unknown.map((name) => `column ${quoted(name)}: is unknown, ${expected()}`),
    ...twice.map((name) => `column ${shown(name)}: appears twice`),
  ];
  problems.push(...wrong.map((problem) => `line ${head.line}, ${problem}`));
  if (wrong.length > 0) return [];
  return rest.flatMap((line) => csvRow(line, columns, problems) ?? []);
}

function csvRow(
  { line, cells }: CsvLine,
  columns: readonly string[],
  problems: string[],
): RawRow | undefined {
  const place = `line ${line}`;
  if (cells.length !== columns.length) {
    problems.push(`${place}: has ${cells.length} fields, the first line has ${columns.length}`);
    return undefined;
  }
  const fields = columns.map((name, i) => [name, cells[i] ?? ''] as const).filter(([, cell]) => cell !== '');
  return { place, fields: Object.fromEntries(fields) };
}

/** Names are untrusted: unusual ones are quoted, long ones truncated. */
function shown(name: string): string {
  return /^\w{1,60}$/.test(name) ? name : quoted(name);
}

function quoted(name: string): string {
  return JSON.stringify(name.length > MAX_SHOWN ? `${name.slice(0, MAX_SHOWN)}...` : name);
}

function expected(): string {
  return `expected one of ${[...FIELDS, ...Object.keys(OTHER_NAMES)].join(', ')}`;
}

function jsonRows(text: string, problems: string[]): readonly RawRow[] {
  let file: unknown;
  try {
    file = JSON.parse(quotedNumbers(text));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    problems.push('is not valid JSON');
    return [];
  }
  if (!isObject(file) || file['format'] !== String(FORMAT)) {
    problems.push(`format: must be ${FORMAT}`);
    return [];
  }
  const { supplies, asOf, format: _, ...others } = file;
  for (const name of Object.keys(others))
    problems.push(`${shown(name)}: is unknown, expected one of format, asOf, supplies`);
  if (!Array.isArray(supplies)) {
    problems.push('supplies: must be a list');
    return [];
  }
  const ofAll = typeof asOf === 'string' ? { asOf } : {};
  return supplies.flatMap((row: unknown, i) => jsonRow(row, `supplies[${i}]`, ofAll, problems) ?? []);
}

function jsonRow(
  row: unknown,
  place: string,
  ofAll: Readonly<Record<string, string>>,
  problems: string[],
): RawRow | undefined {
  if (!isObject(row)) {
    problems.push(`${place}: must be an object`);
    return undefined;
  }
  const fields: Record<string, string> = { ...ofAll };
  const before = problems.length;
  for (const [own, value] of Object.entries(row)) {
    const name = OTHER_NAMES.get(own) ?? own;
    const text = value === true ? 'yes' : value;
    if (!FIELDS.includes(name)) problems.push(`${place}, ${shown(own)}: is unknown, ${expected()}`);
    else if (typeof text !== 'string') problems.push(`${place}, ${shown(own)}: must be a text or a number`);
    else fields[name] = text;
  }
  return problems.length > before ? undefined : { place, fields };
}

/** Undefined after adding a problem. */
function rowOf({ place, fields }: RawRow, problems: string[]): SupplyRow | undefined {
  const before = problems.length;
  const report = (field: string, what: string) => void problems.push(`${place}, ${field}: ${what}`);
  const { assetId, slugName, symbol, confirmed } = fields;
  if (assetId === undefined && slugName === undefined && symbol === undefined)
    problems.push(`${place}: must have one of ${NAMING.join(', ')}`);
  if (assetId !== undefined && !UUID.test(assetId)) report('assetId', 'must be an id in lower case');
  if (slugName !== undefined && !SLUG.test(slugName))
    report('slugName', 'must be a slug such as bitcoin-cash');
  if (confirmed !== undefined && confirmed !== 'yes') report('confirmed', 'must be yes or left out');
  const totalSupply = numberIn(fields, 'totalSupply', report);
  const freeFloatSupply = numberIn(fields, 'freeFloatSupply', report);
  const asOf = fields['asOf'] === undefined ? undefined : asOfOf(fields['asOf']);
  if (asOf === undefined)
    report('asOf', fields['asOf'] === undefined ? 'is missing' : 'must be a date such as 2026-01-31');
  if (totalSupply !== undefined && freeFloatSupply !== undefined && isAbove(freeFloatSupply, totalSupply))
    report('freeFloatSupply', `is above the totalSupply of ${totalSupply}`);
  if (problems.length > before) return undefined;
  return {
    place,
    assetId,
    slugName,
    symbol,
    totalSupply: totalSupply!,
    freeFloatSupply: freeFloatSupply!,
    asOf: asOf!,
    ...(confirmed === 'yes' ? { isConfirmed: true } : {}),
  };
}

function numberIn(
  fields: RawRow['fields'],
  field: string,
  report: (field: string, what: string) => void,
): string | undefined {
  const text = fields[field];
  const value = text === undefined ? undefined : supplyOf(text);
  if (value === undefined) report(field, text === undefined ? 'is missing' : NUMBER_EXPECTED);
  return value;
}

/** If two lines are for the same asset, one is wrong, and the file does not show which. */
function namedTwice(rows: readonly RawRow[]): readonly string[] {
  const seen = new Map<string, string>();
  return rows.flatMap(({ place, fields: { assetId, slugName, symbol } }) => {
    const name = assetId ?? slugName ?? (symbol === undefined ? undefined : `symbol ${symbol}`);
    if (name === undefined) return [];
    const other = seen.get(name);
    seen.set(name, place);
    return other === undefined ? [] : [`${place}: names the same asset as ${other}`];
  });
}

function shortened(problems: readonly string[]): readonly string[] {
  if (problems.length <= MAX_PROBLEMS) return problems;
  return [...problems.slice(0, MAX_PROBLEMS), `and ${problems.length - MAX_PROBLEMS} more`];
}
