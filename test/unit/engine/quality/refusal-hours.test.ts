import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../../../src/core/exchange.ts';
import { HOUR_MS, SLOT_MS } from '../../../../src/core/time.ts';
import { buildReference } from '../../../../src/engine/engine-reference.ts';
import { carryHours, countedHours, type RefusalHours } from '../../../../src/engine/quality/refusal-hours.ts';
import { ACCEPTED, NEW, NO_TICKER, OUTLIER, STALE } from '../../../../src/engine/market/screen.ts';
import { decodeHours, encodeHours } from '../../../../src/engine/record/refusal-hours-codec.ts';

const T = Date.parse('2026-11-20T12:00:00Z');
const ids = { assets: ['a', 'b'], market: 'm' };

function referenceOf(exchanges: readonly string[]) {
  const listings = [{ marketId: ids.market, status: 'ACTIVE' as const, qualified: true }];
  return buildReference({
    assets: ids.assets.map((id) => ({
      id,
      name: id,
      symbol: id,
      slugName: id,
      status: 'ACTIVE',
      type: 'CRYPTO',
      url: '',
    })),
    markets: [{ id: ids.market, baseAssetId: 'a', quoteAssetId: 'b' }],
    exchanges: exchanges.map((id): Exchange => {
      return { id, name: id, url: '', status: 'ACTIVE', tier: 'A', listings, ownSymbols: [] };
    }),
    supplies: [],
  });
}

const reference = referenceOf(['x', 'y']);
const tick = (hours: RefusalHours, at: number, x = ACCEPTED, y = STALE) =>
  countedHours(reference, hours, at, Uint8Array.of(x, y));
const shown = (hours: RefusalHours) => hours.map(({ startAt, ticks }) => [(startAt - T) / HOUR_MS, ticks]);

describe('the hours in which tickers are counted', () => {
  test('contain the ticks after their beginning, including the one at their end', () => {
    let hours = tick([], T);
    hours = tick(hours, T + SLOT_MS);
    hours = tick(hours, T + HOUR_MS);
    hours = tick(hours, T + HOUR_MS + SLOT_MS);
    expect(shown(hours)).toEqual([
      [-1, 1],
      [0, 2],
      [1, 1],
    ]);
    expect([...hours[1]!.counts]).toEqual([2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0]);
  });

  test('count outcomes by exchange, and a listing without a ticker not at all', () => {
    const [hour] = tick(tick([], T, OUTLIER, NO_TICKER), T - SLOT_MS, ACCEPTED, NO_TICKER);
    expect([...hour!.counts]).toEqual([1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  });

  test('count tickers of new exchanges last', () => {
    const [hour] = tick([], T, NEW, NEW);
    expect([...hour!.counts]).toEqual([0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1]);
  });

  test('do not change earlier counts', () => {
    const before = tick([], T);
    const counts = before[0]!.counts.slice();
    tick(before, T - SLOT_MS);
    expect(before[0]).toEqual({ startAt: T - HOUR_MS, ticks: 1, counts });
  });

  test('are 24, and after a clock was set ahead those that are not too old', () => {
    let hours: RefusalHours = [];
    for (let h = 0; h < 30; h++) hours = tick(hours, T + h * HOUR_MS);
    expect(hours).toHaveLength(24);
    expect(shown(tick(hours, T + 50 * HOUR_MS))).toEqual([
      [26, 1],
      [27, 1],
      [28, 1],
      [49, 1],
    ]);
    expect(shown(tick(hours, T + 90 * HOUR_MS))).toEqual([[89, 1]]);
  });

  test('never include an hour after that of the newest tick', () => {
    const ahead = tick(tick([], T), T + 5 * HOUR_MS);
    expect(shown(tick(ahead, T + HOUR_MS))).toEqual([
      [-1, 1],
      [0, 1],
    ]);
  });

  test('are carried to another version by exchange', () => {
    const hours = tick([], T, ACCEPTED, STALE);
    const [hour] = carryHours(hours, reference, referenceOf(['w', 'y', 'z']));
    expect(hour).toMatchObject({ startAt: T - HOUR_MS, ticks: 1 });
    expect(hour!.counts.length).toBe(3 * 8);
    expect(hour!.counts[8 + STALE]).toBe(1);
    expect(hour!.counts.reduce((sum, count) => sum + count, 0)).toBe(1);
  });
});

describe('their bytes', () => {
  const hours: RefusalHours = [
    { startAt: T, ticks: 120, counts: Uint32Array.of(0, 127, 128, 16383, 16384, 2 ** 32 - 1, 1) },
    { startAt: T + HOUR_MS, ticks: 1, counts: Uint32Array.of() },
  ];

  test('decode to the same hours', () => {
    expect(decodeHours(encodeHours(hours))).toEqual(hours);
    expect(decodeHours(encodeHours([]))).toEqual([]);
  });

  test('are refused if they are truncated or changed in length', () => {
    const bytes = encodeHours(hours);
    for (let length = 0; length < bytes.length; length++)
      expect(() => decodeHours(bytes.subarray(0, length))).toThrow(RangeError);
    expect(() => decodeHours(Buffer.concat([bytes, Buffer.of(0)]))).toThrow(RangeError);
  });
});
