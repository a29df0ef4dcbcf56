import type { Candle } from '../../../core/candle.ts';
import { INDEX_TYPES, maskOf, type SeriesId } from '../../../core/index-value.ts';
import { Lru } from '../../../core/lru.ts';
import { DAY_MS, dayOfTick, SLOT_MS, SLOTS_PER_DAY, yearStart, type Millis } from '../../../core/time.ts';
import type { ValueColumns } from '../../../core/value-columns.ts';
import type { HistoryReader, StoredValue } from '../../../history/history-store.ts';
import type { ModelledDays, ModelledPast, ModelledSpan } from '../../../history/modelled-past.ts';
import type { ReadBudget } from '../../../history/read-budget.ts';
import { BRIDGE_MS, type FirstPrice, type FirstTick, type Instants } from '../../../sources/past.ts';
import { FIRST_RECORD_DAY, oldestValueDay } from '../backfill/backfill-plan.ts';
import { firstPrices } from '../backfill/work/first-prices.ts';
import { FairTaskQueue, TaskDropped } from './fair-tasks.ts';
import type { PastSeriesSpan } from './past-messages.ts';
import type { PastThread } from './past-thread.ts';

export interface OnDemandPastParts {
  readonly thread: Pick<PastThread, 'call'>;
  readonly history: Pick<HistoryReader, 'readAcross'>;
  /** The first computed tick; undefined if nothing is modelled before it. */
  readonly firstTick: () => Millis | undefined;
  readonly marketNow: () => Millis;
  /** Called when modelling failed for a request, which continues without it. */
  readonly failed: (error: unknown) => void;
}

type AssetFigures = Pick<StoredValue, 'price' | 'volume'>;

/** Client name of reads that belong to no request. */
const NO_CLIENT = '';

/** Size of each cache of modelled days and years. */
const MAX_CACHED_BYTES = 24 * 2 ** 20;
/** Price and volume of a slot, and an estimate for a record object. */
const BYTES_PER_SLOT = 16;
const BYTES_PER_RECORD = 200;

const NO_TICK_VOLUMES = new Float64Array(SLOTS_PER_DAY).fill(Number.NaN);
const MODELLED_FLAGS = new Uint16Array(SLOTS_PER_DAY).fill(maskOf('MODELLED'));

/** Models parts of the past on demand, one series and day or year at a time. The back-fill stores the same values. */
export class OnDemandPast implements ModelledPast {
  readonly #parts: OnDemandPastParts;
  readonly #days = new Lru<string, ValueColumns>({
    maxWeight: MAX_CACHED_BYTES,
    weightOf: ({ prices, tickVolumes }) =>
      prices.length * (BYTES_PER_SLOT + (tickVolumes === NO_TICK_VOLUMES ? 0 : 8)),
  });
  readonly #years = new Lru<string, readonly Candle[]>({
    maxWeight: MAX_CACHED_BYTES,
    weightOf: (candles) => BYTES_PER_RECORD * (candles.length + 1),
  });
  /** Room for two ticks: each has three reference instants, 24 h, 7 d and 30 d before it. */
  readonly #instants = new Lru<Millis, Promise<ReadonlyMap<string, AssetFigures>>>({ maxEntries: 6 });
  readonly #tasks = new FairTaskQueue();
  #series: Promise<ReadonlyMap<string, PastSeriesSpan>> | undefined;
  #firstPrices: Promise<ReadonlyMap<string, FirstPrice>> | undefined;

  constructor(parts: OnDemandPastParts) {
    this.#parts = parts;
  }

  async spanOf(series: SeriesId): Promise<ModelledSpan | undefined> {
    const firstTick = this.#parts.firstTick();
    if (firstTick === undefined) return undefined;
    const found = (await this.#known(firstTick)).get(keyOf(series));
    if (!found) return undefined;
    return {
      valuesFrom: oldestValueDay(this.#parts.marketNow()) + SLOT_MS,
      firstTick,
      recordsFrom: Math.max(FIRST_RECORD_DAY, found.recordsFrom),
      recordsUpTo: dayOfTick(firstTick) - DAY_MS,
    };
  }

  firstTick(): Millis | undefined {
    return this.#parts.firstTick();
  }

  /** Loads the list of series that can be modelled, so that no read waits for it. */
  async loadSeries(): Promise<void> {
    const firstTick = this.#parts.firstTick();
    if (firstTick !== undefined) await this.#known(firstTick);
  }

  days(): ModelledDays | undefined {
    const firstTick = this.#parts.firstTick();
    if (firstTick === undefined) return undefined;
    const oldest = oldestValueDay(this.#parts.marketNow());
    const newest = dayOfTick(firstTick - SLOT_MS);
    const newestRecord = dayOfTick(firstTick) - DAY_MS;
    return oldest <= newest ? { oldest, newest, oldestRecord: FIRST_RECORD_DAY, newestRecord } : undefined;
  }

  async day(series: SeriesId, startAt: Millis, budget?: ReadBudget): Promise<ValueColumns | undefined> {
    return this.#cached(this.#days, `${keyOf(series)} ${startAt}`, budget, async () => {
      const upTo = this.#firstTick() - SLOT_MS;
      const firstTick = await this.#firstTickNear(startAt, [series]);
      const values = await this.#parts.thread.call('day', { series, day: startAt, upTo, firstTick });
      return { tickVolumes: NO_TICK_VOLUMES, flags: MODELLED_FLAGS, ...values };
    });
  }

  async year(series: SeriesId, startAt: Millis, budget?: ReadBudget): Promise<readonly Candle[] | undefined> {
    return this.#cached(this.#years, `${keyOf(series)} ${startAt}`, budget, async () => {
      const end = Math.min(yearStart(startAt + 366 * DAY_MS), dayOfTick(this.#firstTick()));
      const firstDay = Math.max(startAt, FIRST_RECORD_DAY);
      const firstTick = await this.#firstTickNear(end - DAY_MS, [series]);
      const span = { firstDay, days: Math.round((end - firstDay) / DAY_MS) };
      return this.#parts.thread.call('records', { series, span, firstTick });
    });
  }

  /** Prices at instants before the first tick, in the order of `series`; undefined for series without prices. */
  async prices(
    series: readonly SeriesId[],
    instants: Instants,
  ): Promise<readonly (Float64Array | undefined)[]> {
    const last = instants.first + (instants.count - 1) * instants.stepMs;
    const firstTick = last > this.#firstTick() - BRIDGE_MS ? await this.#firstTickOf(series) : undefined;
    return this.#parts.thread.call('prices', { series, instants, firstTick });
  }

  /**
   * Price and volume of every asset, by id; undefined if the instant is not before the first tick, or too
   * long ago.
   */
  async assetsAt(at: Millis): Promise<ReadonlyMap<string, AssetFigures> | undefined> {
    const firstTick = this.#parts.firstTick();
    if (firstTick === undefined || at >= firstTick) return undefined;
    if (at <= oldestValueDay(this.#parts.marketNow())) return undefined;
    let found = this.#instants.get(at);
    if (!found) {
      found = this.#modelAssets(at, firstTick);
      this.#instants.set(at, found);
      found.catch(() => this.#instants.delete(at));
    }
    return found;
  }

  async #modelAssets(at: Millis, firstTick: Millis): Promise<ReadonlyMap<string, AssetFigures>> {
    const isNear = at > firstTick - BRIDGE_MS;
    const assets = [...(await this.#known(firstTick)).values()].filter(
      ({ indexType }) => indexType === 'GWA',
    );
    const target = isNear ? await this.#firstTickOf(assets) : undefined;
    const { series } = await this.#parts.thread.call('instant', { at, firstTick: target });
    return new Map(
      series.map(({ indexId, prices, volumes }) => [indexId, { price: prices[0]!, volume: volumes[0]! }]),
    );
  }

  #firstTick(): Millis {
    const firstTick = this.#parts.firstTick();
    if (firstTick === undefined) throw new Error('nothing can be modelled before the first tick');
    return firstTick;
  }

  #known(firstLive: Millis): Promise<ReadonlyMap<string, PastSeriesSpan>> {
    this.#series ??= this.#parts.thread
      .call('series', { firstLive })
      .then((series) => new Map(series.map((one) => [keyOf(one), one])))
      .catch((error: unknown) => {
        this.#series = undefined;
        throw error;
      });
    return this.#series;
  }

  /** The first tick with its prices of these series, if the day's values must approach them. */
  async #firstTickNear(day: Millis, series: readonly SeriesId[]): Promise<FirstTick | undefined> {
    return day + DAY_MS > this.#firstTick() - BRIDGE_MS ? this.#firstTickOf(series) : undefined;
  }

  async #firstTickOf(series: readonly SeriesId[]): Promise<FirstTick> {
    const at = this.#firstTick();
    const known = await this.#known(at);
    const all = await (this.#firstPrices ??= this.#readFirstPrices(at));
    // A market's value in US dollars approaches the first tick as its base asset does.
    const keys = series.flatMap((one) => {
      const base = known.get(keyOf(one))?.baseAssetId;
      return [keyOf(one), ...(base === undefined ? [] : [`GWA ${base}`])];
    });
    const prices = [...new Set(keys)].flatMap((key) => all.get(key) ?? []);
    return { at, prices };
  }

  async #readFirstPrices(at: Millis): Promise<ReadonlyMap<string, FirstPrice>> {
    const read = { types: INDEX_TYPES, atOrBefore: at, notBefore: at, limit: Infinity };
    try {
      const values = await this.#parts.history.readAcross(read);
      return new Map(firstPrices(values).map((price) => [keyOf(price), price]));
    } catch (error) {
      this.#firstPrices = undefined;
      throw error;
    }
  }

  /** Undefined also if modelling fails: the response says that this part is missing, and the next request retries. */
  async #cached<T extends NonNullable<unknown>>(
    cache: Lru<string, T>,
    key: string,
    budget: ReadBudget | undefined,
    make: () => Promise<T>,
  ): Promise<T | undefined> {
    const cached = cache.get(key);
    if (cached) return cached;
    if (budget?.isExpired) return undefined;
    budget?.signal.throwIfAborted();
    const keep = async () => {
      const made = await make();
      cache.set(key, made);
      return made;
    };
    const { result, leave } = this.#tasks.submit(key, budget?.client ?? NO_CLIENT, keep);
    try {
      if (!budget) return await result;
      return await budget.within(
        result.catch((error: unknown) => {
          if (!(error instanceof TaskDropped)) this.#parts.failed(error);
          return undefined;
        }),
      );
    } finally {
      leave();
    }
  }
}

function keyOf({ indexType, indexId }: SeriesId): string {
  return `${indexType} ${indexId}`;
}
