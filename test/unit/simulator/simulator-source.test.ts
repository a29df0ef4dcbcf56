import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { ScaledClock, SystemClock, type Clock } from '../../../src/core/clocks/clock.ts';
import type { ExchangeTick, Trade } from '../../../src/core/tick.ts';
import { CUT_OFF_MS, slotAfter, SLOT_MS, type Millis } from '../../../src/core/time.ts';
import { ListedReference } from '../../../src/simulator/calendar/listed-reference.ts';
import { SimulatedMarket } from '../../../src/simulator/simulated-market.ts';
import { SimulatorSource } from '../../../src/simulator/simulator-source.ts';
import { buildWorld } from '../../../src/simulator/world.ts';
import type { SourceEvent, TickBatch, TradeBatch } from '../../../src/sources/source.ts';
import { collect, pass } from '../../contract/ports/source-contract.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { expectEqual } from '../../support/quick-equal.ts';

const world = buildWorld('small');
const market = new SimulatedMarket(world, { seed: 'tests', faultRate: 3 });
const START = Date.UTC(2026, 4, 6, 12, 0, 11, 250);

const sourceAt = (at: Millis) => {
  const clock = new ManualClock(at);
  return { source: new SimulatorSource({ market, clock }), clock };
};
const ticksOf = (events: readonly SourceEvent[]) => events.filter((e): e is TickBatch => e.kind === 'ticks');
const batchesOf = (events: readonly SourceEvent[]) => events.filter((e) => e.kind !== 'watermark');
const updatesOf = (events: readonly SourceEvent[]) => events.filter((e) => e.kind === 'reference');
const listingOf = ({ exchangeId, marketId }: ExchangeTick) => `${exchangeId} ${marketId}`;
const byListing = (ticks: readonly ExchangeTick[]) => new Map(ticks.map((tick) => [listingOf(tick), tick]));
const nameOf = ({ exchangeId, marketId, tradeId }: Trade) => `${exchangeId} ${marketId} ${tradeId}`;
const tradesOf = (events: readonly SourceEvent[]) =>
  events.filter((e): e is TradeBatch => e.kind === 'trades').flatMap(({ trades }) => trades);

/** The whole market of a slot by exchange. */
const expected = (slot: Millis) =>
  new Map(market.ticksAt(slot).map(({ exchangeId, ticks }) => [exchangeId, ticks]));

/** This much time passes between any two reads. */
class PassingTime extends SystemClock {
  #passedMs = 0;

  override monotonic(): Millis {
    this.#passedMs += 0.3;
    return this.#passedMs;
  }

  override wait(ms: Millis): Promise<void> {
    this.#passedMs += ms;
    return Promise.resolve();
  }
}

describe('the simulator', () => {
  it('completes every slot at which the clock stops, however fast time passes', async () => {
    const clock = new ScaledClock(new PassingTime(), { startAt: START, since: 0, speed: 10_000 });
    const source = new SimulatorSource({ market, clock });
    clock.hold(slotAfter(START));
    const stop = new AbortController();
    const slots: Millis[] = [];
    for await (const event of source.events(stop.signal)) {
      if (event.kind !== 'watermark') continue;
      slots.push(event.at + CUT_OFF_MS);
      if (slots.length === 20) stop.abort();
      clock.hold(slots.at(-1)! + SLOT_MS);
    }
    expect(slots).toEqual(slots.map((_, i) => slotAfter(START) + i * SLOT_MS));
  });

  it('delivers the ticks of a slot before it, 3 to 28 seconds, each exchange once', async () => {
    const events = ticksOf((await collect(sourceAt(START), 50_000)).map(({ event }) => event));
    for (const slot of [slotAfter(START), slotAfter(START) + SLOT_MS]) {
      const batches = events.filter(({ receivedAt }) => slotAfter(receivedAt) === slot);
      const whole = expected(slot);
      expectEqual(new Map(batches.map(({ exchangeId, ticks }) => [exchangeId, ticks])), whole);
      expect(batches.length).toBe(whole.size);
      for (const { receivedAt } of batches) {
        expect(slot - receivedAt).toBeGreaterThanOrEqual(3000);
        expect(slot - receivedAt).toBeLessThan(28_000);
      }
    }
  });

  it('delivers the last passed slot at once, without gap or overlap to later ones', async () => {
    const started = sourceAt(START);
    const { slot, events } = started.source.lastPassed();
    expect(slot).toBe(slotAfter(START) - SLOT_MS);
    const arrivals = batchesOf(events).map(({ receivedAt }) => receivedAt);
    expect(arrivals).toEqual(arrivals.toSorted((a, b) => a - b));
    expect(arrivals.at(-1)).toBeLessThanOrEqual(slot - CUT_OFF_MS);
    const standing = byListing(ticksOf(events).flatMap(({ ticks }) => ticks));
    for (const [listing, tick] of byListing([...expected(slot).values()].flat()))
      expectEqual(standing.get(listing), tick);
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

  it('starts as if it had been running: a ticker arrives with the reading that first showed its prices', () => {
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

  it('has the last data of a silent exchange, with its age', () => {
    const broken = new SimulatedMarket(world, { seed: 'tests', faultRate: 50 });
    const reference = new ListedReference(broken);
    let [out, frozen] = [0, 0];
    // Each once, after it has lasted a while.
    const seen = new Set<string>();
    for (let slot = slotAfter(START); out === 0 || frozen === 0; slot += SLOT_MS) {
      const faults = broken
        .faultsAt(slot)
        .filter(({ marketId, from }) => marketId === undefined && from < slot - 2 * SLOT_MS)
        .filter(({ exchangeId, from }) => seen.size < seen.add(`${exchangeId} ${from}`).size);
      if (faults.length === 0) continue;
      const { events } = new SimulatorSource({
        market: broken,
        reference,
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

  it('announces a change in the window of the slot before it, once', async () => {
    const change = market.calendar.nextChange(START);
    const started = sourceAt(change - 80_000);
    expect(market.calendar.nextChange(change)).toBeGreaterThan(change + 2 * SLOT_MS);
    const events = (await collect(started, 120_000)).map(({ event }) => event);
    const [update, ...others] = updatesOf(events);
    expect(others).toEqual([]);
    expect(update?.data).toBe(started.source.reference(change));
    expect(update?.data).not.toEqual(started.source.reference(change - SLOT_MS));
    const mark = events.slice(events.indexOf(update!)).find((e) => e.kind === 'watermark');
    expect(mark?.at).toBe(change - SLOT_MS - CUT_OFF_MS);
  });

  it('has announced it if the previous slot has passed, and does not announce it again', async () => {
    const change = market.calendar.nextChange(START);
    for (const [passed, isAnnounced] of [
      [change - 2 * SLOT_MS, false],
      [change - SLOT_MS, true],
      [change, false],
    ] as const) {
      const started = sourceAt(passed);
      const { slot, events } = started.source.lastPassed();
      expect(slot).toBe(passed);
      const reference = isAnnounced ? [{ data: started.source.reference(change) }] : [];
      expect(updatesOf(events)).toMatchObject(reference);
      const later = (await collect(started, 65_000)).map(({ event }) => event);
      expect(updatesOf(later)).toHaveLength(passed < change - SLOT_MS ? 1 : 0);
    }
  });

  it('announces changes after a long sleep, and again if the clock is set back', async () => {
    const change = market.calendar.nextChange(START);
    const { source, clock } = sourceAt(change - 10 * SLOT_MS);
    const stop = new AbortController();
    const events: SourceEvent[] = [];
    const reading = (async () => {
      for await (const event of source.events(stop.signal)) events.push(event);
    })();
    await pass(clock, 40_000);
    expect(updatesOf(events)).toEqual([]);
    clock.step(86_400_000);
    await pass(clock, 2000);
    expect(updatesOf(events).at(-1)?.data).toEqual(source.reference(clock.now()));
    clock.step(-86_400_000);
    await pass(clock, 70_000);
    expect(updatesOf(events).at(-1)?.data).toEqual(source.reference(change - SLOT_MS));
    stop.abort();
    await reading;
  });

  it('forwards trades within a second', async () => {
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
    expectEqual(leaping, stepping);
  });

  it('continues from now if it is too far behind', async () => {
    const clock = new ManualClock(START);
    const source = new SimulatorSource({ market, clock, maxLagMs: 60_000 });
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

  it('reports a failing clock, which is not an end', async () => {
    const atSlot = slotAfter(START);
    const fail = () => Promise.reject(new Error('no time left'));
    const broken: Clock = { now: () => atSlot, monotonic: () => 0, waitUntil: fail, wait: fail };
    const source = new SimulatorSource({ market, clock: broken });
    await expect(source.events(new AbortController().signal).next()).rejects.toThrow('no time left');
  });
});

describe('setting the clock', () => {
  /** Sets the clock of a running source, and records its events with their arrival times. */
  async function deliveredBy(move: (clock: ManualClock) => Promise<void>, known?: Millis) {
    const { source, clock } = sourceAt(START);
    const passed = known === undefined ? undefined : source.lastPassed(known);
    const stop = new AbortController();
    const delivered: { event: SourceEvent; at: Millis }[] = [];
    const reading = (async () => {
      for await (const event of source.events(stop.signal)) delivered.push({ event, at: clock.now() });
    })();
    await move(clock);
    stop.abort();
    await reading;
    const marks = delivered.flatMap(({ event, at }) =>
      event.kind === 'watermark' ? [{ slot: event.at + CUT_OFF_MS, at }] : [],
    );
    const names = tradesOf(delivered.map(({ event }) => event)).map(nameOf);
    return { passed, marks, slots: marks.map(({ slot }) => slot), names };
  }

  const first = slotAfter(START);
  const slotsFrom = (slot: Millis, count: number) =>
    Array.from({ length: count }, (_, i) => slot + i * SLOT_MS);

  it('back: nothing is repeated, and it continues within a second of the correction', async () => {
    const { slots, names } = await deliveredBy(async (clock) => {
      await pass(clock, 40_000);
      clock.step(-300_000);
      await pass(clock, 35_000);
      clock.step(300_000);
      await pass(clock, 1000);
    });
    expect(slots).toEqual(slotsFrom(first, 2));
    expect(new Set(names).size).toBe(names.length);
  });

  it('back permanently: it continues when the clock reaches the next slot', async () => {
    const { marks } = await deliveredBy(async (clock) => {
      await pass(clock, 40_000);
      clock.step(-120_000);
      await pass(clock, 150_000);
    });
    expect(marks.map(({ slot }) => slot)).toEqual(slotsFrom(first, 2));
    for (const { slot, at } of marks) expect(at).toBeGreaterThanOrEqual(slot - CUT_OFF_MS);
  });

  it.each([
    ['an hour', 3_600_000],
    ['five minutes', 300_000],
  ])('forward by %s and back: it continues with skipped slots', async (_long, step) => {
    const { marks, names } = await deliveredBy(async (clock) => {
      await pass(clock, 40_000);
      clock.step(step);
      await pass(clock, 2000);
      clock.step(-step);
      await pass(clock, 60_000);
    });
    const inTime = marks.filter(({ slot, at }) => at <= slot).map(({ slot }) => slot);
    expect(inTime).toEqual(slotsFrom(first, inTime.length));
    expect(inTime.length).toBeGreaterThanOrEqual(3);
    expect(new Set(names).size).toBe(names.length);
  });

  it('before known slots: that slot is delivered again, and later ones wait for the clock', async () => {
    const known = first + 10 * SLOT_MS;
    const { passed, slots } = await deliveredBy(async (clock) => {
      await pass(clock, 60_000);
      clock.step(10 * SLOT_MS);
      await pass(clock, 30_000);
    }, known);
    expect(passed?.slot).toBe(known);
    expect(slots[0]).toBe(known + SLOT_MS);
  });

  it('any number of times: no slot in time twice, no trade twice, and it always continues', async () => {
    const step = fc.constantFrom(-86_400_000, -300_000, -20_000, 15_000, 300_000, 3_600_000);
    const moves = fc.array(fc.record({ step, pass: fc.integer({ min: 1000, max: 40_000 }) }), {
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(moves, async (steps) => {
        let settledAt = 0;
        const { marks, names } = await deliveredBy(async (clock) => {
          for (const { step: by, pass: ms } of steps) {
            clock.step(by);
            await pass(clock, ms);
          }
          settledAt = clock.now();
          await pass(clock, 65_000);
        });
        const inTime = marks.filter(({ slot, at }) => at <= slot).map(({ slot }) => slot);
        expect(inTime).toEqual([...new Set(inTime)].toSorted((a, b) => a - b));
        for (const { slot, at } of marks) expect(at).toBeGreaterThanOrEqual(slot - CUT_OFF_MS);
        expect(new Set(names).size).toBe(names.length);
        // Nothing before its beginning is delivered.
        const newest = inTime.at(-1) ?? first - SLOT_MS;
        expect(newest).toBeGreaterThanOrEqual(settledAt + SLOT_MS);
      }),
      { numRuns: 8 },
    );
  });
});

/** Jumps to every awaited instant, like the fastest possible market time. */
class LeapingClock implements Clock {
  #now: Millis;

  constructor(now: Millis) {
    this.#now = now;
  }

  now(): Millis {
    return this.#now;
  }

  monotonic(): Millis {
    return this.#now;
  }

  waitUntil(at: Millis): Promise<void> {
    this.#now = Math.max(this.#now, at);
    return Promise.resolve();
  }

  wait(ms: Millis): Promise<void> {
    return this.waitUntil(this.#now + ms);
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
