import type { Candle } from '../../../../core/candle.ts';
import { decimalFromNumber } from '../../../../core/numbers/decimal.ts';
import { isReal, type SeriesId } from '../../../../core/index-value.ts';
import { DAY_MS, SLOT_MS, SLOTS_PER_DAY, type Millis } from '../../../../core/time.ts';
import { seriesColumns, type SeriesColumns } from '../../../../core/value-columns.ts';
import { methodologyAt, methodologyNamed } from '../../../../engine/methodology.ts';
import { addToDay, emptyDay, openDay } from '../../../../engine/day/ohlcv.ts';
import { AMOUNT_DECIMALS } from '../../../../engine/lx/recorded-trade.ts';
import { averageDay, lxDay } from '../../../../engine/day/running-day.ts';
import type { HistoryReader, SeriesRead } from '../../../../history/history-store.ts';
import { readRecord } from '../../../../values/receipts/stored-record.ts';
import type { ValuedSeries, ModelledBatch, PastModel } from '../../../../sources/past.ts';
import { DESCRIPTORS } from '../../../../engine/index-types/index-types.ts';
import { historyBackend } from '../../../directory/backends.ts';
import type { BackfillInput } from './backfill-thread.ts';

type DayHistory = Pick<HistoryReader, 'readSeriesInto' | 'records'>;

/** Computes a day's end-of-day records from its stored modelled and live values, as the engine accumulates them. */
export class StoredDay {
  readonly #history: DayHistory;
  readonly #startAt: Millis;
  /**
   * Weight times of each tick that has a record, from the methodology that the record names. Read once, with
   * the first series.
   */
  #weightTimes: Promise<ReadonlyMap<Millis, number>> | undefined;
  /** Values of the series, newest first, including the opening value at midnight. */
  readonly #columns = seriesColumns(SLOTS_PER_DAY + 1);
  readonly #one = seriesColumns(1);
  /** By asset and instant. Most series end at the same instant. */
  readonly #usd = new Map<string, number>();

  constructor(history: DayHistory, startAt: Millis) {
    this.#history = history;
    this.#startAt = startAt;
  }

  async candleOf({ indexType, indexId, baseAssetId }: ValuedSeries): Promise<Candle[]> {
    const { ats, prices, volumes, tickVolumes, flags } = this.#columns;
    const span = { atOrBefore: this.#startAt + DAY_MS, notBefore: this.#startAt };
    const count = await this.#read({ indexType, indexId }, span, this.#columns);
    const isWithin = (row: number) => ats[row]! > this.#startAt;
    let closing = 0;
    while (closing < count && !(isWithin(closing) && isReal(flags[closing]!))) closing++;
    if (closing === count) return [];
    const isOfMarket = DESCRIPTORS[indexType].entity === 'market';
    const baseUsd = isOfMarket ? await this.#usdAt(baseAssetId, ats[closing]!) : prices[closing]!;
    const weightTimes = await (this.#weightTimes ??= this.#recordedTimes());
    const day = emptyDay(1);
    let volumeUnits = 0n;
    for (let row = count - 1; row >= 0; row--) {
      const [price, volume, tickVolume] = [prices[row]!, volumes[row]!, tickVolumes[row]!];
      if (isWithin(row)) {
        const weight = Number.isNaN(tickVolume)
          ? { weight: volume, weightTimes: weightTimes.get(ats[row]!) ?? timesAt(ats[row]!) }
          : { weight: tickVolume };
        addToDay(day, 0, { price, volume, ...weight, flags: flags[row]!, baseUsd });
        if (!Number.isNaN(tickVolume)) volumeUnits += unitsOf(tickVolume);
      } else if (isReal(flags[row]!)) openDay(day, 0, price);
    }
    return indexType === 'LX'
      ? lxDay(indexId, this.#startAt, day, 0, volumeUnits)
      : averageDay(indexType, indexId, this.#startAt, day, 0);
  }

  /** Skips a record that is damaged or names an unknown methodology: verification of records reports it. */
  async #recordedTimes(): Promise<ReadonlyMap<Millis, number>> {
    const times = new Map<Millis, number>();
    for await (const { at, record } of this.#history.records(
      this.#startAt + SLOT_MS,
      this.#startAt + DAY_MS,
    )) {
      const methodology = methodologyNamed(readRecord(record)?.methodology ?? '');
      if (methodology) times.set(at, methodology.day.weightTimes);
    }
    return times;
  }

  /** 0 if the asset had no value then, as in the engine. */
  async #usdAt(assetId: string, at: Millis): Promise<number> {
    const key = `${assetId} ${at}`;
    const known = this.#usd.get(key);
    if (known !== undefined) return known;
    const series = { indexType: 'GWA', indexId: assetId } as const;
    const count = await this.#read(series, { atOrBefore: at, notBefore: at }, this.#one);
    const usd = count > 0 ? this.#one.prices[0]! : 0;
    this.#usd.set(key, usd);
    return usd;
  }

  #read(
    series: SeriesId,
    span: Pick<SeriesRead, 'atOrBefore' | 'notBefore'>,
    into: SeriesColumns,
  ): Promise<number> {
    return this.#history.readSeriesInto({ series, ...span, limit: into.ats.length }, into);
  }
}

/** Modelled values have no record: they use the methodology in force at their time. */
function timesAt(at: Millis): number {
  return methodologyAt(at).day.weightTimes;
}

function unitsOf(tickVolume: number): bigint {
  const { units, scale } = decimalFromNumber(tickVolume);
  return units * 10n ** BigInt(AMOUNT_DECIMALS - scale);
}

/**
 * The records of the first tick's day, from its stored values. Throws if any of them is damaged, so that the
 * old records stay.
 */
export async function* seamDayBatches(
  model: Pick<PastModel, 'series'>,
  { folder, store }: Pick<BackfillInput, 'folder' | 'store'>,
  day: Millis,
): AsyncGenerator<ModelledBatch> {
  const backend = await historyBackend(folder, store);
  const history = await backend.openReader(({ file, reason }) => {
    throw new Error(`${file}: ${reason}`);
  });
  try {
    const stored = new StoredDay(history, day);
    const candles: Candle[] = [];
    for (const series of model.series()) candles.push(...(await stored.candleOf(series)));
    yield { candles, points: candles.length };
  } finally {
    await history.close();
  }
}
