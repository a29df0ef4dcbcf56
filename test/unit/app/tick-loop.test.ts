import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TickLoop } from '../../../src/app/tick-loop.ts';
import { ScaledClock } from '../../../src/core/clock.ts';
import type { ExchangeTick } from '../../../src/core/tick.ts';
import type { Millis } from '../../../src/core/time.ts';
import { ListingOrder } from '../../../src/latest/listing-order.ts';
import type { TickerRefresh } from '../../../src/latest/ticker-refresh.ts';
import { TickerSheet } from '../../../src/latest/ticker-sheet.ts';
import { Catalogue } from '../../../src/reference/catalogue.ts';
import { buildWorld } from '../../../src/sources/simulator/world.ts';
import type { Source, SourceEvent } from '../../../src/sources/source.ts';
import { ManualClock } from '../../manual-clock.ts';

const T = Date.parse('2026-03-01T12:00:30Z');
const order = new ListingOrder(new Catalogue(buildWorld('small').reference));
const listing = order.listings[order.active.indexOf(1)] as (typeof order.listings)[number];

function tickAt(receivedAt: Millis, last: string): SourceEvent {
  const tick: ExchangeTick = { ...listing, last, volume: '1', lastMoved: receivedAt };
  return { kind: 'ticks', exchangeId: listing.exchangeId, receivedAt, ticks: [tick] };
}

/** Delivers what the test hands it. */
class HandSource implements Source {
  readonly name = 'hand';
  readonly #queue: SourceEvent[] = [];
  #wake: () => void = () => {};

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

function lastIn(refresh: TickerRefresh): string | undefined {
  const { content } = JSON.parse(Buffer.from(refresh.body).toString()) as { content: { last: string }[] };
  return content[0]?.last;
}

describe('the tick loop', () => {
  let clock: ManualClock;
  let source: HandSource;
  let published: TickerRefresh[];
  let stop: AbortController;
  let running: Promise<void>;

  beforeEach(() => {
    clock = new ManualClock(T - 10_000);
    source = new HandSource();
    published = [];
    stop = new AbortController();
    const sheet = new TickerSheet(order);
    running = new TickLoop({ source, clock, sheet, publish: (refresh) => published.push(refresh) }).run(
      stop.signal,
    );
  });

  afterEach(async () => {
    stop.abort();
    await running;
  });

  test('publishes a slot when it comes, never before', async () => {
    source.push(tickAt(T - 5000, '1'), { kind: 'watermark', at: T - 2000 });
    clock.advanceTo(T - 1);
    await setImmediate();
    expect(published).toEqual([]);
    clock.advanceTo(T);
    await setImmediate();
    expect(published.map(({ at }) => at)).toEqual([T]);
    expect(lastIn(published[0] as TickerRefresh)).toBe('1');
  });

  test('leaves what comes after the cut-off to the next slot', async () => {
    source.push(tickAt(T - 5000, '1'), { kind: 'watermark', at: T - 2000 }, tickAt(T - 1000, '2'));
    clock.advanceTo(T);
    await setImmediate();
    expect(lastIn(published[0] as TickerRefresh)).toBe('1');
    source.push({ kind: 'watermark', at: T + 28_000 });
    clock.advanceTo(T + 30_000);
    await setImmediate();
    expect(published.map(({ at }) => at)).toEqual([T, T + 30_000]);
    expect(lastIn(published[1] as TickerRefresh)).toBe('2');
  });

  test('publishes a slot in which nothing arrived', async () => {
    source.push({ kind: 'watermark', at: T - 2000 });
    clock.advanceTo(T);
    await setImmediate();
    expect(published.map(({ at }) => at)).toEqual([T]);
  });
});

test('market time that runs fast waits at each slot until it is published', async () => {
  const wall = new ManualClock(0);
  const clock = new ScaledClock(wall, { startAt: T - 10_000, since: 0, speed: 1000 });
  const source = new HandSource();
  const stop = new AbortController();
  const published: Millis[] = [];
  const loop = new TickLoop({
    source,
    clock,
    sheet: new TickerSheet(order),
    publish: ({ at }) => published.push(at),
  });
  loop.publishPassed(T - 30_000, []);
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
