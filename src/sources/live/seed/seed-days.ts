import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../../core/clocks/clock.ts';
import type { ReferenceData } from '../../../core/reference-data.ts';
import { DAY_MS, type Millis } from '../../../core/time.ts';
import type { SeedExchange, SeedHandlers, SeedRequest, SeedOutcome } from '../../seeding.ts';
import type { CandlesApi } from '../ports/candles-api.ts';
import type { MarketSnapshots } from '../collect/market-snapshots.ts';
import type { LiveExchange, LiveListing } from '../understand/live-exchange.ts';
import { CandleLog } from './candle-log.ts';
import { CandleReader, type SeedMarket } from './candle-reader.ts';
import { CombinedDays, type DayOfExchange } from './combined-days.ts';
import type { RequestedDays } from './day-candle.ts';
import { RecordColumns } from './record-columns.ts';
import { SeedReceipt } from './seed-receipt.ts';

export interface SeedDaysOptions {
  readonly order: SeedRequest;
  readonly apis: readonly CandlesApi[];
  /** The exchanges with their ids and listings. */
  readonly exchanges: Iterable<LiveExchange>;
  readonly reference: ReferenceData;
  readonly snapshots: Pick<MarketSnapshots, 'read'>;
  /** The data directory. */
  readonly folder: string;
  readonly clock: Clock;
  readonly random: () => number;
  readonly handlers: SeedHandlers;
}

/** Maximum per exchange, which takes some minutes within the rate limit of its host. */
const MAX_MARKETS = 400;
/** If a larger share of the exchanges fails, nothing is combined. */
const MAX_FAILED_SHARE = 0.5;
/** Share of the reading in the displayed progress; the rest is combining. */
const READING_SHARE = 0.95;

interface OpenedExchange {
  readonly exchangeId: string;
  readonly log: CandleLog;
  readonly reader: CandleReader;
}

/** Requests daily candles of exchanges and combines them. Rejects only when the signal aborts or a disk fails. */
export async function seedDays(options: SeedDaysOptions, signal: AbortSignal): Promise<SeedOutcome> {
  const { order } = options;
  const wanted = { first: order.firstDay, count: order.days };
  const { opened, leftOut } = await openReaders(options, wanted);
  try {
    const read = await Promise.all(
      opened.map(async ({ reader, log }) => ({ ...(await reader.read(signal)), ...countsOf(log) })),
    );
    const exchanges = [...read, ...leftOut];
    const failed = read.filter(({ failure }) => failure !== undefined).length;
    if (read.length === 0 || failed > read.length * MAX_FAILED_SHARE)
      return { outcome: 'incomplete', exchanges };
    await combine(options, opened, wanted, signal);
    return { outcome: 'combined', exchanges };
  } finally {
    for (const { log } of opened) await log.close();
  }
}

async function openReaders(
  { order, apis, exchanges, snapshots, folder, clock, random, handlers }: SeedDaysOptions,
  wanted: RequestedDays,
): Promise<{ readonly opened: readonly OpenedExchange[]; readonly leftOut: readonly SeedExchange[] }> {
  const byKey = new Map([...exchanges].map((exchange) => [exchange.profile.key, exchange]));
  const published = new Map(order.markets.map((market) => [market.marketId, market]));
  const usd = new Map(order.assets.map(({ assetId, price }) => [assetId, price]));
  const opened: OpenedExchange[] = [];
  const leftOut: SeedExchange[] = [];
  const progress = new Progress(handlers.onProgress);
  for (const api of apis) {
    const exchange = byKey.get(api.key);
    const list = snapshots.read(api.key);
    if (!list || !exchange) {
      leftOut.push({ ...NOTHING, exchange: api.key, failure: 'no-markets' });
      continue;
    }
    const markets = wantedMarkets(exchange, published, usd);
    progress.expect(markets.length);
    const log = await CandleLog.open(folder, api.key, wanted);
    const reader = new CandleReader({
      api,
      list,
      markets,
      wanted,
      log,
      clock,
      random,
      onMarket: () => progress.step(),
      onFailure: (kind) => handlers.onFailure(api.key, kind),
    });
    opened.push({ exchangeId: exchange.profile.id, log, reader });
  }
  return { opened, leftOut };
}

/** Includes candles from before a restart. */
function countsOf({ markets }: CandleLog): Pick<SeedExchange, 'markets' | 'days'> {
  const known = [...markets].filter(({ days }) => days.length > 0);
  return { markets: known.length, days: known.reduce((sum, { days }) => sum + days.length, 0) };
}

const NOTHING = { markets: 0, days: 0, refused: 0, failures: 0 };

/** Qualified listings of published markets, the most traded markets first. */
function wantedMarkets(
  { listings }: LiveExchange,
  published: ReadonlyMap<string, SeedRequest['markets'][number]>,
  usd: ReadonlyMap<string, number>,
): SeedMarket[] {
  const worth = ({ marketId, base }: LiveListing) => published.get(marketId)!.volume * (usd.get(base) ?? 0);
  return [...listings]
    .filter(({ marketId, isListed, qualified }) => isListed && qualified && published.has(marketId))
    .toSorted((a, b) => worth(b) - worth(a))
    .slice(0, MAX_MARKETS)
    .map(({ symbol, marketId }) => ({ symbol, marketId, price: published.get(marketId)!.price }));
}

async function combine(
  { reference, folder, handlers }: SeedDaysOptions,
  opened: readonly OpenedExchange[],
  { first, count }: RequestedDays,
  signal: AbortSignal,
): Promise<void> {
  const byDay = new Map<Millis, DayOfExchange[]>();
  for (const { exchangeId, log } of opened)
    for (const { marketId, days } of log.markets)
      for (const day of days) {
        const own = byDay.get(day.day) ?? [];
        own.push({ ...day, exchangeId, marketId });
        byDay.set(day.day, own);
      }
  const combined = new CombinedDays(reference);
  const columns = new RecordColumns();
  const receipt = await SeedReceipt.open(folder);
  try {
    for (let day = first; day < first + count * DAY_MS; day += DAY_MS) {
      const { records, methodology } = combined.combine(day, byDay.get(day) ?? []);
      for (const record of records) columns.add(record);
      await receipt.add({ day, methodology, records });
      handlers.onProgress(READING_SHARE + ((1 - READING_SHARE) * (day - first)) / (count * DAY_MS));
      await setImmediate();
      signal.throwIfAborted();
    }
  } finally {
    await receipt.close();
  }
  for (const part of columns.parts()) handlers.onRecords(part);
}

class Progress {
  readonly #report: (done: number) => void;
  #all = 0;
  #done = 0;

  constructor(report: (done: number) => void) {
    this.#report = report;
  }

  expect(count: number): void {
    this.#all += count;
  }

  step(): void {
    this.#done += 1;
    this.#report((READING_SHARE * this.#done) / this.#all);
  }
}
