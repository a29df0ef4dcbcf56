import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IndexComputer } from '../../../src/app/pipeline/compute/index-computer.ts';
import { parseDecimal } from '../../../src/core/numbers/decimal.ts';
import type { ListingKey } from '../../../src/core/ids/listing-key.ts';
import type { LxDefinition } from '../../../src/core/lx-definition.ts';
import type { Trade } from '../../../src/core/tick.ts';
import { CUT_OFF_MS, slotAfter, type Millis } from '../../../src/core/time.ts';
import { LX_INDICES } from '../../../src/core/ids/well-known-ids.ts';
import type { LiveSource } from '../../../src/sources/live/live-source.ts';
import type { SourceEvent, TradeCounts } from '../../../src/sources/source.ts';
import { openLive } from '../../support/live-market.ts';
import { OF_FAILURES } from '../../support/live-stage.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import type { RigTrade } from '../../support/rig/stream/rig-tape.ts';
import * as faults from '../../support/rig/stream/stream-faults.ts';
import { STREAMS } from '../../support/rig/stream/stream-rig.ts';
import { TradingRig, until } from '../../support/rig/stream/trading-rig.ts';
import { versionOf } from '../../support/simulated-version.ts';

// A live source over the rig: ccxt, its sockets and requests are as in production; the test controls time.

const START = Date.UTC(2026, 10, 16, 12, 0, 7);
const EXCHANGES = STREAMS.map(({ id }) => id);
const STEP_MS = 500;

let rig: TradingRig;
let folder: string;

beforeAll(async () => {
  rig = await TradingRig.start();
  folder = mkdtempSync(join(tmpdir(), 'live-trades-'));
  for (const key of EXCHANGES) rig.rest.set(key, rig.world.instrumentsOf(key, START));
});

afterAll(async () => {
  await rig.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A listing of the reference data as the rig knows it. */
interface TradedHere extends ListingKey {
  readonly key: string;
  readonly base: string;
  readonly quote: string;
}

/** A running source, with its deliveries and the engine's ticks. */
class Run {
  readonly events: SourceEvent[] = [];
  readonly traded: readonly TradedHere[];
  readonly lx: readonly LxDefinition[];
  /** Per index: volume counted by its ticks, in hundred-millionths. */
  readonly units = new Map<string, bigint>();
  /** Trades that ticks saw. */
  ticks = 0;
  readonly source: LiveSource;
  readonly #clock: ManualClock;
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;

  static async open(clock: ManualClock): Promise<Run> {
    const exchanges = await Promise.all(EXCHANGES.map((key) => rig.open(key)));
    const source = await openLive(exchanges, clock, folder, ({ what }) => {
      if (!OF_FAILURES.test(what)) expect.fail(what);
    });
    return new Run(source, clock);
  }

  private constructor(source: LiveSource, clock: ManualClock) {
    this.source = source;
    this.#clock = clock;
    const content = source.reference(slotAfter(clock.now()));
    this.lx = content.lx;
    const codes = new Map(content.assets.map(({ id, symbol }) => [id, symbol]));
    const names = new Map(content.exchanges.map(({ id, name }) => [id, name]));
    this.traded = content.traded.map((listing) => {
      const market = content.markets.find(({ id }) => id === listing.marketId)!;
      const name = names.get(listing.exchangeId)?.toLowerCase() ?? '';
      return {
        ...listing,
        key: EXCHANGES.find((key) => name.startsWith(key))!,
        base: codes.get(market.baseAssetId)!,
        quote: codes.get(market.quoteAssetId)!,
      };
    });
    this.#running = this.#read(new IndexComputer(versionOf(content)));
  }

  async #read(computer: IndexComputer): Promise<void> {
    let announced: ReturnType<typeof versionOf> | undefined;
    for await (const event of this.source.events(this.#stop.signal)) {
      this.events.push(event);
      if (event.kind === 'ticks') computer.observeTicks(event.ticks, event.receivedAt, event.readAt);
      else if (event.kind === 'trades') computer.observeTrades(event.trades, event.receivedAt);
      else if (event.kind === 'reference') announced = versionOf(event.data);
      else if (event.kind === 'watermark') {
        this.#tick(computer, event.at + CUT_OFF_MS);
        if (announced) computer.use(announced);
        announced = undefined;
      }
    }
  }

  #tick(computer: IndexComputer, slot: Millis): void {
    const computed = computer.compute(slot);
    computer.adopt(computed);
    this.ticks += 1;
    for (const { indexId, tickUnits } of computed.output.lx)
      this.units.set(indexId, (this.units.get(indexId) ?? 0n) + tickUnits);
  }

  get trades(): readonly Trade[] {
    return this.events.flatMap((event) => (event.kind === 'trades' ? event.trades : []));
  }

  counts(key: string): TradeCounts | undefined {
    const listing = this.traded.find((each) => each.key === key);
    return this.source.health().get(listing?.exchangeId ?? '')?.trades;
  }

  /** Steps of half a second; requests complete in between, and each market trades in every other step. */
  async pass(ms: Millis, trades: boolean): Promise<void> {
    for (let passed = 0; passed < ms; passed += STEP_MS) {
      this.#clock.advance(STEP_MS);
      if (trades && passed % (2 * STEP_MS) === 0) this.#trade();
      do await new Promise((resolve) => setTimeout(resolve, 3));
      while (rig.isAsked);
    }
  }

  #trade(): void {
    for (const { key, base, quote } of this.traded)
      rig.streams.say(key, [rig.tape.trade(key, { base, quote }, this.#clock.now())]);
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }
}

const nameOf = ({ key, base, quote }: TradedHere, id: string) => `${key} ${base}/${quote} ${id}`;

/** Names of the delivered trades. */
function delivered({ trades, traded }: Run): readonly string[] {
  return trades.map(({ exchangeId, marketId, tradeId }) =>
    nameOf(
      traded.find((each) => each.exchangeId === exchangeId && each.marketId === marketId)!,
      tradeId,
    ),
  );
}

/** Names of the created trades, after an instant. */
function made({ traded }: Run, after: Millis): readonly string[] {
  return traded.flatMap((listing) => madeOf(listing, after).map(({ id }) => nameOf(listing, String(id))));
}

function madeOf({ key, base, quote }: TradedHere, after: Millis): readonly RigTrade[] {
  return rig.tape
    .of(key)
    .filter((trade) => trade.base === base && trade.quote === quote && trade.timestamp > after);
}

/** The volume that ticks of an index should have counted. */
function unitsOf(run: Run, { constituents }: LxDefinition, after: Millis): bigint {
  const own = run.traded.filter(({ exchangeId, marketId }) =>
    constituents.some((each) => each.exchangeId === exchangeId && each.marketId === marketId),
  );
  return own
    .flatMap((listing) => madeOf(listing, after))
    .reduce((sum, { amount }) => {
      const { units, scale } = parseDecimal(amount)!;
      return sum + units * 10n ** BigInt(8 - scale);
    }, 0n);
}

test('no trade is lost or counted twice, whatever happens to sockets, and liquid indices count them to the last digit', async () => {
  const clock = new ManualClock(START);
  const run = await Run.open(clock);
  const keys = [...new Set(run.traded.map(({ key }) => key))];
  expect(keys.length).toBeGreaterThanOrEqual(3);
  expect(keys).toContain('kraken');
  await run.pass(1000, false);
  await until(() => keys.every((key) => rig.streams.subscribed(key).length > 0));
  await run.pass(30_000, true);
  expect(keys.map((key) => run.counts(key)?.way)).toEqual(keys.map(() => 'socket'));

  // One is cut and unreachable for a while, one sends everything twice, one falls silent.
  rig.streams.fault('kraken', faults.refusesWith(503));
  rig.streams.cut('kraken');
  rig.streams.fault('bitstamp', faults.TWICE);
  rig.streams.fault('coinbase', faults.SILENT);
  await run.pass(20_000, true);
  expect(run.counts('kraken')).toMatchObject({ way: 'polled' });
  await run.pass(100_000, true);
  expect(run.counts('coinbase')?.byFailure).toEqual({ timeout: 1 });
  for (const key of EXCHANGES) rig.streams.fault(key, undefined);
  await run.pass(120_000, true);
  expect(run.counts('kraken')).toMatchObject({ way: 'socket', byFailure: { reset: 1 } });
  expect(run.counts('kraken')?.byFailure['server-error']).toBeGreaterThan(0);
  // The last trades are in a tick, too.
  await run.pass(90_000, false);

  const since = START;
  expect(delivered(run).toSorted()).toEqual(made(run, since).toSorted());
  expect(run.ticks).toBeGreaterThanOrEqual(11);
  for (const definition of run.lx) {
    if (definition.constituents.length === 0) continue;
    const units = unitsOf(run, definition, since);
    expect(units).toBeGreaterThan(0n);
    expect(run.units.get(LX_INDICES[definition.name])).toBe(units);
  }
  for (const key of keys) expect(run.counts(key)?.byOutcome).toMatchObject({ dropped: 0, refused: 0 });
  await run.close();
  await until(() => keys.every((key) => rig.streams.connections(key) === 0));

  // After a restart, no earlier trade is repeated.
  const before = new Set(delivered(run));
  const restarted = new ManualClock(clock.now() + 5000);
  const again = await Run.open(restarted);
  await again.pass(1000, false);
  await until(() => keys.every((key) => rig.streams.subscribed(key).length > 0));
  await again.pass(30_000, true);
  await again.pass(10_000, false);
  expect(delivered(again).length).toBeGreaterThan(50);
  expect(delivered(again).filter((name) => before.has(name))).toEqual([]);
  await again.close();
});
