import { describe, expect, it } from 'vitest';
import { readingProblems } from '../../../../../src/sources/live/trial/trial-problems.ts';
import type { TickerReading } from '../../../../../src/sources/live/ports/exchange-api.ts';

const NOW = Date.UTC(2026, 10, 16);
const GOOD: TickerReading = {
  symbol: 'BTC/USD',
  last: '100',
  bid: '99',
  ask: '101',
  baseVolume: '5',
  quoteVolume: '505',
  timestamp: NOW - 1000,
};

function problems(changes: Partial<TickerReading>, isSaved = false, missing: readonly string[] = []) {
  const readings = [{ ...GOOD, ...changes }];
  const markets = [{ symbol: 'BTC/USD', base: 'BTC', quote: 'USD', active: true }];
  return readingProblems(
    { list: { markets, currencies: [] }, readings, missing, leftOut: [] },
    { now: NOW, isSaved },
  );
}

describe('suspicious data in a reading', () => {
  it('is absent if everything is consistent', () => {
    expect(problems({})).toEqual([]);
  });

  it('is bid and ask in each other’s place', () => {
    expect(problems({ bid: '101', ask: '99' })).toEqual([
      'bid is above ask in 1 of 1 tickers: the two may be swapped',
    ]);
  });

  it('is base and quote volume in each other’s place', () => {
    expect(problems({ baseVolume: '505', quoteVolume: '5' })).toEqual([
      expect.stringContaining('quoteVolume is not about baseVolume times last'),
    ]);
  });

  it('is a unit of time that is another one', () => {
    for (const timestamp of [NOW * 1000, Math.floor(NOW / 1000)])
      expect(problems({ timestamp })).toEqual([expect.stringContaining('their unit may be wrong')]);
  });

  it('is an old list, unless it was saved', () => {
    const timestamp = NOW - 3 * 86_400_000;
    expect(problems({ timestamp })).toEqual([expect.stringContaining('more than a day ago')]);
    expect(problems({ timestamp }, true)).toEqual([]);
  });

  it('is a field that no entry has', () => {
    expect(problems({}, false, ['bid'])).toEqual(['tickers.fields.bid: no entry has it']);
  });

  it('is a list without prices', () => {
    const { last: _, ...priceless } = GOOD;
    expect(
      readingProblems(
        { list: { markets: [], currencies: [] }, readings: [priceless], missing: [], leftOut: [] },
        { now: NOW, isSaved: false },
      ),
    ).toEqual(['1 tickers, none with a last price: check tickers.fields.last']);
  });
});
