import { beforeEach, describe, expect, test } from 'vitest';
import { MarketCapReferences } from '../../../../src/app/serve/market-cap-references.ts';
import type { Candle } from '../../../../src/core/candle.ts';
import { Deferred } from '../../../../src/core/async/deferred.ts';
import { maskOf, type FlagMask } from '../../../../src/core/index-value.ts';
import { SeriesOrder } from '../../../../src/core/ids/series-order.ts';
import { DAY_MS, dayStart, MINUTE_MS, SLOT_MS, type Millis } from '../../../../src/core/time.ts';
import { MemoryHistoryStore } from '../../../support/memory-history/memory-history-store.ts';
import { MarketCapRefreshWriter } from '../../../../src/latest/market-caps/market-cap-refresh-writer.ts';
import { MarketCaps, type MarketCapChanges } from '../../../../src/latest/market-caps/market-caps.ts';
import { buildWorld } from '../../../../src/simulator/world.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

const T = Date.parse('2026-03-31T12:00:00Z');
const order = new SeriesOrder(buildWorld('small').reference);
const gwa = order.series.filter(({ indexType }) => indexType === 'GWA');
const [coin, other] = gwa.map(({ indexId }) => indexId) as [string, string];

const row = (assetId: string, marketCapRank: number) => ({
  assetId,
  marketCapRank,
  volumeRank: marketCapRank,
  price: 110,
  volume: 50,
  totalSupply: '30',
  freeFloatSupply: '20',
  marketCap: '2200',
  totalMarketCap: '3300',
  flags: 0,
});

const caps = new MarketCaps(new MarketCapRefreshWriter().publish(T, [row(coin, 1), row(other, 2)], []));

let wallClock: ManualClock;
let history: MemoryHistoryStore;
let references: MarketCapReferences;
beforeEach(() => {
  wallClock = new ManualClock(T);
  history = new MemoryHistoryStore(200 * DAY_MS);
  references = new MarketCapReferences({ history, caps, wallClock });
});

function value(at: Millis, assetId: string, price: number, volume = 40, flags: FlagMask = 0) {
  return values(at, [assetId], price, volume, flags);
}

async function values(at: Millis, ids: readonly string[], price: number, volume = 40, flags: FlagMask = 0) {
  const numbers = ids.map((indexId) => order.numberOf({ indexType: 'GWA', indexId })!);
  await history.append({
    at,
    order,
    series: Uint32Array.from(numbers.toSorted((a, b) => a - b)),
    prices: new Float64Array(ids.length).fill(price),
    volumes: new Float64Array(ids.length).fill(volume),
    tickVolumes: new Float64Array(ids.length).fill(Number.NaN),
    flags: new Uint16Array(ids.length).fill(flags),
    record: new Uint8Array(),
  });
}

function close(startAt: Millis, assetId: string, price: number): Candle {
  const prices = { open: 1, high: price, low: 1, close: price, vwap: price, twap: price };
  const volumes = { volume: 25, volumeRest: 0, volumeUsd: 1 };
  return {
    indexType: 'GWA',
    indexId: assetId,
    startAt,
    ...prices,
    ...volumes,
    ticks: 2880,
    carried: 0,
    flags: 0,
  };
}

/** The same market caps, at an instant that the test moves. */
function capsAt(shown: { readonly at: Millis }): MarketCaps {
  return new Proxy(caps, {
    get: (all, name) => {
      if (name === 'at') return shown.at;
      const member: unknown = Reflect.get(all, name, all);
      return typeof member === 'function' ? (member.bind(all) as unknown) : member;
    },
  });
}

async function changes(assetId: string): Promise<MarketCapChanges> {
  const { prepared } = await references.answer({ assetId });
  return (JSON.parse(prepared.identity.bytes.toString()) as { content: [MarketCapChanges] }).content[0];
}

describe('changes', () => {
  test('are measured from the last real value within the tolerance', async () => {
    await value(T - 30 * DAY_MS - 60 * MINUTE_MS, coin, 55);
    await value(T - 7 * DAY_MS - SLOT_MS, coin, 88);
    await value(T - DAY_MS, coin, 100);
    expect(await changes(coin)).toMatchObject({
      pricePercentChange: { change24h: '10', change7d: '25', change30d: '100' },
      volumePercentChange: { change24h: '25', change7d: '25', change30d: '25' },
      marketCapPercentChange: { change24h: '10', change7d: '25', change30d: '100' },
      totalMarketCapPercentChange: { change24h: '10', change7d: '25', change30d: '100' },
    });
  });

  test('are available once their reference values are stored', async () => {
    const stored = new Deferred<void>();
    references = new MarketCapReferences({ history, caps, wallClock, stored: () => stored.promise });
    const asked = changes(coin);
    await value(T - DAY_MS, coin, 100);
    stored.resolve();
    expect((await asked).pricePercentChange).toEqual({ change24h: '10' });
  });

  test('are omitted if their reference values are not stored within a second, and available later', async () => {
    const stored = new Deferred<void>();
    references = new MarketCapReferences({ history, caps, wallClock, stored: () => stored.promise });
    await value(T - DAY_MS, coin, 100);
    const asked = references.answer({});
    expect(wallClock.waiting).toBe(1);
    wallClock.advance(1000);
    const { prepared, isKnown } = await asked;
    expect(isKnown).toBe(false);
    const { content } = JSON.parse(prepared.identity.bytes.toString()) as { content: MarketCapChanges[] };
    expect(content).toHaveLength(2);
    expect(content[0]).toMatchObject({ pricePercentChange: {}, volumePercentChange: {} });
    stored.resolve();
    expect((await changes(coin)).pricePercentChange).toEqual({ change24h: '10' });
    expect(await references.answer({})).toMatchObject({ isKnown: true });
  });

  test('are left out if each lookup takes longer than a tick, so that no request waits without end', async () => {
    const shown = { at: T };
    references = new MarketCapReferences({
      history,
      caps: capsAt(shown),
      wallClock,
      modelledAt: async (at) => {
        shown.at += SLOT_MS;
        return new Map([[coin, { price: at, volume: 40 }]]);
      },
    });
    const { prepared, isKnown } = await references.answer({ assetId: coin });
    expect(isKnown).toBe(false);
    expect(prepared.identity.bytes.toString()).toContain('"pricePercentChange":{}');
  });

  test('are those of one tick, even if the next one comes during the lookup', async () => {
    const next = T + SLOT_MS;
    const shown = { at: T };
    const moving = capsAt(shown);
    const instants = new Map<Millis, Deferred<ReadonlyMap<string, { price: number; volume: number }>>>();
    references = new MarketCapReferences({
      history,
      caps: moving,
      wallClock,
      modelledAt: (at) => {
        const known = instants.get(at) ?? new Deferred();
        instants.set(at, known);
        return known.promise;
      },
    });
    const until = async (at: Millis) => {
      while (!instants.has(at)) await new Promise<void>((resolve) => setImmediate(resolve));
    };
    const first = changes(coin);
    await until(T - DAY_MS);
    shown.at = next;
    const second = changes(coin);
    await until(next - DAY_MS);
    for (const [base, price] of [
      [T, 100],
      [next, 55],
    ] as const)
      for (const days of [1, 7, 30]) {
        await until(base - days * DAY_MS);
        instants.get(base - days * DAY_MS)!.resolve(new Map([[coin, { price, volume: 40 }]]));
      }
    for (const found of [await first, await second])
      expect(found.pricePercentChange).toEqual({ change24h: '100', change7d: '100', change30d: '100' });
  });

  test('skip a carried value', async () => {
    await value(T - DAY_MS - 2 * SLOT_MS, coin, 100);
    await value(T - DAY_MS - SLOT_MS, coin, 1, 1, maskOf('CARRIED'));
    await value(T - DAY_MS, coin, 1, 1, maskOf('SUSPECT'));
    expect((await changes(coin)).pricePercentChange).toEqual({ change24h: '10' });
  });

  test('over 7 and 30 days fall back to the nearest close, asset by asset; over 24 hours to none', async () => {
    const later = T + 2 * SLOT_MS;
    const then = new MarketCaps(
      new MarketCapRefreshWriter().publish(later, [row(coin, 1), row(other, 2)], []),
    );
    references = new MarketCapReferences({ history, caps: then, wallClock });
    await history.appendCandles([
      close(dayStart(T - DAY_MS), coin, 100),
      close(dayStart(T - DAY_MS), other, 100),
      close(dayStart(T - 7 * DAY_MS), other, 55),
      close(dayStart(T - 8 * DAY_MS), coin, 55),
      close(dayStart(T - 30 * DAY_MS), coin, 88),
    ]);
    await value(later - DAY_MS - 6 * MINUTE_MS, coin, 1);
    await value(later - DAY_MS - 5 * MINUTE_MS, other, 220);
    expect((await changes(coin)).pricePercentChange).toEqual({ change30d: '25' });
    expect((await changes(other)).pricePercentChange).toEqual({ change24h: '-50', change7d: '100' });
    expect((await changes(coin)).volumePercentChange).toEqual({ change30d: '100' });
  });

  test('use the close before the instant if that is the nearest', async () => {
    const morning = dayStart(T) + 60 * MINUTE_MS;
    const then = new MarketCaps(new MarketCapRefreshWriter().publish(morning, [row(coin, 1)], []));
    references = new MarketCapReferences({ history, caps: then, wallClock });
    await history.appendCandles([
      close(dayStart(T) - 7 * DAY_MS, coin, 1),
      close(dayStart(T) - 8 * DAY_MS, coin, 88),
    ]);
    expect((await changes(coin)).pricePercentChange).toEqual({ change7d: '25' });
  });

  test('are measured from the instant itself if it can be modelled, not from an older value', async () => {
    const asked: Millis[] = [];
    references = new MarketCapReferences({
      history,
      caps,
      wallClock,
      modelledAt: async (at) => {
        asked.push(at);
        return at < T - 2 * DAY_MS ? new Map([[coin, { price: 55, volume: 25 }]]) : undefined;
      },
    });
    await history.appendCandles([close(dayStart(T - 30 * DAY_MS), coin, 1)]);
    await value(T - 7 * DAY_MS - SLOT_MS, coin, 1);
    // The largest assets are stored long before the others.
    await value(T - 7 * DAY_MS, other, 100);
    await values(T - DAY_MS, [coin, other], 100);
    const { pricePercentChange, volumePercentChange } = await changes(coin);
    expect(pricePercentChange).toEqual({ change24h: '10', change7d: '100', change30d: '100' });
    expect(volumePercentChange).toEqual({ change24h: '25', change7d: '100', change30d: '100' });
    // A completely stored instant is not modelled.
    expect(asked).toEqual([T - 7 * DAY_MS, T - 30 * DAY_MS]);
  });

  test('of volume are not measured from a seeded day, which has only that of some exchanges', async () => {
    await history.appendCandles([
      { ...close(dayStart(T - 7 * DAY_MS), coin, 55), ticks: 0, flags: maskOf('SEEDED') },
      close(dayStart(T - 30 * DAY_MS), coin, 100),
    ]);
    const { pricePercentChange, volumePercentChange } = await changes(coin);
    expect(pricePercentChange).toEqual({ change7d: '100', change30d: '10' });
    expect(volumePercentChange).toEqual({ change30d: '100' });
  });

  test('use the day that ends at an instant of midnight', async () => {
    const midnight = dayStart(T);
    const atMidnight = new MarketCaps(new MarketCapRefreshWriter().publish(midnight, [row(coin, 1)], []));
    references = new MarketCapReferences({ history, caps: atMidnight, wallClock });
    await history.appendCandles([close(midnight - 2 * DAY_MS, coin, 100)]);
    expect((await changes(coin)).pricePercentChange).toEqual({ change24h: '10' });
  });

  test('are omitted without reference values', async () => {
    expect(await changes(coin)).toMatchObject({
      pricePercentChange: {},
      volumePercentChange: {},
      marketCapPercentChange: {},
      totalMarketCapPercentChange: {},
    });
  });
});
