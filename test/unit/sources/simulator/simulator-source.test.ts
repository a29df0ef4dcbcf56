import { describe, expect, it } from 'vitest';

import type { Clock } from '../../../../src/core/clock.ts';
import type { ExchangeTick, Trade } from '../../../../src/core/tick.ts';
import { CUT_OFF_MS, slotAfter, SLOT_MS, type Millis } from '../../../../src/core/time.ts';
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
const batchesOf = (events: readonly SourceEvent[]) => events.filter((e) => e.kind !== 'watermark');
const listingOf = ({ exchangeId, marketId }: ExchangeTick) => `${exchangeId} ${marketId}`;
const byListing = (ticks: readonly ExchangeTick[]) => new Map(ticks.map((tick) => [listingOf(tick), tick]));
const nameOf = ({ exchangeId, marketId, tradeId }: Trade) => `${exchangeId} ${marketId} ${tradeId}`;
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
    const arrivals = batchesOf(events).map(({ receivedAt }) => receivedAt);
    expect(arrivals).toEqual(arrivals.toSorted((a, b) => a - b));
    expect(arrivals.at(-1)).toBeLessThanOrEqual(slot - CUT_OFF_MS);
    const standing = byListing(ticksOf(events).flatMap(({ ticks }) => ticks));
    for (const [listing, tick] of byListing([...expected(slot).values()].flat()))
      expect(standing.get(listing)).toEqual(tick);
    const traded = (from: Millis, to: Millis) =>
      market.exchanges
        .flatMap((exchange) =>
          Array.from({ length: 8 }, (_, i) => market.tradesOf(exchange, slot + (i - 2) * SLOT_MS)).flat(),
        )
        .filter(({ exchangeTimestamp: at }) => at > from && at <= to)
        .map(nameOf);
    const cutOff = slot - CUT_OFF_MS;
    expect(tradesOf(events).map(nameOf).toSorted()).toEqual(traded(cutOff - SLOT_MS, cutOff).toSorted());
    const later = (await collect(started, 120_000)).map(({ event }) => event);
    const upTo = Math.max(...batchesOf(later).map(({ receivedAt }) => receivedAt));
    expect(tradesOf(later).map(nameOf).toSorted()).toEqual(
      traded(cutOff, Math.floor(upTo / 1000) * 1000).toSorted(),
    );
  });

  it('begins as if it had been watched: a ticker arrives with the reading that first showed its prices', () => {
    const honest = new SimulatedMarket(buildWorld('full'), { seed: 'tests', faultRate: 0 });
    const { slot, events } = new SimulatorSource({
      market: honest,
      clock: new ManualClock(START),
    }).lastPassed();
    let rare = 0;
    for (const { exchangeId, receivedAt, ticks } of ticksOf(events).filter((_, i) => i % 40 === 0)) {
      const exchange = honest.exchanges.find((candidate) => candidate.exchangeId === exchangeId)!;
      const since = receivedAt + exchange.refreshLeadMs;
      if (since < slot) rare++;
      const [before, then] = [since - SLOT_MS, since].map((at) => byListing(honest.ticksOf(exchange, at)));
      for (const tick of ticks) {
        const { last, bid, ask } = tick;
        expect(then?.get(listingOf(tick))).toMatchObject({ last, bid, ask, lastMoved: tick.lastMoved });
        expect(before?.get(listingOf(tick))?.lastMoved).toBeLessThan(tick.lastMoved);
      }
    }
    expect(rare).toBeGreaterThan(50);
  });

  it('has what an exchange showed last where it is out, as old as it is', () => {
    const broken = new SimulatedMarket(world, { seed: 'tests', faultRate: 50 });
    let [out, frozen] = [0, 0];
    for (let slot = slotAfter(START); out === 0 || frozen === 0; slot += SLOT_MS) {
      const faults = broken.faultsAt(slot).filter(({ marketId }) => marketId === undefined);
      const { events } = new SimulatorSource({
        market: broken,
        clock: new ManualClock(slot),
      }).lastPassed();
      for (const { exchangeId, kind, from } of faults) {
        const batches = ticksOf(events).filter((batch) => batch.exchangeId === exchangeId);
        expect(batches.length).toBeGreaterThan(0);
        for (const { receivedAt } of batches) expect(receivedAt).toBeLessThan(from);
        if (kind === 'OUTAGE') out++;
        else frozen++;
      }
    }
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
