import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { flagsIn, isReal } from '../../../src/core/index-value.ts';
import { SLOT_MS } from '../../../src/core/time.ts';
import { LX_INDICES } from '../../../src/core/ids/well-known-ids.ts';
import { buildReference } from '../../../src/engine/engine-reference.ts';
import { carryState, emptyState } from '../../../src/engine/engine-state.ts';
import { computeTick, runTick } from '../../../src/engine/engine.ts';
import { explain } from '../../../src/engine/receipt/explain.ts';
import { chooseConstituents } from '../../../src/engine/lx/lx-constituents.ts';
import { decodeObservation, encodeObservation } from '../../../src/engine/record/observation-codec.ts';
import { decodeState, encodeState } from '../../../src/engine/record/state-codec.ts';
import { TickBook } from '../../../src/engine/market/tick-book.ts';
import { indexValues } from '../../../src/engine/tick-output.ts';
import {
  encodeOutput,
  hashRecord,
  recordTick,
  type TickRecord,
} from '../../../src/engine/record/tick-record.ts';
import { READABLE_IDS } from '../../../bench/support/readable-ids.ts';
import { brokenLinks, verifyTick } from '../../support/tick-records.ts';
import { AT, METHODOLOGY, tickInput, worldData, worldReference, type WorldPlan } from './small-world.ts';

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const NAMES = ['a', 'b', 'c', 'd', 'e'];
const USD = 'bitcoin/us-dollar';
const PLAN: WorldPlan = {
  exchanges: { a: 'A', b: 'A', c: 'A', d: 'B', e: 'B' },
  markets: {
    [USD]: NAMES,
    'bitcoin/tether': NAMES,
    'tether/us-dollar': ['a', 'b', 'c'],
    'coin/tether': ['d'],
    'coin/bitcoin': ['d', 'e'],
  },
  supplies: [{ assetId: 'bitcoin', totalSupply: '21000000', freeFloatSupply: '19900000' }],
  lx: true,
};
const CROSSED: WorldPlan = {
  exchanges: { a: 'A', b: 'A', c: 'A' },
  markets: { 'coin/us-dollar': ['a', 'b', 'c'], [USD]: ['a', 'b', 'c'], 'coin/bitcoin': ['a', 'b'] },
};
const reference = worldReference(PLAN);

/** A deterministic, noisy feed: every listing differs slightly at each tick. */
function feed(book: TickBook, tick: number, order: readonly number[]): void {
  const at = AT + tick * SLOT_MS;
  const truth: Record<string, number> = {
    [USD]: 50_000,
    'bitcoin/tether': 50_010,
    'tether/us-dollar': 0.9998,
    'coin/tether': 2,
    'coin/bitcoin': 0.000_04,
  };
  const messages = Object.keys(PLAN.markets).flatMap((marketId, m) =>
    PLAN.markets[marketId]!.map((exchangeId, e) => () => {
      const last = truth[marketId]! * (1 + (((tick * 7 + m * 5 + e * 3) % 11) - 5) / 10_000);
      const ticker = {
        exchangeId,
        marketId,
        last: String(last),
        volume: String(10 + e),
        bid: String(last * 0.9999),
        ask: String(last * 1.0001),
        lastMoved: at - 3000,
      };
      book.observe(ticker, at - 3000);
      if (marketId === USD) {
        book.observeTrade(
          {
            exchangeId,
            marketId,
            tradeId: `${tick}-${e}`,
            price: String(last),
            amount: '0.25',
            exchangeTimestamp: at,
          },
          at - 4000,
        );
      }
    }),
  );
  for (const i of order) messages[i % messages.length]!();
}

const COUNT = Object.values(PLAN.markets).flat().length;
const IN_ORDER = Array.from({ length: COUNT }, (_, i) => i);
/** A permutation: 7 and the count have no common factor. */
const SHUFFLED = IN_ORDER.map((i) => (i * 7 + 3) % COUNT);

function run(ticks: number, order: readonly number[]) {
  const book = new TickBook(reference);
  let state = emptyState(reference);
  return Array.from({ length: ticks }, (_, tick) => {
    feed(book, tick, order);
    const input = { ...book.cut(AT + tick * SLOT_MS), state };
    const output = computeTick(reference, input);
    state = output.state;
    return { input, output };
  });
}

describe('a tick', () => {
  test('has the same bytes in any order of arrival', () => {
    expect(new Set(SHUFFLED).size).toBe(COUNT);
    const [one, other] = [run(5, IN_ORDER), run(5, SHUFFLED)];
    one.forEach(({ input, output }, tick) => {
      expect(hash(encodeObservation(input))).toBe(hash(encodeObservation(other[tick]!.input)));
      expect(hash(encodeOutput(output))).toBe(hash(encodeOutput(other[tick]!.output)));
      expect(hash(encodeState(output.state, 2))).toBe(hash(encodeState(other[tick]!.output.state, 2)));
    });
  });

  test('does not depend on the order of the reference data', () => {
    const data = worldData(PLAN);
    const reversed = {
      assets: data.assets.toReversed(),
      markets: data.markets.toReversed(),
      exchanges: data.exchanges
        .toReversed()
        .map((exchange) => ({ ...exchange, listings: exchange.listings.toReversed() })),
      supplies: data.supplies,
    };
    const again = buildReference(
      reversed,
      chooseConstituents(reversed, () => 1, 0, METHODOLOGY, READABLE_IDS),
      READABLE_IDS.USD,
    );
    const orders = ({
      assetIds,
      marketIds,
      base,
      quote,
      exchanges,
      supplies,
      lx,
      ...listings
    }: typeof reference) => {
      const { listingExchange, listingMarket, standing } = listings;
      const ids = exchanges.map(({ id, tier }) => `${id} ${tier}`);
      return {
        assetIds,
        marketIds,
        base,
        quote,
        ids,
        listingExchange,
        listingMarket,
        standing,
        supplies,
        lx,
      };
    };
    expect(orders(again)).toEqual(orders(reference));
  });

  test('can be recomputed from its recorded input and state alone', () => {
    const ticks = run(4, IN_ORDER);
    const { input, output } = ticks[3]!;
    const recorded = {
      ...decodeObservation(encodeObservation(input)),
      state: decodeState(encodeState(input.state, 2)),
    };
    expect(hash(encodeOutput(computeTick(reference, recorded)))).toBe(hash(encodeOutput(output)));
  });

  test('does not change its input', () => {
    const { input } = run(2, IN_ORDER)[1]!;
    const before = hash(encodeObservation(input)) + hash(encodeState(input.state, 2));
    computeTick(reference, input);
    expect(hash(encodeObservation(input)) + hash(encodeState(input.state, 2))).toBe(before);
  });

  test('yields its values as index values', () => {
    const { output } = run(1, IN_ORDER)[0]!;
    const values = [...indexValues(reference, output)];
    expect(values.map(({ indexType }) => indexType).filter((type) => type === 'MWA')).toHaveLength(5);
    expect(values.find(({ indexId }) => indexId === 'us-dollar')).toMatchObject({
      indexType: 'GWA',
      price: 1,
    });
    expect(values.find(({ indexId }) => indexId === LX_INDICES.BLX)).toMatchObject({ tickVolume: 0.75 });
    expect(values.every(({ flags }) => isReal(flags))).toBe(true);
  });
});

describe('the state', () => {
  test('survives encoding byte for byte', () => {
    const { output } = run(3, IN_ORDER)[2]!;
    expect(decodeState(encodeState(output.state, 2))).toEqual(output.state);
    expect(() => decodeState(encodeState(output.state, 2).slice(3))).toThrow(RangeError);
  });

  test('moves to another version of the catalogue and back', () => {
    const { output } = run(3, IN_ORDER)[2]!;
    const grown = worldReference({
      ...PLAN,
      exchanges: { ...PLAN.exchanges, aa: 'A' },
      markets: { ...PLAN.markets, 'ant/bitcoin': ['a', 'aa'] },
    });
    const moved = carryState(output.state, reference, grown);
    expect(moved.markets.price[grown.marketIndex(USD)!]).toBe(output.mwa.price[reference.marketIndex(USD)!]);
    expect(moved.markets.price[grown.marketIndex('ant/bitcoin')!]).toBe(0);
    expect(carryState(moved, grown, reference)).toEqual(output.state);
  });
});

describe('the tick record', () => {
  function chain(ticks: ReturnType<typeof run>): TickRecord[] {
    const records: TickRecord[] = [];
    for (const { input, output } of ticks) {
      const before = records.at(-1);
      const previous = before ? hashRecord(before, hash) : '';
      const tick = { input, run: runTick(reference, input), output };
      const links = { previous, dayRoot: '' };
      records.push(recordTick({ hash: 'a version', reference }, tick, links, hash));
    }
    return records;
  }

  test('forms a chain: each contains the hash of the previous one', () => {
    const records = chain(run(4, IN_ORDER));
    expect(brokenLinks(records, hash)).toEqual([]);
    expect(records[1]!.previous).toBe(hashRecord(records[0]!, hash));
    const forged = records.map((record, i) => (i === 1 ? { ...record, output: 'x' } : record));
    expect(brokenLinks(forged, hash)).toEqual([2]);
  });

  test('is verified by recomputing, which detects any change', () => {
    const ticks = run(3, IN_ORDER);
    const record = chain(ticks)[2]!;
    const { input } = ticks[2]!;
    expect(verifyTick(reference, input, record, hash)).toBe(true);
    expect(verifyTick(reference, input, { ...record, output: 'x' }, hash)).toBe(false);
    expect(verifyTick(reference, input, { ...record, methodology: '99' }, hash)).toBe(false);
    const last = input.tickers.last.slice();
    last[0]! *= 1.000_001;
    expect(verifyTick(reference, { ...input, tickers: { ...input.tickers, last } }, record, hash)).toBe(
      false,
    );
    expect(verifyTick(reference, { ...input, state: emptyState(reference) }, record, hash)).toBe(false);
    const promoted = worldReference({ ...PLAN, exchanges: { ...PLAN.exchanges, e: 'A' } });
    expect(verifyTick(promoted, input, record, hash)).toBe(false);
  });
});

describe('a receipt', () => {
  const { input, output } = run(3, IN_ORDER)[2]!;

  test('of every value agrees with it', () => {
    for (const value of indexValues(reference, output)) {
      const receipt = explain(reference, input, value);
      expect(receipt).toMatchObject({
        ...value,
        flags: flagsIn(value.flags),
        at: input.at,
        methodology: '1',
      });
    }
  });

  test('of an MWA adds up to its value', () => {
    const receipt = explain(reference, input, { indexType: 'MWA', indexId: USD });
    if (receipt?.indexType !== 'MWA') throw new Error('no MWA receipt');
    const r = receipt.reference!;
    const clamped = receipt.exchanges.map(({ price }) => Math.min(Math.max(price, r * 0.999), r * 1.001));
    const total = receipt.exchanges.reduce((sum, { weight }) => sum + weight, 0);
    const average = receipt.exchanges.reduce((sum, { weight }, i) => sum + weight * clamped[i]!, 0) / total;
    expect(average / receipt.price).toBeCloseTo(1, 6);
    expect(receipt.exchanges.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 6);
    expect(receipt).toMatchObject({ trustSource: 'TIERS', refused: [] });
  });

  test('shows refusals, clamps and the cross rate', () => {
    const bad = tickInput(reference, AT, {
      [USD]: { a: 50_000, b: 50_000, c: 50_300, d: 50_000, e: { last: 50_000, k: 99 } },
      'bitcoin/tether': Object.fromEntries(NAMES.map((name) => [name, 50_000])),
      'tether/us-dollar': { a: 1, b: 1, c: 1 },
      'coin/tether': { d: 2 },
      'coin/bitcoin': { d: 0.000_04, e: 0.000_09 },
    });
    expect(explain(reference, bad, { indexType: 'MWA', indexId: USD })).toMatchObject({
      exchanges: [
        { exchangeId: 'a', clamped: false },
        { exchangeId: 'b', clamped: false },
        { exchangeId: 'c', clamped: true },
        { exchangeId: 'd', clamped: false },
      ],
      refused: [{ exchangeId: 'e', reason: 'STALE', ticksSinceChange: 99 }],
    });
    const known = tickInput(worldReference(CROSSED), AT, {
      'coin/us-dollar': { a: 2, b: 2, c: 2 },
      'bitcoin/us-dollar': { a: 50_000, b: 50_000, c: 50_000 },
      'coin/bitcoin': { a: 0.000_04, b: 0.000_09 },
    });
    expect(
      explain(worldReference(CROSSED), known, { indexType: 'MWA', indexId: 'coin/bitcoin' }),
    ).toMatchObject({
      crossRate: expect.closeTo(0.000_04, 12) as number,
      flags: ['THIN'],
      exchanges: [{ exchangeId: 'a', share: 1 }],
      refused: [{ exchangeId: 'b', reason: 'OUTLIER' }],
    });
  });

  test('of a GWA lists the markets with rate, weight and residual', () => {
    const receipt = explain(reference, input, { indexType: 'GWA', indexId: 'bitcoin' });
    if (receipt?.indexType !== 'GWA') throw new Error('no GWA receipt');
    expect(receipt.markets.map(({ marketId }) => marketId)).toEqual(
      [USD, 'bitcoin/tether', 'coin/bitcoin'].sort(),
    );
    expect(receipt.markets.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 6);
    for (const { impliedUsd, residualBps, marketId } of receipt.markets) {
      const sign = marketId.startsWith('bitcoin') ? 1 : -1;
      expect((impliedUsd! / receipt.price - 1) * 1e4).toBeCloseTo(sign * residualBps!, 1);
    }
  });

  test('of an LX lists its constituents and opinions', () => {
    const receipt = explain(reference, input, { indexType: 'LX', indexId: LX_INDICES.BLX });
    if (receipt?.indexType !== 'LX') throw new Error('no LX receipt');
    expect(receipt.name).toBe('BLX');
    expect(receipt.constituents.map(({ exchangeId, source }) => [exchangeId, source])).toEqual([
      ['a', 'TRADES'],
      ['b', 'TRADES'],
      ['c', 'TRADES'],
    ]);
    const sorted = [receipt.volumeMedian!, receipt.exchangeMedian!, receipt.impliedUsd!].sort(
      (x, y) => x - y,
    );
    expect(receipt.price / sorted[1]!).toBeCloseTo(1, 7);
  });

  test('of an unpublished value does not exist', () => {
    expect(explain(reference, input, { indexType: 'LX', indexId: LX_INDICES.ELX })).toBeUndefined();
    expect(explain(reference, input, { indexType: 'MWA', indexId: 'unknown' })).toBeUndefined();
  });
});
