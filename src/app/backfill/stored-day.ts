import type { Candle } from '../../core/candle.ts';
import { decimalFromNumber } from '../../core/decimal.ts';
import { isReal, type SeriesId } from '../../core/index-value.ts';
import { DAY_MS, SLOT_MS, type Millis } from '../../core/time.ts';
import { addToDay, emptyDay, openDay } from '../../engine/ohlcv.ts';
import { AMOUNT_DECIMALS } from '../../engine/recorded-trade.ts';
import { averageDay, lxDay } from '../../engine/running-day.ts';
import type { HistoryStore, StoredValue } from '../../history/history-store.ts';

/** A series with the asset whose GWA its volume is worth. */
export interface ValuedSeries extends SeriesId {
  readonly baseAssetId: string;
}

/**
 * End-of-day records from what history has of a day, modelled values and live ones, by the engine's own accumulation: for
 * a day that was not accumulated from its beginning.
 */
export class StoredDay {
  readonly #history: Pick<HistoryStore, 'readSeries'>;
  readonly #startAt: Millis;
  /** By asset and instant. Most series end at the same one. */
  readonly #usd = new Map<string, number>();

  constructor(history: Pick<HistoryStore, 'readSeries'>, startAt: Millis) {
    this.#history = history;
    this.#startAt = startAt;
  }

  async candleOf(series: ValuedSeries): Promise<Candle[]> {
    const { indexType, indexId, baseAssetId } = series;
    const values = (await this.#read(series, this.#startAt, this.#startAt + DAY_MS)).toReversed();
    const closing = values.findLast(({ at, flags }) => at > this.#startAt && isReal(flags));
    if (!closing) return [];
    const baseUsd = indexType === 'MWA' ? await this.#usdAt(baseAssetId, closing.at) : closing.price;
    const day = emptyDay(1);
    let volumeUnits = 0n;
    for (const { at, price, volume, tickVolume, flags } of values) {
      const real = isReal(flags);
      if (at > this.#startAt) {
        addToDay(day, 0, { price, volume, weight: tickVolume ?? volume, real, baseUsd });
        volumeUnits += unitsOf(tickVolume ?? 0);
      } else if (real) openDay(day, 0, price);
    }
    if (indexType === 'LX') return lxDay(indexId, this.#startAt, day, 0, volumeUnits);
    return averageDay(indexType, indexId, this.#startAt, day, 0);
  }

  /** 0 where the asset had no value then, as to the engine. */
  async #usdAt(assetId: string, at: Millis): Promise<number> {
    const key = `${assetId} ${at}`;
    const known = this.#usd.get(key);
    if (known !== undefined) return known;
    const [value] = await this.#read({ indexType: 'GWA', indexId: assetId }, at, at);
    this.#usd.set(key, value?.price ?? 0);
    return value?.price ?? 0;
  }

  /** Newest first, both ends included. */
  #read({ indexType, indexId }: SeriesId, notBefore: Millis, atOrBefore: Millis): Promise<StoredValue[]> {
    const limit = (atOrBefore - notBefore) / SLOT_MS + 1;
    return this.#history.readSeries({ series: { indexType, indexId }, atOrBefore, notBefore, limit });
  }
}

function unitsOf(tickVolume: number): bigint {
  const { units, scale } = decimalFromNumber(tickVolume);
  return units * 10n ** BigInt(AMOUNT_DECIMALS - scale);
}
