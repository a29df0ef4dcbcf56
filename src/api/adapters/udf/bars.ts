import type { Flag, SeriesId } from '../../../core/index-value.ts';
import { parseDatetime, SECOND_MS, type Millis } from '../../../core/time.ts';
import { readCandleRange, type CandleQuery, type CandleRecord } from '../candle-reader.ts';
import type { AdapterCall, ResourceReader } from '../resource-reader.ts';

/** Longer answers would delay those of others. */
export const MAX_BARS = 10_000;

export interface Bar {
  readonly at: Millis;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Traded within the bar; undefined where only the volume of 24 hours is known. */
  readonly volume: number | undefined;
  readonly flags: readonly Flag[];
  /** Ticks that it lacks. */
  readonly missing: number;
}

export interface Bars {
  /** The newest ones of the range, oldest first. */
  readonly bars: readonly Bar[];
  /** Only known with `from`. */
  readonly incomplete: string | undefined;
}

/** Without `from`, a part of the past that is not there yet is an error. */
export async function readBars(
  parts: { readonly reader: ResourceReader },
  call: AdapterCall,
  { indexId }: SeriesId,
  query: Omit<CandleQuery, 'indexId'>,
): Promise<Bars> {
  const { candles, incomplete } = await readCandleRange(parts, call, { ...query, indexId });
  return { bars: candles.map(barOf), incomplete };
}

function barOf(candle: CandleRecord): Bar {
  return {
    at: parseDatetime(candle.startTimestamp) ?? 0,
    open: Number(candle.open),
    high: Number(candle.high),
    low: Number(candle.low),
    close: Number(candle.close),
    volume: candle.volume === undefined ? undefined : Number(candle.volume),
    flags: candle.flags ?? [],
    missing: Math.max(0, Number(candle.expected) - Number(candle.ticks)),
  };
}

export function inSeconds(at: Millis): number {
  return Math.floor(at / SECOND_MS);
}
