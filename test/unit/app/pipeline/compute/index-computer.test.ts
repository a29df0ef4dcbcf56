import { describe, expect, test } from 'vitest';
import {
  IndexComputer,
  type ComputedTick,
  type ResumedTick,
} from '../../../../../src/app/pipeline/compute/index-computer.ts';
import type { EngineVersion } from '../../../../../src/app/pipeline/compute/engine-version.ts';
import { sha256 } from '../../../../../src/app/process/sha256.ts';
import { DAY_MS, SLOT_MS, type Millis } from '../../../../../src/core/time.ts';
import { FIXED_ASSETS, FIXED_MARKETS } from '../../../../support/fixed-ids.ts';
import { emptyState } from '../../../../../src/engine/engine-state.ts';
import { decodeObservation, encodeObservation } from '../../../../../src/engine/record/observation-codec.ts';
import { decodeState, encodeState } from '../../../../../src/engine/record/state-codec.ts';
import { verifyTick } from '../../../../support/tick-records.ts';
import { SimulatedMarket } from '../../../../../src/simulator/simulated-market.ts';
import { SimulatorSource } from '../../../../../src/simulator/simulator-source.ts';
import { buildWorld } from '../../../../../src/simulator/world.ts';
import type { SourceEvent } from '../../../../../src/sources/source.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';
import { expectEqual } from '../../../../support/quick-equal.ts';
import { simulatedContent, versionOf } from '../../../../support/simulated-version.ts';

const MIDNIGHT = Date.parse('2026-02-28T00:00:00Z');
const world = buildWorld('small');
const market = new SimulatedMarket(world, { seed: 'index-computer', faultRate: 3 });
const source = new SimulatorSource({ market, clock: new ManualClock(MIDNIGHT) });
const content = simulatedContent(world, market);
const version = versionOf(content);
const { reference } = version;

function observe(computer: IndexComputer, events: readonly SourceEvent[]): void {
  for (const event of events) {
    if (event.kind === 'ticks') computer.observeTicks(event.ticks, event.receivedAt, event.readAt);
    else if (event.kind === 'trades') computer.observeTrades(event.trades, event.receivedAt);
  }
}

/** By slot, for all computers. */
const delivered = new Map<Millis, readonly SourceEvent[]>();

function tick(computer: IndexComputer, at: Millis): ComputedTick {
  const refresh = delivered.get(at) ?? source.refreshFor(at);
  delivered.set(at, refresh);
  observe(computer, refresh);
  const computed = computer.compute(at);
  computer.adopt(computed);
  return computed;
}

/** A computer after a restart with these known versions. */
function goingOn(
  next: EngineVersion,
  last: ResumedTick,
  known: readonly EngineVersion[] = [],
): IndexComputer {
  const referenceOf = (hash: string) => known.find((each) => each.hash === hash)?.reference;
  return new IndexComputer(next, { last, referenceOf });
}

function stored({ state, record }: ComputedTick): ResumedTick {
  return { state, record: Buffer.from(JSON.stringify(record)), dayRecords: [] };
}

describe('the first tick of a world', () => {
  const { slot, events, usdBefore } = source.lastPassed();
  const first = (assumes: boolean) => {
    const computer = new IndexComputer(version);
    if (assumes) computer.assumeUsdValues(usdBefore);
    observe(computer, events);
    return computer.compute(slot);
  };

  test('weights markets by earlier prices of the assets', () => {
    const { input, output } = first(true);
    const bitcoin = reference.assetIndex(FIXED_ASSETS.BTC) as number;
    expect(input.state.assets.price[bitcoin]).toBe(usdBefore(FIXED_ASSETS.BTC));
    expect(output.gwa.price).not.toEqual(first(false).output.gwa.price);
    const btcUsd = reference.marketIndex(FIXED_MARKETS.BTC_USD) as number;
    expect(output.mwa.price[btcUsd]).toBe(first(false).output.mwa.price[btcUsd]);
  });

  test('is computed again from its record alone', () => {
    const { input, record } = first(true);
    const observed = decodeObservation(encodeObservation(input));
    const state = decodeState(encodeState(input.state, 2));
    expect(verifyTick(reference, { ...observed, state }, record, sha256)).toBe(true);
    expect(verifyTick(reference, { ...observed, state: emptyState(reference) }, record, sha256)).toBe(false);
  });

  test('counts the trades of its own half minute, and the next tick later ones', () => {
    const computer = new IndexComputer(version);
    observe(computer, events);
    const { input } = computer.compute(slot);
    expect(input.trades.length).toBeGreaterThan(0);
    expect(new Set(input.trades.map((trade) => trade.slot))).toEqual(new Set([slot]));
  });
});

describe('a computer that continues from a stored tick', () => {
  const first = MIDNIGHT - 5 * SLOT_MS;
  const slots = Array.from({ length: 10 }, (_, i) => first + i * SLOT_MS);

  const steadily = new IndexComputer(version);
  const expected = slots.map((at) => tick(steadily, at));

  test.each([1, 4, 5, 6, 9])('after %s ticks it continues as if nothing had happened', (before) => {
    const last = stored(expected[before - 1] as ComputedTick);
    const restarted = goingOn(version, last);
    expect(restarted.hasPreviousState).toBe(true);
    const again = slots.slice(before).map((at) => tick(restarted, at));
    const wanted = expected.slice(before);
    expectEqual(
      again.map(({ record, candles }) => ({ record, candles })),
      wanted.map(({ record, candles }) => ({ record, candles })),
    );
    expectEqual(again.at(-1)!.state, wanted.at(-1)!.state);
  });

  test('ends a day without a midnight tick with the first tick after it', () => {
    const steady = new IndexComputer(version);
    const last = stored(tick(steady, first));
    const restarted = goingOn(version, last);
    const { candles } = tick(restarted, MIDNIGHT + 3 * SLOT_MS);
    expect(candles.length).toBeGreaterThan(0);
    expect(new Set(candles.map(({ startAt }) => startAt))).toEqual(new Set([MIDNIGHT - DAY_MS]));
    expect(new Set(candles.map(({ ticks }) => ticks))).toEqual(new Set([1]));
  });

  test.each(['2026-02-27T23:59:00Z', '2026-11-20T12:00:00Z'])(
    'has the same market caps, with flags and ranks, as the tick before it: %s',
    (time) => {
      const steady = new IndexComputer(version);
      const start = Date.parse(time);
      for (let i = 0; i < 3; i++) tick(steady, start + i * SLOT_MS);
      const computed = tick(steady, start + 3 * SLOT_MS);
      if (computed.output.methodology === '2')
        expect(computed.output.marketCaps.some(({ flags }) => flags > 0)).toBe(true);
      const restarted = goingOn(version, stored(computed));
      expect(restarted.lastMarketCaps(computed.columns)).toEqual(computed.output.marketCaps);
    },
  );

  test('starts without memory, but in the same chain, if the earlier reference data is unknown', () => {
    const steady = new IndexComputer(version);
    const before = tick(steady, first);
    const others = versionOf({ ...content, supplies: [], lx: [] });
    const restarted = goingOn(others, stored(before));
    expect(restarted.hasPreviousState).toBe(false);
    const { record } = tick(restarted, first + SLOT_MS);
    const { record: next } = tick(steady, first + SLOT_MS);
    expect(record.previous).toBe(next.previous);
  });
});
