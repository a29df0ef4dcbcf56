import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { IndexComputer, type ComputedTick } from '../../../../src/app/pipeline/compute/index-computer.ts';
import { TickLoop, type PreparedTick, type TickLoopParts } from '../../../../src/app/pipeline/tick-loop.ts';
import { ScaledClock, type MarketClock } from '../../../../src/core/clocks/clock.ts';
import type { ExchangeTick } from '../../../../src/core/tick.ts';
import type { ReferenceContent } from '../../../../src/core/reference-data.ts';
import type { Millis } from '../../../../src/core/time.ts';
import type { DerivativeRefresh } from '../../../../src/latest/derivatives/derivative-refresh.ts';
import { DerivativeRefreshWriter } from '../../../../src/latest/derivatives/derivative-refresh-writer.ts';
import type { ListingKey } from '../../../../src/core/ids/listing-key.ts';
import { MarketCapRefreshWriter } from '../../../../src/latest/market-caps/market-cap-refresh-writer.ts';
import { SimulatedMarket } from '../../../../src/simulator/simulated-market.ts';
import { buildWorld } from '../../../../src/simulator/world.ts';
import { ListedReference } from '../../../../src/simulator/calendar/listed-reference.ts';
import type { ExchangeHealth, Source, SourceEvent } from '../../../../src/sources/source.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { simulatedContent, versionOf } from '../../../support/simulated-version.ts';
import { future } from '../../reference/contracts.ts';

const T = Date.parse('2026-03-01T12:00:30Z');
const world = buildWorld('small');
const market = new SimulatedMarket(world, { seed: 'tick-loop' });
const content = simulatedContent(world, market);
const version = versionOf(content);
const { listings: order } = version.orders;
const engineReference = version.reference;
const listing = order.listings[order.active.indexOf(1)] as ListingKey;

function usdTick(own: ListingKey, at: Millis): ExchangeTick {
  return { ...own, last: '100', bid: '99.9', ask: '100.1', volume: '1000', lastMoved: at };
}

function tickAt(receivedAt: Millis, last: string): SourceEvent {
  const tick: ExchangeTick = { ...listing, last, volume: '1', lastMoved: receivedAt };
  return { kind: 'ticks', exchangeId: listing.exchangeId, receivedAt, ticks: [tick] };
}

/** Delivers events from the test. */
class HandSource implements Source {
  readonly name = 'hand';
  readonly #queue: SourceEvent[] = [];
  #wake: () => void = () => {};

  reference(slot: Millis): ReferenceContent {
    return new ListedReference(market).at(slot).data;
  }

  health(): ReadonlyMap<string, ExchangeHealth> {
    return new Map();
  }

  push(...events: SourceEvent[]): void {
    this.#queue.push(...events);
    this.#wake();
  }

  async *events(signal: AbortSignal): AsyncGenerator<SourceEvent> {
    signal.addEventListener('abort', () => this.#wake(), { once: true });
    while (!signal.aborted) {
      const next = this.#queue.shift();
      if (next) yield next;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}

function lastIn({ tickers }: PreparedTick): string | undefined {
  const { content } = JSON.parse(Buffer.from(tickers.body).toString()) as { content: { last: string }[] };
  return content[0]?.last;
}

/** Reference data that never change. */
const STANDING: TickLoopParts['versions'] = {
  inForce: version,
  announce: () => undefined,
  switchAt: () => undefined,
  ensureStored: () => Promise.resolve(true),
};

/** A loop that passes its ticks to the test, which decides when they are published. */
function loopOf(
  source: Source,
  clock: MarketClock,
  publish: TickLoopParts['publish'],
  onLateSlot: (at: Millis) => void,
  record: TickLoopParts['record'] = () => Promise.resolve(true),
  publishDerivatives: TickLoopParts['publishDerivatives'] = () => Promise.resolve(),
  onTrades: TickLoopParts['onTrades'] = () => {},
  versions: TickLoopParts['versions'] = STANDING,
) {
  return new TickLoop({
    source,
    clock,
    marketCapSheet: new MarketCapRefreshWriter(),
    derivativeSheet: new DerivativeRefreshWriter(),
    computer: new IndexComputer(version),
    versions,
    record,
    publish,
    publishDerivatives,
    onTrades,
    onLateSlot,
    onSkippedSlot: () => undefined,
  });
}

describe('the tick loop', () => {
  let clock: ManualClock;
  let source: HandSource;
  let prepared: PreparedTick[];
  let skipped: Millis[];
  let stored: boolean;
  let stop: AbortController;
  let running: Promise<void>;

  beforeEach(() => {
    clock = new ManualClock(T - 10_000);
    source = new HandSource();
    prepared = [];
    skipped = [];
    stored = true;
    stop = new AbortController();
    const publish = (tick: PreparedTick) => {
      prepared.push(tick);
      return Promise.resolve(stored);
    };
    running = loopOf(source, clock, publish, (at) => skipped.push(at)).run(stop.signal);
  });

  afterEach(async () => {
    stop.abort();
    await running;
  });

  test('shows tickers with the age that the engine uses to screen them', async () => {
    const ages: (number | undefined)[] = [];
    const record = async ({ version, input }: ComputedTick) => {
      const i = version.reference.listingIndex(listing.exchangeId, listing.marketId)!;
      ages.push(input.tickers.age[i]);
      return true;
    };
    const publish = async ({ tickers }: PreparedTick) => {
      const { content } = JSON.parse(Buffer.from(tickers.body).toString()) as {
        content: { ageMs?: number }[];
      };
      ages.push(content[0]?.ageMs);
      return true;
    };
    const source = new HandSource();
    const running = loopOf(source, clock, publish, () => {}, record).run(stop.signal);
    const [batch, older] = [tickAt(T - 20_000, '2'), tickAt(T + 10_000, '2')];
    if (batch.kind !== 'ticks' || older.kind !== 'ticks') throw new Error('these are ticks');
    source.push({ ...batch, readAt: T - 3000 }, { kind: 'watermark', at: T - 2000 });
    const ticks = older.ticks.map((tick) => ({ ...tick, asOf: T - 70_000 }));
    source.push({ ...older, ticks }, { kind: 'watermark', at: T + 28_000 });
    while (ages.length < 4) await setImmediate();
    expect(ages).toEqual([3000, 3000, 100_000, 100_000]);
    stop.abort();
    await running;
  });

  test.each([
    ['a clock that is set back makes no ticker younger', -600_000, T + 28_000, 635_000],
    ['nor does a machine that sleeps', 600_000, T + 598_000, 605_000],
  ])('%s', async (_, step, watermark, age) => {
    const ages: (number | undefined)[] = [];
    const record = async ({ version, input }: ComputedTick) => {
      const i = version.reference.listingIndex(listing.exchangeId, listing.marketId)!;
      return ages.push(input.tickers.age[i]) > 0;
    };
    const own = new HandSource();
    const loop = loopOf(
      own,
      clock,
      () => Promise.resolve(true),
      () => {},
      record,
    ).run(stop.signal);
    own.push(tickAt(T - 5000, '2'), { kind: 'watermark', at: T - 2000 });
    while (ages.length < 1) await setImmediate();
    clock.step(step);
    own.push({ kind: 'watermark', at: watermark });
    while (ages.length < 2) await setImmediate();
    expect(ages).toEqual([5000, age]);
    stop.abort();
    await loop;
  });

  test('tells the engine that trades of a window may be missing', async () => {
    const [lx] = engineReference.lx;
    const constituent = lx!.constituents[0]!;
    const { id } = engineReference.exchanges[engineReference.listingExchange[constituent]!]!;
    const incomplete: boolean[] = [];
    const record = async ({ input }: ComputedTick) => {
      incomplete.push(input.incomplete?.includes(constituent) ?? false);
      return true;
    };
    const own = new HandSource();
    const loop = loopOf(
      own,
      clock,
      async () => true,
      () => {},
      record,
    ).run(stop.signal);
    own.push(
      { kind: 'watermark', at: T - 2000 },
      { kind: 'watermark', at: T + 28_000, tradesIncomplete: [id] },
    );
    while (incomplete.length < 2) await setImmediate();
    expect(incomplete).toEqual([false, true]);
    stop.abort();
    await loop;
  });

  test('a skipped slot passes its missing trades to the next tick', async () => {
    const [lx] = engineReference.lx;
    const { id } = engineReference.exchanges[engineReference.listingExchange[lx!.constituents[0]!]!]!;
    const found: (readonly number[] | undefined)[] = [];
    const record = async ({ input }: ComputedTick) => {
      found.push(input.incomplete);
      return true;
    };
    const own = new HandSource();
    clock.step(60_000);
    const loop = loopOf(
      own,
      clock,
      async () => true,
      () => {},
      record,
    ).run(stop.signal);
    own.push(
      { kind: 'watermark', at: T - 2000, tradesIncomplete: [id] },
      { kind: 'watermark', at: T + 58_000 },
    );
    while (found.length < 1) await setImmediate();
    expect(found[0]?.length).toBeGreaterThan(0);
    stop.abort();
    await loop;
  });

  test('prepares a slot at its cut-off', async () => {
    source.push(tickAt(T - 5000, '1'));
    await setImmediate();
    expect(prepared).toEqual([]);
    source.push({ kind: 'watermark', at: T - 2000 });
    await setImmediate();
    expect(prepared.map(({ at }) => at)).toEqual([T]);
    expect(lastIn(prepared[0] as PreparedTick)).toBe('1');
  });

  test('leaves data after the cut-off to the next slot', async () => {
    source.push(tickAt(T - 5000, '1'), { kind: 'watermark', at: T - 2000 }, tickAt(T - 1000, '2'));
    await setImmediate();
    source.push({ kind: 'watermark', at: T + 28_000 });
    await setImmediate();
    expect(prepared.map(({ at }) => at)).toEqual([T, T + 30_000]);
    expect(prepared.map(lastIn)).toEqual(['1', '2']);
  });

  test('computes no slot twice, nor one before it, whatever the clock is set to', async () => {
    source.push({ kind: 'watermark', at: T - 2000 });
    await setImmediate();
    clock.step(-60_000);
    source.push({ kind: 'watermark', at: T - 2000 }, { kind: 'watermark', at: T - 32_000 });
    await setImmediate();
    source.push({ kind: 'watermark', at: T + 28_000 });
    await setImmediate();
    expect(prepared.map(({ at }) => at)).toEqual([T, T + 30_000]);
    expect(skipped).toEqual([]);
  });

  test('a slot skipped while the clock was ahead is computed when it comes again', async () => {
    clock.step(300_000);
    source.push({ kind: 'watermark', at: T - 2000 });
    await setImmediate();
    expect([prepared, skipped]).toEqual([[], [T]]);
    clock.step(-300_000);
    source.push({ kind: 'watermark', at: T - 2000 });
    await setImmediate();
    expect(prepared.map(({ at }) => at)).toEqual([T]);
  });

  test('makes the inputs of a slot durable before it is published', async () => {
    const done: string[] = [];
    const own = new HandSource();
    const end = new AbortController();
    const record = async ({ input }: ComputedTick) => {
      await setImmediate();
      done.push(`recorded ${input.at - T}`);
      return input.at === T;
    };
    const publish = ({ at, recorded }: PreparedTick) => {
      done.push(`published ${at - T} ${recorded}`);
      return Promise.resolve(recorded);
    };
    const loop = loopOf(own, clock, publish, () => {}, record).run(end.signal);
    own.push({ kind: 'watermark', at: T - 2000 }, { kind: 'watermark', at: T + 28_000 });
    for (let i = 0; i < 6; i++) await setImmediate();
    expect(done).toEqual(['recorded 0', 'published 0 true', 'recorded 30000', 'published 30000 false']);
    end.abort();
    await loop;
  });

  test('prepares a slot in which nothing arrived', async () => {
    source.push({ kind: 'watermark', at: T - 2000 });
    await setImmediate();
    expect(prepared.map(({ at }) => at)).toEqual([T]);
  });

  test('skips a slot that comes more than 20 s after its cut-off, and reports it', async () => {
    clock.advanceTo(T + 18_001);
    source.push({ kind: 'watermark', at: T - 2000 }, { kind: 'watermark', at: T + 28_000 });
    await setImmediate();
    expect(skipped).toEqual([T]);
    expect(prepared.map(({ at }) => at)).toEqual([T + 30_000]);
  });

  test('keeps the trades of a slot that was not stored for the next one', async () => {
    const blx = (tick: PreparedTick) => tick.index.tickVolumes.filter((volume) => !Number.isNaN(volume));
    const constituents = engineReference.lx[0]?.constituents ?? [];
    const fresh = constituents.map((index) => {
      const exchangeId = engineReference.exchanges[engineReference.listingExchange[index] ?? 0]?.id ?? '';
      const marketId = engineReference.marketIds[engineReference.listingMarket[index] ?? 0] ?? '';
      return { exchangeId, marketId };
    });
    const deliver = (at: Millis) => {
      for (const own of fresh) {
        source.push({ kind: 'ticks', exchangeId: own.exchangeId, receivedAt: at, ticks: [usdTick(own, at)] });
      }
    };
    const trade = {
      ...(fresh[0] as (typeof fresh)[0]),
      tradeId: '1',
      price: '100',
      amount: '2.5',
      exchangeTimestamp: T - 6000,
    };
    stored = false;
    deliver(T - 5000);
    source.push({ kind: 'trades', exchangeId: trade.exchangeId, receivedAt: T - 5000, trades: [trade] });
    source.push({ kind: 'watermark', at: T - 2000 });
    await setImmediate();
    stored = true;
    deliver(T + 25_000);
    source.push({ kind: 'watermark', at: T + 28_000 });
    await setImmediate();
    deliver(T + 55_000);
    source.push({ kind: 'watermark', at: T + 58_000 });
    await setImmediate();
    expect(prepared.map((tick) => blx(tick)[0])).toEqual([2.5, 2.5, 0]);
  });
});

test('trades are forwarded on arrival, also while a tick waits for its slot', async () => {
  const clock = new ManualClock(T - 10_000);
  const source = new HandSource();
  const stop = new AbortController();
  const handedOn: unknown[] = [];
  const published: Millis[] = [];
  let isPublished: (stored: boolean) => void = () => {};
  const publish = ({ at }: PreparedTick) => {
    published.push(at);
    return new Promise<boolean>((resolve) => (isPublished = resolve));
  };
  const loop = loopOf(
    source,
    clock,
    publish,
    () => {},
    undefined,
    undefined,
    (arrived) => handedOn.push(arrived),
  );
  const running = loop.run(stop.signal);
  const trade = { ...listing, tradeId: '1', price: '1', amount: '2', exchangeTimestamp: T - 9500 };
  const { exchangeId } = listing;
  source.push({ kind: 'trades', exchangeId, receivedAt: T - 9000, trades: [trade] });
  await setImmediate();
  expect(handedOn).toEqual([{ receivedAt: T - 9000, trades: [trade] }]);
  expect(published).toEqual([]);
  source.push({ kind: 'watermark', at: T - 2000 });
  source.push({ kind: 'trades', exchangeId, receivedAt: T - 1000, trades: [{ ...trade, tradeId: '2' }] });
  source.push({ kind: 'watermark', at: T + 28_000 });
  await setImmediate();
  expect(handedOn).toHaveLength(2);
  // The next tick is not computed before this one is published.
  expect(published).toEqual([T]);
  isPublished(true);
  await setImmediate();
  expect(published).toEqual([T, T + 30_000]);
  isPublished(true);
  stop.abort();
  await running;
});

test('market time that runs fast waits at each slot until it is published', async () => {
  const wall = new ManualClock(0);
  const clock = new ScaledClock(wall, { startAt: T - 10_000, since: wall.monotonic(), speed: 1000 });
  const source = new HandSource();
  const stop = new AbortController();
  const published: Millis[] = [];
  const publish = ({ at }: PreparedTick) => {
    published.push(at);
    return Promise.resolve(true);
  };
  const loop = loopOf(source, clock, publish, () => {});
  await loop.publishPassed(T - 30_000, []);
  const running = loop.run(stop.signal);
  wall.advance(1_000_000);
  expect(clock.now()).toBe(T);
  source.push({ kind: 'watermark', at: T - 2000 });
  await setImmediate();
  expect(published).toEqual([T - 30_000, T]);
  expect(clock.now()).toBe(T);
  wall.advance(30);
  expect(clock.now()).toBe(T + 30_000);
  wall.advance(1000);
  expect(clock.now()).toBe(T + 30_000);
  stop.abort();
  await running;
});

describe('derivatives', () => {
  const contract = future('A', T + 60_000);
  const ticks = [{ contractId: contract.id, price: '1', volume: '1', volumeUsd: '1' }];
  const { exchangeId } = contract;
  const events: SourceEvent[] = [
    { kind: 'contracts', exchangeId, receivedAt: T - 9000, contracts: [contract] },
    { kind: 'derivative-ticks', exchangeId, receivedAt: T - 9000, ticks },
  ];

  test('are forwarded after the tick of their slot, which does not wait for them', async () => {
    const order: string[] = [];
    const refreshes: DerivativeRefresh[] = [];
    const publish = () => {
      order.push('tick');
      return Promise.resolve(true);
    };
    const publishDerivatives = (refresh: DerivativeRefresh) => {
      order.push('derivatives');
      refreshes.push(refresh);
      return Promise.resolve();
    };
    const loop = loopOf(
      new HandSource(),
      new ManualClock(T),
      publish,
      () => {},
      undefined,
      publishDerivatives,
    );
    await loop.publishPassed(T, events);
    await loop.publishPassed(T + 30_000, []);
    await loop.publishPassed(T + 60_000, []);
    expect(order).toEqual(['tick', 'derivatives', 'tick', 'derivatives', 'tick', 'derivatives']);
    expect(refreshes.map(({ contracts }) => contracts)).toEqual([[contract], [], []]);
    expect(refreshes.map(({ contractIds }) => contractIds)).toEqual([[contract.id], [contract.id], []]);
  });

  test('are shown again after a restart within the slot, without computing it', async () => {
    const refreshes: DerivativeRefresh[] = [];
    const publishDerivatives = (refresh: DerivativeRefresh) => {
      refreshes.push(refresh);
      return Promise.resolve();
    };
    const publish = () => Promise.reject(new Error('nothing is to be computed'));
    const loop = loopOf(
      new HandSource(),
      new ManualClock(T),
      publish,
      () => {},
      undefined,
      publishDerivatives,
    );
    await loop.showDerivatives(T, events);
    expect(refreshes.map(({ contractIds }) => contractIds)).toEqual([[contract.id]]);
  });
});
