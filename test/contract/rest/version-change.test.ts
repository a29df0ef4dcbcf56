// Pages of REST that begin in one version of the reference data and end in another.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exchangeTickerRoutes } from '../../../src/api/resources/exchange-ticker.ts';
import { crossSeriesQueue } from '../../../src/api/http/limits/cross-series-queue.ts';
import { indexTickerRoutes } from '../../../src/api/resources/index-ticker.ts';
import type { Answer, DataRoute } from '../../../src/api/http/routing/route.ts';
import { Board, type MarketBoard } from '../../../src/app/serve/board.ts';
import { missedTicks } from '../../../src/app/serve/missed-ticks.ts';
import { InProcessBus } from '../../../src/bus/in-process-bus.ts';
import type { ReferenceContent } from '../../../src/core/reference-data.ts';
import { DAY_MS, SLOT_MS } from '../../../src/core/time.ts';
import { MemoryHistoryStore } from '../../support/memory-history/memory-history-store.ts';
import { IndexNames } from '../../../src/latest/indices/index-names.ts';
import { IndexRefreshWriter } from '../../../src/latest/indices/index-refresh-writer.ts';
import { Lookups } from '../../../src/latest/market/lookups.ts';
import { MarketCapRefreshWriter } from '../../../src/latest/market-caps/market-cap-refresh-writer.ts';
import { ordersOf, type MarketOrders } from '../../../src/latest/market/market-orders.ts';
import type { MarketTopics } from '../../../src/latest/market/market-topics.ts';
import { MarketVersions } from '../../../src/latest/market/market-versions.ts';
import { TickerRefreshWriter } from '../../../src/latest/tickers/ticker-refresh-writer.ts';
import { anAsker } from '../../support/asker.ts';
import { contentOf, shapes } from '../../support/changing-market.ts';
import { nothingMissing } from '../../support/nothing-missing.ts';
import { EVENT_LOOP } from '../../../src/core/async/loop.ts';
import { LoopTurns } from '../../../src/core/async/loop-turns.ts';

const T = Date.parse('2026-03-01T12:00:00Z');
const GRANT = {
  clientId: 'a',
  scopes: new Set(['read:exchange-ticker', 'read:index-ticker', 'read:LX']),
};

interface Page {
  readonly content: readonly Readonly<Record<string, string>>[];
  readonly nextId?: string;
}

/** A market that ticks in whatever version it is told to, and the routes that read it. */
class ChangingMarket {
  readonly #bus = new InProcessBus<MarketTopics>();
  readonly #failures: unknown[] = [];
  readonly #versions = new MarketVersions({ failed: (error) => this.#failures.push(error) });
  readonly #history = new MemoryHistoryStore(2 * DAY_MS);
  readonly #board = new Board({
    bus: this.#bus,
    versions: this.#versions,
    newestValues: (notBefore) => this.#history.newestValues(notBefore),
    storedBetween: (after, before) => missedTicks(this.#history, after, before),
    failed: (error) => this.#failures.push(error),
  });
  #sheet: TickerRefreshWriter | undefined;
  #orders!: MarketOrders;
  #routes!: Readonly<Record<'tickers' | 'indices', DataRoute>>;
  at = T - SLOT_MS;

  static async begin(data: ReferenceContent): Promise<ChangingMarket> {
    const market = new ChangingMarket();
    await market.change(data);
    await market.#bus.publish('marketCaps', new MarketCapRefreshWriter().publish(T, [], []));
    await market.tick();
    market.#serve(await market.#board.ready);
    return market;
  }

  #serve({ tickers, indexTickers }: MarketBoard): void {
    const versions = this.#versions;
    const parts = {
      indexTickers,
      versions,
      history: this.#history,
      marketSpeed: 1,
      turns: new LoopTurns(EVENT_LOOP),
    };
    const [tickerRoute] = exchangeTickerRoutes(
      new Lookups(versions),
      tickers,
      1,
      new IndexNames(versions, indexTickers),
    );
    const [indexRoute] = indexTickerRoutes(
      { ...parts, incomplete: nothingMissing(), settledFrom: () => Infinity, pastRevision: () => 0 },
      crossSeriesQueue(),
    );
    this.#routes = { tickers: tickerRoute!, indices: indexRoute! };
  }

  async change(data: ReferenceContent): Promise<void> {
    const hash = String(Number(this.#orders?.reference ?? 0) + 1);
    this.#orders = ordersOf(hash, data);
    await this.#bus.publish('reference', { hash, from: this.at, data });
    await this.#versions.whenPrepared(hash);
    this.#sheet = this.#sheet?.carriedTo(this.#orders) ?? new TickerRefreshWriter(this.#orders);
  }

  /** Exchanges that are silent deliver nothing. */
  async tick(silent: ReadonlySet<string> = new Set()): Promise<void> {
    this.at += SLOT_MS;
    const { at } = this;
    const { listings, series: order } = this.#orders;
    const delivered = listings.listings.filter(({ exchangeId }) => !silent.has(exchangeId));
    this.#sheet!.collect(delivered.map((l) => ({ ...l, last: '1', volume: '1', lastMoved: at })));
    const ones = () => Float64Array.from(order.series, () => 1);
    const columns = {
      at,
      series: Uint32Array.from(order.series.keys()),
      prices: ones(),
      volumes: ones(),
      tickVolumes: ones(),
      flags: new Uint16Array(order.series.length),
    };
    const empty = new Uint8Array(0);
    await this.#history.append({ ...columns, order, record: empty });
    await this.#bus.publish('tickers', this.#sheet!.publish(at));
    await this.#bus.publish('indices', new IndexRefreshWriter(this.#orders).publish(columns));
    expect(this.#failures).toEqual([]);
  }

  async read(route: 'tickers' | 'indices', query: Readonly<Record<string, unknown>>): Promise<Page> {
    const { together, handle } = this.#routes[route];
    expect(together?.(query as never, () => true)).toEqual([]);
    const { at } = this;
    const time = { marketTime: at, marketNow: () => at };
    const call = { path: {}, query, grant: GRANT, ...time, asker: anAsker } as never;
    const { prepared } = (await handle(call)) as Answer;
    return JSON.parse(prepared.identity.bytes.toString()) as Page;
  }

  get listings(): string[] {
    return this.#orders.listings.listings.map(({ exchangeId, marketId }) => `${exchangeId} ${marketId}`);
  }
}

const versions = shapes
  .filter((sequence) => sequence.length > 1)
  .map((sequence) => sequence.map((shape) => contentOf({ ...shape, inactive: [] })));

describe('a client that pages while versions change', () => {
  test('sees every exchange ticker that is listed all along once, and none twice in the order of listings', async () => {
    await fc.assert(
      fc.asyncProperty(versions, fc.integer({ min: 1, max: 4 }), async (sequence, size) => {
        const market = await ChangingMarket.begin(sequence[0]!);
        let always = new Set(market.listings);
        const seen: string[] = [];
        let page = await market.read('tickers', { size });
        for (let i = 1; ; i++) {
          seen.push(...page.content.map(({ exchangeId, marketId }) => `${exchangeId} ${marketId}`));
          if (page.nextId === undefined) break;
          const next = sequence[i];
          if (next) await market.change(next);
          await market.tick();
          always = new Set(market.listings.filter((listing) => always.has(listing)));
          page = await market.read('tickers', { size, startAfter: page.nextId });
        }
        for (const listing of always) expect(seen.filter((one) => one === listing)).toEqual([listing]);
        expect(seen).toEqual([...new Set(seen)].toSorted());
      }),
      { numRuns: 60 },
    );
  });

  test('sees no exchange ticker twice where exchanges fall silent, and each once that does not come back meanwhile', async () => {
    const silences = fc.array(fc.record({ from: fc.nat(9), to: fc.integer({ min: 1, max: 12 }) }), {
      minLength: 8,
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(versions, fc.integer({ min: 1, max: 4 }), silences, async ([data], size, silent) => {
        const market = await ChangingMarket.begin(data!);
        const exchanges = [...new Set(market.listings.map((listing) => listing.split(' ')[0]!))];
        const isSilent = (exchange: string, tick: number) => {
          const { from, to } = silent[exchanges.indexOf(exchange) % silent.length]!;
          return from <= tick && tick < to;
        };
        const silentAt = (tick: number) => new Set(exchanges.filter((exchange) => isSilent(exchange, tick)));
        await market.tick(silentAt(0));
        const seen: string[] = [];
        let page = await market.read('tickers', { size });
        let tick = 0;
        for (; ; tick++) {
          seen.push(...page.content.map(({ exchangeId, marketId }) => `${exchangeId} ${marketId}`));
          if (page.nextId === undefined) break;
          await market.tick(silentAt(tick + 1));
          page = await market.read('tickers', { size, startAfter: page.nextId });
        }
        expect(seen).toEqual([...new Set(seen)]);
        // A ticker is served for five minutes after it was delivered.
        if (tick > 8) return;
        const stays = ([exchange = '']: string[]) =>
          !isSilent(exchange, 0) ||
          Array.from({ length: tick + 1 }, (_, i) => i).every((i) => isSilent(exchange, i));
        for (const listing of market.listings) if (stays(listing.split(' '))) expect(seen).toContain(listing);
      }),
      { numRuns: 200 },
    );
  });

  test('sees every index value up to where it began once, and those of markets that have no listing any more', async () => {
    await fc.assert(
      fc.asyncProperty(versions, fc.integer({ min: 2, max: 7 }), async (sequence, size) => {
        const market = await ChangingMarket.begin(sequence[0]!);
        for (const next of sequence.slice(1)) {
          await market.change(next);
          await market.tick();
        }
        const timestamp = market.at;
        const expected = await market.read('indices', { timestamp, size: 2000 });
        const seen: string[] = [];
        let page = await market.read('indices', { timestamp, size });
        for (let i = sequence.length - 1; ; i--) {
          seen.push(...page.content.map(({ id }) => id!));
          if (page.nextId === undefined) break;
          // Whatever is listed, what exists stays.
          if (i >= 0) await market.change({ ...sequence.at(-1)!, exchanges: sequence[i]!.exchanges });
          await market.tick();
          page = await market.read('indices', { size, startAfter: page.nextId });
        }
        expect(seen).toEqual(expected.content.map(({ id }) => id));
      }),
      { numRuns: 30 },
    );
  });
});
