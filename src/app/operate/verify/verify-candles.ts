import { CANDLE_NUMBERS, FINAL_AFTER_MS, type Candle } from '../../../core/candle.ts';
import { INDEX_TYPES, maskOf, type SeriesId } from '../../../core/index-value.ts';
import { DAY_MS, type Millis } from '../../../core/time.ts';
import type { HistoryReader } from '../../../history/history-store.ts';
import type { ReferenceReader } from '../../../reference/versions/reference-versions.ts';
import { StoredDay } from '../../pipeline/backfill/work/stored-day.ts';
import { DESCRIPTORS } from '../../../engine/index-types/index-types.ts';

/**
 * An end-of-day record that differs from the one recomputed from stored values. A member is absent if there
 * is no such record.
 */
export interface CandleDifference extends SeriesId {
  readonly day: Millis;
  readonly stored?: Candle;
  readonly recomputed?: Candle;
}

export interface CandleReport {
  verified: number;
  different: number;
  /** Modelled or seeded records: their days have modelled values or none. */
  notVerifiable: number;
  readonly differences: CandleDifference[];
}

export interface CandleParts {
  readonly history: HistoryReader;
  readonly references: Pick<ReferenceReader, 'byHash'>;
}

export interface RecordedDay {
  readonly startAt: Millis;
  /** The versions of the reference data that its ticks used. */
  readonly references: readonly string[];
}

const MODELLED = maskOf('MODELLED', 'SEEDED');
const MAX_DIFFERENCES = 20;

/** Recomputes the end-of-day records of days from stored values, and compares them bit for bit. */
export async function verifyCandles(
  parts: CandleParts,
  days: readonly RecordedDay[],
  newest: Millis,
): Promise<CandleReport> {
  const report: CandleReport = { verified: 0, different: 0, notVerifiable: 0, differences: [] };
  const series = await parts.history.series();
  for (const day of days)
    if (day.startAt + DAY_MS + FINAL_AFTER_MS <= newest) await verifyDay(parts, series, day, report);
  return report;
}

async function verifyDay(
  { history, references }: CandleParts,
  all: readonly SeriesId[],
  { startAt, references: names }: RecordedDay,
  report: CandleReport,
): Promise<void> {
  const bases = new Map<string, string>();
  for (const name of names)
    for (const { id, baseAssetId } of references.byHash(name)?.markets ?? []) bases.set(id, baseAssetId);
  const read = { types: INDEX_TYPES, startAtOrBefore: startAt, startNotBefore: startAt, limit: Infinity };
  const stored = new Map((await history.readCandlesAcross(read)).map((candle) => [keyOf(candle), candle]));
  const day = new StoredDay(history, startAt);
  for (const series of all) {
    const { indexType, indexId } = series;
    const baseAssetId = DESCRIPTORS[indexType].entity === 'market' ? bases.get(indexId) : indexId;
    const candle = stored.get(keyOf(series));
    // Without the base asset of the market, a volume in USD cannot be computed.
    const [again] = baseAssetId === undefined ? [] : await day.candleOf({ indexType, indexId, baseAssetId });
    if (!candle && !again) continue;
    const isModelledAlike = !candle || !again || isModelled(candle) === isModelled(again);
    if (baseAssetId === undefined || (isModelledAlike && (isModelled(candle) || isModelled(again))))
      report.notVerifiable++;
    else if (candle && again && isSame(candle, again)) report.verified++;
    else {
      report.different++;
      const difference = { indexType, indexId, day: startAt, ...(candle && { stored: candle }) };
      if (report.differences.length < MAX_DIFFERENCES)
        report.differences.push({ ...difference, ...(again && { recomputed: again }) });
    }
  }
}

function isModelled(candle: Candle | undefined): boolean {
  return candle !== undefined && (candle.flags & MODELLED) !== 0;
}

/** Older versions stored fewer flags, but always the one for modelled records. */
function isSame(stored: Candle, again: Candle): boolean {
  return (
    isModelled(stored) === isModelled(again) &&
    (stored.flags & ~again.flags) === 0 &&
    CANDLE_NUMBERS.every((name) => Object.is(stored[name], again[name]))
  );
}

function keyOf({ indexType, indexId }: SeriesId): string {
  return `${indexType} ${indexId}`;
}
