import type { Asset } from '../../../core/asset.ts';
import type { Flag } from '../../../core/index-value.ts';
import { formatDatetime, parseDatetime, type Millis } from '../../../core/time.ts';
import type { AdapterCall, ResourceReader } from '../resource-reader.ts';

export type ChartInterval = '5m' | '30m' | '1h' | '4h' | '1d';

/** A record of `/v3/candles`. */
export interface CandleRecord {
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume24h?: string;
  readonly volume?: string;
  readonly endTimestamp: string;
  readonly complete: boolean;
  readonly flags?: readonly Flag[];
}

interface CandlePage {
  readonly content: readonly CandleRecord[];
  readonly nextId?: string;
}

const PAGE_SIZE = '2000';

/** Complete candles of an asset's GWA that end at `to` or before, oldest first. */
export async function candlesOf(
  { reader }: { readonly reader: ResourceReader },
  call: AdapterCall,
  { id }: Asset,
  { from, to, interval }: { readonly from: Millis; readonly to: Millis; readonly interval: ChartInterval },
): Promise<{ readonly records: readonly CandleRecord[]; readonly incomplete: string | undefined }> {
  const range = { from: formatDatetime(from), to: formatDatetime(to), order: 'asc' };
  const query = { ...range, indexId: id, interval, size: PAGE_SIZE };
  const records: CandleRecord[] = [];
  let incomplete: string | undefined;
  let startAfter: string | undefined;
  do {
    const page = { ...query, ...(startAfter === undefined ? {} : { startAfter }) };
    const { body, ...answer } = await reader.read<CandlePage>('listCandles', call, page);
    records.push(...body.content);
    incomplete ??= answer.incomplete;
    startAfter = body.nextId;
  } while (startAfter !== undefined);
  const isWanted = ({ complete, endTimestamp }: CandleRecord) =>
    complete && (parseDatetime(endTimestamp) ?? Infinity) <= to;
  return { records: records.filter(isWanted), incomplete };
}
