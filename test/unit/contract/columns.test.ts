import { describe, expect, it } from 'vitest';
import {
  CANDLE_COLUMNS,
  schemaColumns,
  INDEX_TICKER_COLUMNS,
  OHLCV_COLUMNS,
  type Column,
} from '../../../src/contract/columns.ts';
import { ExchangeSchema } from '../../../src/contract/records/exchange.ts';
import { MarketCapSchema } from '../../../src/contract/records/market-cap.ts';

describe('the columns of a record', () => {
  it('are its members in order, each with a kind, and whether it may be absent', () => {
    expect(INDEX_TICKER_COLUMNS.map(inShort)).toEqual([
      'id text',
      'indexId text',
      'indexType text',
      'price decimal',
      'volume decimal',
      'timestamp datetime',
      'tickVolume decimal?',
      'flags flags?',
    ]);
    const kinds = (columns: readonly Column[]) =>
      Object.fromEntries(columns.map(({ name, kind }) => [name, kind]));
    expect(kinds(OHLCV_COLUMNS)).toMatchObject({ ticks: 'integer', carried: 'integer', vwap: 'decimal' });
    expect(kinds(CANDLE_COLUMNS)).toMatchObject({ expected: 'integer', complete: 'boolean' });
  });

  it('include members of nested objects, which may be absent if the object may', () => {
    const nested = schemaColumns(MarketCapSchema).filter(({ path }) => path.length > 1);
    expect(nested).toHaveLength(12);
    expect(nested[0]).toEqual({
      name: 'marketCapPercentChange.change24h',
      path: ['marketCapPercentChange', 'change24h'],
      kind: 'decimal',
      optional: true,
    });
  });

  it('exclude lists of objects', () => {
    expect(schemaColumns(ExchangeSchema).map(({ name }) => name)).toEqual([
      'id',
      'name',
      'url',
      'status',
      'tier',
    ]);
  });
});

function inShort({ name, kind, optional }: Column): string {
  return `${name} ${kind}${optional ? '?' : ''}`;
}
