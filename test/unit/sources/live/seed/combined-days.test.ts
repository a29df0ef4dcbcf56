import { describe, expect, test } from 'vitest';
import { flagsIn } from '../../../../../src/core/index-value.ts';
import type { ReferenceData } from '../../../../../src/core/reference-data.ts';
import { WELL_KNOWN_ASSETS } from '../../../../../src/core/ids/well-known-ids.ts';
import { CombinedDays, type DayOfExchange } from '../../../../../src/sources/live/seed/combined-days.ts';

const DAY = Date.parse('2026-12-01T00:00:00Z');
const { BTC, USD, USDT } = WELL_KNOWN_ASSETS;
const MARKETS = {
  'BTC/USD': '00000000-0000-4000-8000-0000000000a1',
  'BTC/USDT': '00000000-0000-4000-8000-0000000000a2',
  'USDT/USD': '00000000-0000-4000-8000-0000000000a3',
};
const exchangeId = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;

const asset = (id: string, symbol: string, type: 'CRYPTO' | 'FIAT') => ({
  id,
  symbol,
  name: symbol,
  slugName: symbol.toLowerCase(),
  type,
  status: 'ACTIVE' as const,
  url: '',
});

const reference = {
  assets: [asset(BTC, 'BTC', 'CRYPTO'), asset(USD, 'USD', 'FIAT'), asset(USDT, 'USDT', 'CRYPTO')],
  markets: [
    { id: MARKETS['BTC/USD'], baseAssetId: BTC, quoteAssetId: USD },
    { id: MARKETS['BTC/USDT'], baseAssetId: BTC, quoteAssetId: USDT },
    { id: MARKETS['USDT/USD'], baseAssetId: USDT, quoteAssetId: USD },
  ],
  exchanges: [1, 2, 3, 4].map((n) => ({
    id: exchangeId(n),
    name: `E${n}`,
    url: '',
    // What it is now says nothing of the past.
    status: n === 1 ? ('MAINTENANCE' as const) : ('ACTIVE' as const),
    tier: 'A' as const,
    listings: Object.values(MARKETS).map((marketId) => ({
      marketId,
      status: 'ACTIVE' as const,
      qualified: true,
    })),
    ownSymbols: [],
  })),
  supplies: [],
} as unknown as ReferenceData;

function candle(n: number, market: keyof typeof MARKETS, scale = 1): DayOfExchange {
  const [open, high, low, close] = market === 'USDT/USD' ? [1, 1.001, 0.999, 1] : [100, 112, 95, 110];
  return {
    exchangeId: exchangeId(n),
    marketId: MARKETS[market],
    day: DAY,
    open: open! * scale,
    high: high! * scale,
    low: low! * scale,
    close: close! * scale,
    volume: 10,
  };
}

const combine = (...candles: readonly DayOfExchange[]) => new CombinedDays(reference).combine(DAY, candles);
const recordOf = (indexId: string, ...candles: readonly DayOfExchange[]) =>
  combine(...candles).records.find((record) => record.indexId === indexId);

describe('a day of several exchanges', () => {
  test('is combined field by field, with the number of exchanges', () => {
    const record = recordOf(MARKETS['BTC/USD'], ...[1, 2, 3, 4].map((n) => candle(n, 'BTC/USD')));
    expect(record).toMatchObject({
      indexType: 'MWA',
      startAt: DAY,
      open: 100,
      high: 112,
      low: 95,
      close: 110,
      vwap: 104.25,
      twap: 104.25,
      volume: 40,
      volumeUsd: 4400,
      ticks: 0,
      carried: 0,
      exchanges: 4,
    });
    expect(flagsIn(record!.flags)).toEqual(['SEEDED']);
  });

  test('does not follow one that is wrong', () => {
    for (const scale of [100, 0.01, 1.2]) {
      const candles = [1, 2, 3].map((n) => candle(n, 'BTC/USD'));
      const record = recordOf(MARKETS['BTC/USD'], ...candles, candle(4, 'BTC/USD', scale));
      expect(record).toMatchObject({ open: 100, high: 112, low: 95, close: 110, volume: 30, exchanges: 3 });
    }
  });

  test('gives assets an open and a close by the solve, and no range that is not known', () => {
    const candles = [1, 2, 3].flatMap((n) => [candle(n, 'BTC/USDT'), candle(n, 'USDT/USD')]);
    const record = recordOf(BTC, ...candles);
    expect(record).toMatchObject({
      indexType: 'GWA',
      open: 100,
      high: 110,
      low: 100,
      close: 110,
      exchanges: 3,
    });
    expect(record).toMatchObject({ volume: 30, volumeUsd: 3300, vwap: 105 });
    expect(flagsIn(record!.flags)).toContain('SEEDED');
  });
});

test('one exchange, or two, are flagged as a tick of them would be', () => {
  const flags = (count: number) =>
    flagsIn(recordOf(MARKETS['BTC/USD'], ...[1, 2].slice(0, count).map((n) => candle(n, 'BTC/USD')))!.flags);
  expect(flags(1)).toEqual(['SINGLE_SOURCE', 'SEEDED']);
  expect(flags(2)).toEqual(['THIN', 'SEEDED']);
});

test('a day without candles has no records, and nothing is carried into it', () => {
  const combined = new CombinedDays(reference);
  expect(combined.combine(DAY, [candle(1, 'BTC/USD')]).records.length).toBeGreaterThan(0);
  expect(combined.combine(DAY + 86_400_000, []).records).toEqual([]);
});

test('LX, which are made from single trades, are not seeded', () => {
  const types = combine(...[1, 2, 3].map((n) => candle(n, 'BTC/USD'))).records.map(
    ({ indexType }) => indexType,
  );
  expect(new Set(types)).toEqual(new Set(['MWA', 'GWA']));
});
