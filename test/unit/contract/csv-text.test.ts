import { describe, expect, it } from 'vitest';
import type { Column, ColumnKind } from '../../../src/contract/columns.ts';
import { csvHeader, csvLine } from '../../../src/contract/csv-text.ts';

const COLUMNS = [
  column('name', 'text'),
  column('price', 'decimal'),
  column('change.change24h', 'decimal'),
  column('complete', 'boolean'),
  column('flags', 'flags'),
];

describe('a record as a row of CSV', () => {
  it('has a field for each column, and a line end as in RFC 4180', () => {
    expect(csvHeader(COLUMNS)).toBe('name,price,change.change24h,complete,flags\r\n');
    const record = {
      name: 'Bitcoin',
      price: '0.10',
      change: { change24h: '-1.5' },
      complete: false,
      flags: ['CARRIED', 'THIN'],
    };
    expect(csvLine(COLUMNS, record)).toBe('Bitcoin,0.10,-1.5,false,CARRIED|THIN\r\n');
  });

  it('is empty if the record has no value', () => {
    expect(csvLine(COLUMNS, { name: 'x', flags: [] })).toBe('x,,,,\r\n');
    expect(csvLine(COLUMNS, { name: 'x', change: null })).toBe('x,,,,\r\n');
  });

  it('quotes text that would otherwise be read as several fields or lines', () => {
    const texts = ['a,b', 'say "x"', 'two\nlines', 'two\rlines', ' spaces '];
    const fields = texts.map((name) => csvLine(COLUMNS, { name }).replace(/,,,,\r\n$/, ''));
    expect(fields).toEqual(['"a,b"', '"say ""x"""', '"two\nlines"', '"two\rlines"', ' spaces ']);
  });
});

function column(name: string, kind: ColumnKind): Column {
  return { name, path: name.split('.'), kind, optional: true };
}
