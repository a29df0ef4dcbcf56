import { createHash } from 'node:crypto';
import { FINAL_AFTER_MS, type Candle } from '../../../../src/core/candle.ts';
import { INDEX_TYPES, isReal } from '../../../../src/core/index-value.ts';
import { DAY_MS, dayOfTick, SLOT_MS, type Millis } from '../../../../src/core/time.ts';
import { readGapLines } from '../../../../src/app/pipeline/gaps/gap-lines.ts';
import { Database, type DatabaseOptions } from '../../../../src/cluster/postgres/database.ts';
import { SharedLog } from '../../../../src/cluster/postgres/log/shared-log.ts';
import { PostgresHistoryReader } from '../../../../src/cluster/postgres/history/read/postgres-history-reader.ts';
import type { HistoryReader, StoredValue } from '../../../../src/history/history-store.ts';
import { hashRecord } from '../../../../src/engine/record/tick-record.ts';
import { readRecord } from '../../../../src/values/receipts/stored-record.ts';
import type { AuditedDay, AuditedTick, AuditRecord, DayNumbers, DayValue, NamedGap } from './audit-record.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
/** As exact as the amounts of a liquid index. */
const UNITS = 1e8;

export interface StoredAudit extends Pick<AuditRecord, 'ticks' | 'days'> {
  readonly gaps: readonly NamedGap[];
}

/** Reads directly from the database: all records of ticks, final days, and the log of gaps. */
export async function storedAudit(store: DatabaseOptions): Promise<StoredAudit> {
  const database = new Database(store);
  const reader = new PostgresHistoryReader(database, () => undefined);
  try {
    const ticks = await ticksIn(database);
    return { ticks, days: await daysIn(reader, ticks), gaps: await gapsIn(database) };
  } finally {
    await reader.close();
  }
}

async function ticksIn(database: Database): Promise<AuditedTick[]> {
  const rows = await database.rows<{ slot: number; record: Buffer }>(
    'select slot, record from tick_record order by slot, day',
  );
  return rows.map(({ slot, record: bytes }) => {
    const record = readRecord(bytes);
    const at = slot * SLOT_MS;
    // An unreadable record, or one of another slot, breaks the chain.
    if (record?.at !== at) return { at, hash: 'unreadable', previous: 'unreadable' };
    return { at, hash: hashRecord(record, sha256), previous: record.previous };
  });
}

/** Final days whose stored ticks were all computed in this run. */
async function daysIn(reader: HistoryReader, ticks: readonly AuditedTick[]): Promise<AuditedDay[]> {
  const newest = ticks.at(-1)?.at ?? -Infinity;
  const days = [...new Set(ticks.map(({ at }) => dayOfTick(at)))];
  const final = days.filter((startAt) => startAt + DAY_MS + FINAL_AFTER_MS <= newest);
  return (await Promise.all(final.map((startAt) => dayIn(reader, startAt)))).flat();
}

async function dayIn(reader: HistoryReader, startAt: Millis): Promise<AuditedDay[]> {
  const read = { types: INDEX_TYPES, startAtOrBefore: startAt, startNotBefore: startAt, limit: Infinity };
  const stored = new Map((await reader.readCandlesAcross(read)).map((candle) => [keyOf(candle), candle]));
  const days: AuditedDay[] = [];
  for (const series of await reader.series()) {
    const { indexType, indexId } = series;
    const span = { atOrBefore: startAt + DAY_MS, notBefore: startAt, limit: Infinity };
    const values = (await reader.readSeries({ series, ...span })).toReversed();
    const opening = values.find(({ at }) => at === startAt);
    const candle = stored.get(keyOf(series));
    days.push({
      startAt,
      indexType,
      indexId,
      values: values.filter(({ at }) => at > startAt).map(dayValueOf),
      ...(opening && { opening: dayValueOf(opening) }),
      ...(candle && { stored: numbersOf(candle) }),
    });
  }
  return days;
}

function dayValueOf({ price, tickVolume, flags }: StoredValue): DayValue {
  return { price, isReal: isReal(flags), ...(tickVolume !== undefined && { tickVolume }) };
}

function numbersOf({ open, high, low, close, ticks, carried, volume }: Candle): DayNumbers {
  return { open, high, low, close, ticks, carried, volume: Math.round(volume * UNITS) / UNITS };
}

async function gapsIn(database: Database): Promise<readonly NamedGap[]> {
  const lines: string[] = [];
  for await (const { content } of new SharedLog(database, 'gaps').after(0))
    lines.push(content.toString().replace(/^[0-9a-f]{8} /, ''));
  return readGapLines({ lines }, 'the database').gaps;
}

function keyOf({ indexType, indexId }: { readonly indexType: string; readonly indexId: string }): string {
  return `${indexType} ${indexId}`;
}
