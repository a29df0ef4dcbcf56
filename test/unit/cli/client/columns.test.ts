import { describe, expect, test } from 'vitest';
import { appearance, painter } from '../../../../src/cli/client/appearance.ts';
import { fieldsLine, tableLines, type TableColumn } from '../../../../src/cli/client/columns.ts';
import { cut, padded, textWidth } from '../../../../src/cli/client/text-width.ts';

interface Row {
  readonly name: string;
  readonly price: string;
  readonly note?: string;
}

const COLUMNS: readonly TableColumn<Row>[] = [
  { key: 'name', of: ({ name }) => name, minWidth: 6 },
  { key: 'lastPrice', of: ({ price }) => price, side: 'right', colour: () => 'green' },
  { key: 'note', of: ({ note = '' }) => note, priority: 1 },
];
const ROWS: readonly Row[] = [
  { name: 'Bitcoin', price: '90455.485', note: 'first' },
  { name: 'A name that is longer than most', price: '1' },
];

describe('a table', () => {
  test('may have more rows than a call may have arguments', () => {
    const rows = Array.from({ length: 200_000 }, (_, place) => ({ name: String(place), price: '1' }));
    expect(tableLines(rows, COLUMNS, { columns: 80, hasColours: false })).toHaveLength(rows.length + 1);
  });

  test('is as wide as it needs to be', () => {
    expect(tableLines(ROWS, COLUMNS, { columns: 200, hasColours: false })).toEqual([
      'name                             last price  note',
      'Bitcoin                           90455.485  first',
      'A name that is longer than most           1',
    ]);
  });

  test('omits less important columns, then truncates names', () => {
    expect(tableLines(ROWS, COLUMNS, { columns: 40, hasColours: false })).toEqual([
      'name                   last price  note',
      'Bitcoin                 90455.485  first',
      'A name that is longe…           1',
    ]);
    expect(tableLines(ROWS, COLUMNS, { columns: 20, hasColours: false })).toEqual([
      'name      last price',
      'Bitcoin    90455.485',
      'A name…            1',
    ]);
  });

  test('never cuts a number, whatever the width', () => {
    expect(tableLines(ROWS, COLUMNS, { columns: 5, hasColours: false })[1]).toBe('Bitco…   90455.485');
  });

  test('has no column without content', () => {
    expect(tableLines(ROWS.slice(1), COLUMNS, { columns: 80, hasColours: false })[0]).not.toContain('note');
    expect(tableLines([], COLUMNS, { columns: 80, hasColours: false })).toEqual(['']);
  });

  test('has colours that do not count as width', () => {
    const coloured = tableLines(ROWS, COLUMNS, { columns: 40, hasColours: true });
    expect(coloured[1]).toContain('\u001b[32m90455.485\u001b[0m');
    // oxlint-disable-next-line no-control-regex -- colours
    const without = coloured.map((line) => line.replaceAll(/\u001b\[[\d;]*m/g, ''));
    expect(without).toEqual(tableLines(ROWS, COLUMNS, { columns: 40, hasColours: false }));
  });

  test('is not affected by control characters of a service', () => {
    const evil = { name: 'a\u001b[2Jb\nc\td\u202e', price: '1' };
    expect(tableLines([evil], COLUMNS, { columns: 80, hasColours: false })[1]).toMatch(/^a {1}\[2Jb c d/);
    expect(fieldsLine(evil, COLUMNS)).toBe('a [2Jb c d \t1\t');
  });
});

test('a line for programs has all fields, untruncated', () => {
  expect(fieldsLine(ROWS[1]!, COLUMNS)).toBe('A name that is longer than most\t1\t');
});

test('wide characters take two columns, combining marks none', () => {
  expect([textWidth('比特币'), textWidth('e\u0301'), textWidth('\u001b[31mred\u001b[0m')]).toEqual([6, 1, 3]);
  expect([cut('比特币', 5), cut('abc', 3), cut('abcd', 3), cut('abcd', 0)]).toEqual([
    '比特…',
    'abc',
    'ab…',
    '',
  ]);
  expect([padded('币', 4), padded('1', 3, 'right')]).toEqual(['币  ', '  1']);
});

describe('colours', () => {
  test('are for terminals that support them', () => {
    const terminal = { isTTY: true, columns: 100 };
    expect(appearance(terminal, {})).toEqual({ isTerminal: true, columns: 100, hasColours: true });
    expect(appearance(terminal, { NO_COLOR: '1' }).hasColours).toBe(false);
    expect(appearance(terminal, { NO_COLOR: '' }).hasColours).toBe(true);
    expect(appearance(terminal, { TERM: 'dumb' }).hasColours).toBe(false);
    expect(appearance({ columns: 100 }, {})).toEqual({ isTerminal: false, columns: 80, hasColours: false });
  });

  test('leave text unchanged without them', () => {
    expect(painter(false)('up', 'green', 'bold')).toBe('up');
    expect(painter(true)('up', 'green', 'bold')).toBe('\u001b[32;1mup\u001b[0m');
  });
});
