import type { Interval } from '../../../core/candle-interval.ts';
import type { Flag, SeriesId } from '../../../core/index-value.ts';
import { formatDatetime, parseDatetime, SECOND_MS, type Millis } from '../../../core/time.ts';
import type { AdapterCall, ResourceReader } from '../resource-reader.ts';

/** Longer answers would delay those of others. */
export const MAX_BARS = 10_000;
const MAX_PAGE = 2000;

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

/** A record of `/v3/candles`. */
interface CandleRecord {
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume?: string;
  readonly startTimestamp: string;
  readonly ticks: string;
  readonly expected: string;
  readonly flags?: readonly Flag[];
}

interface CandlePage {
  readonly content: readonly CandleRecord[];
  readonly nextId?: string;
}

interface BarQuery {
  readonly interval: Interval;
  /** Absent: as far back as there are bars. */
  readonly from?: Millis;
  /** Bars begin before this time. */
  readonly to: Millis;
  readonly limit: number;
}

export interface Bars {
  /** The newest ones of the range, oldest first. */
  readonly bars: readonly Bar[];
  /** Only known with `from`. */
  readonly incomplete: string | undefined;
}

/** Reads `/v3/candles`. Without `from`, a part of the past that is not there yet is an error. */
export async function readBars(
  { reader }: { readonly reader: ResourceReader },
  call: AdapterCall,
  { indexId }: SeriesId,
  { interval, from, to, limit }: BarQuery,
): Promise<Bars> {
  const range = { ...(from === undefined ? {} : { from: formatDatetime(from) }), to: formatDatetime(to) };
  const newestFirst: Bar[] = [];
  const incomplete: string[] = [];
  let startAfter: string | undefined;
  do {
    const size = String(Math.min(MAX_PAGE, limit - newestFirst.length));
    const page = { ...range, indexId, interval, size, ...(startAfter === undefined ? {} : { startAfter }) };
    const { body, ...answer } = await reader.read<CandlePage>('listCandles', call, page);
    newestFirst.push(...body.content.map(barOf));
    if (answer.incomplete !== undefined) incomplete.push(answer.incomplete);
    startAfter = body.nextId;
  } while (startAfter !== undefined && newestFirst.length < limit);
  return {
    bars: newestFirst.toReversed(),
    incomplete: incomplete.length === 0 ? undefined : incomplete.toReversed().join(', '),
  };
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
