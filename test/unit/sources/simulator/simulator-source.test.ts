import { describe, expect, it } from 'vitest';

import type { Clock } from '../../../../src/core/clock.ts';
import { slotAfter, SLOT_MS, type Millis } from '../../../../src/core/time.ts';
import { SimulatedMarket } from '../../../../src/sources/simulator/simulated-market.ts';
import { SimulatorSource } from '../../../../src/sources/simulator/simulator-source.ts';
import { buildWorld } from '../../../../src/sources/simulator/world.ts';
import type { SourceEvent, TickBatch, TradeBatch } from '../../../../src/sources/source.ts';
import { collect } from '../../../contract/source-contract.ts';
import { ManualClock } from '../../../manual-clock.ts';

const world = buildWorld('small');
const market = new SimulatedMarket(world, { seed: 'tests', faultRate: 3 });
const START = Date.UTC(2026, 4, 6, 12, 0, 11, 250);

const sourceAt = (at: Millis) => {
  const clock = new ManualClock(at);
  return { source: new SimulatorSource({ market, clock }), clock };
};
const ticksOf = (events: readonly SourceEvent[]) => events.filter((e): e is TickBatch => e.kind === 'ticks');
const tradesOf = (events: readonly SourceEvent[]) =>
  events.filter((e): e is TradeBatch => e.kind === 'trades').flatMap(({ trades }) => trades);

/** The whole market of a slot by exchange. */
const expected = (slot: Millis) =>
  new Map(market.ticksAt(slot).map(({ exchangeId, ticks }) => [exchangeId, ticks]));

describe('the simulator', () => {
  it('delivers the ticks of a slot before it, 3 to 28 seconds, each exchange once', async () => {
    const events = ticksOf((await collect(sourceAt(START), 50_000)).map(({ event }) => event));
    for (const slot of [slotAfter(START), slotAfter(START) + SLOT_MS]) {
      const batches = events.filter(({ receivedAt }) => slotAfter(receivedAt) === slot);
      expect(new Map(batches.map(({ exchangeId, ticks }) => [exchangeId, ticks]))).toEqual(expected(slot));
      expect(batches.length).toBe(expected(slot).size);
      for (const { receivedAt } of batches) {
        expect(slot - receivedAt).toBeGreaterThanOrEqual(3000);
        expect(slot - receivedAt).toBeLessThan(28_000);
      }
    }
  });

  it('gives the last passed slot at once, and leaves neither gap nor overlap to what follows', async () => {
    const started = sourceAt(START);
    const { slot, events } = started.source.lastPassed();
    expect(slot).toBe(slotAfter(START) - SLOT_MS);
    expect(new Map(ticksOf(events).map(({ exchangeId, ticks }) => [exchangeId, ticks]))).toEqual(
      expected(slot),
    );
    const later = (await collect(started, 120_000)).map(({ event }) => event);
    const ids = [...tradesOf(events), ...tradesOf(later)].map(
      (t) => `${t.exchangeId} ${t.marketId} ${t.tradeId}`,
    );
    const reference = market.exchanges.flatMap((exchange) =>
      Array.from({ length: 4 }, (_, i) => market.tradesOf(exchange, slot + i * SLOT_MS)).flat(),
    );
    const missing = new Set(reference.map((t) => `${t.exchangeId} ${t.marketId} ${t.tradeId}`));
    for (const id of ids) missing.delete(id);
    expect(missing).toEqual(new Set());
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('hands on trades within a second', async () => {
    const started = sourceAt(START);
    const settled = (await collect(started, 90_000)).slice(200);
    for (const { event } of settled) {
      if (event.kind !== 'trades') continue;
      for (const { exchangeTimestamp } of event.trades)
        expect(event.receivedAt - exchangeTimestamp).toBeLessThan(1000);
    }
  });

  it('delivers the same whether the clock steps or leaps', async () => {
    const stepping = (await collect(sourceAt(START), 80_000)).map(({ event }) => event);
    const leaping = await take(new LeapingClock(START), stepping.length);
    expect(leaping).toEqual(stepping);
  });

  it('goes on from now, where it is too far behind', async () => {
    const clock = new ManualClock(START);
    const source = new SimulatorSource({ market, clock, mostLagMs: 60_000 });
    const iterator = source.events(new AbortController().signal);
    const first = iterator.next();
    clock.advance(86_400_000);
    await first;
    const marks: Millis[] = [];
    while (marks.length < 2) {
      const { value } = await iterator.next();
      if (value?.kind === 'watermark') marks.push(value.at);
      if (marks.length === 1) clock.advance(SLOT_MS);
    }
    expect((marks[1] ?? 0) - (marks[0] ?? 0)).toBeGreaterThanOrEqual(86_400_000);
    await iterator.return();
  });

  it('tells of a clock that fails, which is not an end', async () => {
    const atSlot = slotAfter(START);
    const broken: Clock = { now: () => atSlot, waitUntil: () => Promise.reject(new Error('no time left')) };
    const source = new SimulatorSource({ market, clock: broken });
    await expect(source.events(new AbortController().signal).next()).rejects.toThrow('no time left');
  });
});

/** Jumps to whatever is waited for, as the fastest possible market time does. */
class LeapingClock implements Clock {
  #now: Millis;

  constructor(now: Millis) {
    this.#now = now;
  }

  now(): Millis {
    return this.#now;
  }

  waitUntil(at: Millis): Promise<void> {
    this.#now = Math.max(this.#now, at);
    return Promise.resolve();
  }
}

async function take(clock: Clock, count: number): Promise<SourceEvent[]> {
  const events: SourceEvent[] = [];
  for await (const event of new SimulatorSource({ market, clock }).events(new AbortController().signal)) {
    events.push(event);
    if (events.length === count) break;
  }
  return events;
}
