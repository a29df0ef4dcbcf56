import { MAX_PAGE_SIZE } from '../../contract/parameter-kinds.ts';
import type { Interval } from '../../core/candle-interval.ts';
import type { Flag } from '../../core/index-value.ts';
import { formatDatetime, type Millis } from '../../core/time.ts';
import { joinIncomplete } from '../http/answers/incomplete.ts';
import type { AdapterCall, ResourceReader } from './resource-reader.ts';

/** The members of a record of `/v3/candles` that adapters use. */
export interface CandleRecord {
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume24h?: string;
  readonly volume?: string;
  readonly startTimestamp: string;
  readonly endTimestamp: string;
  readonly ticks: string;
  readonly expected: string;
  readonly complete: boolean;
  readonly flags?: readonly Flag[];
}

interface CandlePage {
  readonly content: readonly CandleRecord[];
  readonly nextId?: string;
}

export interface CandleQuery {
  readonly indexId: string;
  readonly interval: Interval;
  /** Absent: as far back as there are candles. */
  readonly from?: Millis | undefined;
  /** Candles begin before this time. */
  readonly to: Millis;
  /** Only the newest ones of the range. */
  readonly limit?: number;
}

export interface CandleRange {
  /** Oldest first. */
  readonly candles: readonly CandleRecord[];
  /** Missing parts of all pages; only known with `from`. */
  readonly incomplete: string | undefined;
}

/** Reads all pages of `/v3/candles`. Without `from`, a part of the past that is not there yet is an error. */
export async function readCandleRange(
  { reader }: { readonly reader: ResourceReader },
  call: AdapterCall,
  { indexId, interval, from, to, limit = Infinity }: CandleQuery,
): Promise<CandleRange> {
  const range = { ...(from === undefined ? {} : { from: formatDatetime(from) }), to: formatDatetime(to) };
  const newestFirst: CandleRecord[] = [];
  const incomplete: (string | undefined)[] = [];
  let startAfter: string | undefined;
  do {
    const size = String(Math.min(MAX_PAGE_SIZE, limit - newestFirst.length));
    const page = { ...range, indexId, interval, size, ...(startAfter === undefined ? {} : { startAfter }) };
    const { body, ...answer } = await reader.read<CandlePage>('listCandles', call, page);
    newestFirst.push(...body.content);
    incomplete.push(answer.incomplete);
    startAfter = body.nextId;
  } while (startAfter !== undefined && newestFirst.length < limit);
  return { candles: newestFirst.toReversed(), incomplete: joinIncomplete(incomplete) };
}
