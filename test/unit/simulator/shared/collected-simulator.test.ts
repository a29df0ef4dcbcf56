import { describe, expect, test } from 'vitest';
import { CUT_OFF_MS, slotAfter, SLOT_MS, type Millis } from '../../../../src/core/time.ts';
import { ListedReference } from '../../../../src/simulator/calendar/listed-reference.ts';
import { InProcessBus } from '../../../../src/bus/in-process-bus.ts';
import type { CollectTopics } from '../../../../src/cluster/roles/collect/collect-topics.ts';
import { BusLink } from '../../../../src/cluster/roles/collect/bus-link.ts';
import { CollectedFeeds } from '../../../../src/simulator/shared/collected-feeds.ts';
import { CollectedSimulator } from '../../../../src/simulator/shared/collected-simulator.ts';
import { SimulatedMarket } from '../../../../src/simulator/simulated-market.ts';
import { SimulatorSource } from '../../../../src/simulator/simulator-source.ts';
import { buildWorld } from '../../../../src/simulator/world.ts';
import { CollectorActivity } from '../../../../src/sources/shared/collector-activity.ts';
import type { ExchangeBatch, SourceEvent } from '../../../../src/sources/source.ts';
import { collect, pass } from '../../../contract/ports/source-contract.ts';
import { openCollected, startReader } from '../../../support/collected-simulator.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

const market = new SimulatedMarket(buildWorld('small'), { seed: 'tests', faultRate: 3 });
const START = Date.UTC(2026, 4, 6, 12, 0, 11, 250);

/** Deliveries between two cut-offs, by exchange and kind. */
function windowsOf(events: readonly SourceEvent[]): ReadonlyMap<Millis, readonly ExchangeBatch[]> {
  const windows = new Map<Millis, ExchangeBatch[]>();
  let window: ExchangeBatch[] = [];
  for (const event of events) {
    if (event.kind === 'watermark') {
      windows.set(event.at, window);
      window = [];
    } else if (event.kind !== 'reference') window.push(event);
  }
  return windows;
}

const byExchange = (batches: readonly ExchangeBatch[], kind: 'ticks' | 'derivative-ticks') =>
  new Map(
    batches.flatMap((batch) => (batch.kind === kind ? [[batch.exchangeId, batch.ticks] as const] : [])),
  );
const tradesIn = (events: readonly SourceEvent[]) =>
  events.flatMap((event) => (event.kind === 'trades' ? event.trades : []));

describe('the simulated market over a bus', () => {
  test('delivers for each slot the same as one process, except for the arrival time', async () => {
    const collected = await openCollected(market, START);
    const begun = collected.clock.now();
    const alone = new ManualClock(begun);
    const direct = { source: new SimulatorSource({ market, clock: alone }), clock: alone };
    const [actual, expected] = [await collect(collected, 95_000), await collect(direct, 95_000)].map((all) =>
      all.map(({ event }) => event),
    ) as [SourceEvent[], SourceEvent[]];
    const [windows, expectedWindows] = [windowsOf(actual), windowsOf(expected)];
    expect([...windows.keys()]).toEqual([...expectedWindows.keys()]);
    // The first slot starts in the middle of its window.
    for (const at of [...windows.keys()].slice(1))
      for (const kind of ['ticks', 'derivative-ticks'] as const) {
        expect(byExchange(windows.get(at)!, kind).size).toBeGreaterThan(0);
        expect(byExchange(windows.get(at)!, kind)).toEqual(byExchange(expectedWindows.get(at)!, kind));
      }
    const from = slotAfter(begun);
    const within = (trade: { readonly exchangeTimestamp: Millis }) =>
      trade.exchangeTimestamp > from && trade.exchangeTimestamp <= from + 2 * SLOT_MS;
    const names = (events: readonly SourceEvent[]) =>
      tradesIn(events)
        .filter(within)
        .map(({ exchangeId, marketId, tradeId }) => `${exchangeId} ${marketId} ${tradeId}`)
        .toSorted();
    expect(names(actual).length).toBeGreaterThan(10);
    expect(names(actual)).toEqual(names(expected));
  });

  test('accepts the newest reader of an exchange, and no trade twice while two read it', async () => {
    const collected = await openCollected(market, START);
    const { clock, bus, readers } = collected;
    const second = startReader(market, clock, bus, { name: 'third', lease: 2 });
    await second.read(new Set(second.units));
    const events = (await collect(collected, 65_000)).map(({ event }) => event);
    const trades = tradesIn(events).map(
      ({ exchangeId, marketId, tradeId }) => `${exchangeId} ${marketId} ${tradeId}`,
    );
    expect(trades.length).toBeGreaterThan(10);
    expect(new Set(trades).size).toBe(trades.length);
    for (const batches of [...windowsOf(events).values()].slice(1)) {
      const exchanges = batches.flatMap((batch) => (batch.kind === 'ticks' ? [batch.exchangeId] : []));
      expect(new Set(exchanges).size).toBe(exchanges.length);
    }
    await Promise.all([...readers, second].map((reader) => reader.close()));
  });

  test('one that is opened later receives the last readings at once', async () => {
    const { clock, bus, readers } = await openCollected(market, START);
    bus.subscribe('wanted', (wanted) => readers.forEach((reader) => reader.request(wanted)));
    await pass(clock, SLOT_MS);
    const opening = CollectedSimulator.open({
      market,
      reference: new ListedReference(market),
      clock,
      link: new BusLink(bus),
    });
    const openedAt = clock.now();
    const opened = { yet: false };
    void opening.then(() => (opened.yet = true));
    while (!opened.yet) await pass(clock, 500);
    expect(clock.now() - openedAt).toBeLessThanOrEqual(2000);
    await Promise.all(readers.map((reader) => reader.close()));
  });

  test('starts at once if there were ticks before, and still requests readings', async () => {
    const clock = new ManualClock(START);
    const bus = new InProcessBus<CollectTopics>();
    let asked = 0;
    bus.subscribe('wanted', () => void asked++);
    const source = await CollectedSimulator.open({
      market,
      reference: new ListedReference(market),
      clock,
      link: new BusLink(bus),
      waits: false,
    });
    const events = (await collect({ source, clock }, SLOT_MS)).map(({ event }) => event);
    const watermarks = events.flatMap((event) => (event.kind === 'watermark' ? [event.at] : []));
    expect(watermarks).toEqual([slotAfter(START) - CUT_OFF_MS]);
    expect(asked).toBeGreaterThan(1);
  });

  /** Of each window, whether trades of an exchange may be missing. */
  const lacking = (events: readonly SourceEvent[], exchangeId: string) =>
    events.flatMap((event) =>
      event.kind === 'watermark' ? [event.tradesIncomplete?.includes(exchangeId) ?? false] : [],
    );

  test('lacks trades of the window in which it starts, and then none', async () => {
    const collected = await openCollected(market, START);
    const events = (await collect(collected, 95_000)).map(({ event }) => event);
    const [exchange] = market.exchanges;
    expect(lacking(events, exchange!.exchangeId)).toEqual([true, false, false, false]);
    await Promise.all(collected.readers.map((reader) => reader.close()));
  });

  test('lacks trades of an exchange from when its collector is silent until another one reads it, and of no other', async () => {
    const collected = await openCollected(market, START);
    const { clock, bus, readers } = collected;
    const [gone, stays] = readers.map((reader, number) => reader.units.find((_, i) => i % 2 === number)!);
    const [first, second] = readers;
    let third: ReturnType<typeof startReader> | undefined;
    void clock.wait(65_000).then(() => first!.close());
    void clock.wait(100_000).then(() => {
      third = startReader(market, clock, bus, { name: 'third', lease: 2 });
      return third.read(new Set([gone!]));
    });
    const events = (await collect(collected, 215_000)).map(({ event }) => event);
    const found = lacking(events, gone!);
    expect(found.slice(0, 5)).toEqual([true, false, false, true, true]);
    expect(found.at(-1)).toBe(false);
    expect(lacking(events, stays!)).toEqual([true, ...found.slice(1).map(() => false)]);
    await Promise.all([second!, third!].map((reader) => reader.close()));
  });

  test('lacks trades of an exchange that was released and not taken over yet at a cut-off', async () => {
    const collected = await openCollected(market, START);
    const { clock, bus, readers } = collected;
    const [first, second] = readers;
    const [goes, stays] = first!.units.filter((_, i) => i % 2 === 0);
    const cutOff = slotAfter(clock.now()) + SLOT_MS - CUT_OFF_MS;
    let third: ReturnType<typeof startReader> | undefined;
    void clock.waitUntil(cutOff - 8000).then(() => first!.read(new Set([stays!])));
    void clock.waitUntil(cutOff + 2000).then(() => {
      third = startReader(market, clock, bus, { name: 'third', lease: 2 });
      return third.read(new Set([goes!]));
    });
    const events = (await collect(collected, cutOff + 95_000 - clock.now())).map(({ event }) => event);
    const found = lacking(events, goes!);
    expect(found.slice(0, 3)).toEqual([true, true, true]);
    expect(found.at(-1)).toBe(false);
    expect(lacking(events, stays!)).toEqual([true, ...found.slice(1).map(() => false)]);
    await Promise.all([first!, second!, third!].map((reader) => reader.close()));
  });

  test('lacks trades of a window at whose end the collector had just died', async () => {
    const collected = await openCollected(market, START);
    const { clock, readers } = collected;
    const [first, second] = readers;
    const [exchangeId] = first!.units;
    const cutOff = slotAfter(clock.now()) + SLOT_MS - CUT_OFF_MS;
    void clock.waitUntil(cutOff - 1000).then(() => first!.close());
    const events = (await collect(collected, cutOff + 2000 - clock.now())).map(({ event }) => event);
    expect(lacking(events, exchangeId!)).toEqual([true, true]);
    await second!.close();
  });

  test('reports that there is no collector, and still starts', async () => {
    const collected = await openCollected(market, START);
    await Promise.all(collected.readers.map((reader) => reader.close()));
    expect(collected.source.outage()).toBeUndefined();
    await collect(collected, 62_000);
    expect(collected.source.outage()).toMatch(/no message of a collector arrives/);
  });

  test('drops a reading that is older than the last one', () => {
    const feeds = new CollectedFeeds(
      market,
      new ListedReference(market),
      new CollectorActivity(new ManualClock(START)),
    );
    const [exchange] = market.exchanges;
    const { exchangeId } = exchange!;
    const reading = (slot: Millis) => ({
      kind: 'reading' as const,
      exchangeId,
      slot,
      ticks: market.ticksOf(exchange!, slot),
      derivatives: [],
      failed: false,
    });
    const slot = slotAfter(START);
    feeds.take(reading(slot));
    feeds.take(reading(slot - SLOT_MS));
    const [batch] = feeds.arrivals(slot, slot);
    expect(batch).toMatchObject({ kind: 'ticks', receivedAt: slot, ticks: market.ticksOf(exchange!, slot) });
    feeds.take(reading(slot));
    expect(feeds.arrivals(slot, slot + 1)).toEqual([]);
  });
});
