import { DAY_MS, HOUR_MS, SLOT_MS, type Millis } from '../../../core/time.ts';
import { pickRows, valueColumns } from '../../../core/value-columns.ts';
import type { StoredRecord } from '../../history-store.ts';
import type { SegmentTick } from '../segment/segment-annex.ts';
import type { CollectedTick } from './collected-day.ts';
import type { JournalEntry } from '../journal/journal-record.ts';
import { dayKey, hourKey, insertionKey, tickKey } from '../journal/journal-keys.ts';
import { encodeEntry, type SegmentEntry } from '../journal/journal-records.ts';
import type { HourTable } from '../../tiers/hour-table.ts';
import type { PastCollection } from './past-collection.ts';
import type { SealingParts } from './sealing.ts';
import type { SealingRequest } from './sealing-answers.ts';
import { encodeTick, type NumberedTick } from '../../tiers/tick-record.ts';
import { sealedSpan, type SealedSpan } from '../read/tick-spans.ts';
import { PeriodicYield } from '../read/periodic-yield.ts';

/** A day whose values were all collected. */
export interface PastToInsert {
  readonly day: Millis;
  readonly collection: PastCollection;
  /** The records of ticks of the day, in chronological order. */
  readonly records: readonly StoredRecord[];
}

export interface InserterParts extends Pick<SealingParts, 'content' | 'journal' | 'exclusively' | 'onStep'> {
  /** Writes a segment file in the thread. */
  readonly write: (request: SealingRequest) => Promise<void>;
  readonly unlink: (paths: readonly string[]) => Promise<void>;
  /** Called after an insertion: decoded copies of sealed hours may now be incomplete. */
  readonly onInserted: () => void;
}

/** A segment that is written but not yet recorded in the journal. */
interface WrittenSegment {
  readonly sealed: SealedSpan;
  readonly previousPath: string | undefined;
}

/** A tick completed with missing values, encoded for the journal, and the added values alone. */
interface FilledTick {
  readonly at: Millis;
  readonly encoded: Uint8Array;
  readonly added: NumberedTick;
}

/** Ticks of the current hour are encoded a few at a time. */
const TICKS_PER_TURN = 2;

/**
 * Inserts past values. It runs when nothing waits to be sealed: a completed day is at most one segment, a completed hour of today
 * is at most one segment, and only the current hour is in memory. Each segment is written once, and one journal entry makes all
 * of them valid.
 */
export class PastInserter {
  readonly #parts: InserterParts;

  constructor(parts: InserterParts) {
    this.#parts = parts;
  }

  async insert(past: PastToInsert): Promise<void> {
    const { newest } = this.#parts.content;
    const { day, collection, records } = past;
    if (!collection.hasValues() && records.length === 0) return;
    if (day + DAY_MS <= newest) await this.#commit([await this.#write('day', day, 0, past)], [], []);
    else await this.#insertToday(past, newest);
    this.#parts.onInserted();
  }

  async #insertToday(past: PastToInsert, newest: Millis): Promise<void> {
    const { day, collection } = past;
    const written: WrittenSegment[] = [];
    // This distinguishes, after a crash, hours that are written but not yet valid from those that the journal has lost.
    await this.#parts.journal.commit({ puts: [{ key: insertionKey(day), value: encodeEntry({}) }] });
    let hour = 0;
    for (; day + (hour + 1) * HOUR_MS <= newest; hour++) {
      const start = day + hour * HOUR_MS;
      if (collection.hasValues(hour) || ticksIn(past, start, HOUR_MS).length > 0)
        written.push(await this.#write('hour', start, hour, past));
    }
    const start = day + hour * HOUR_MS;
    const lastSlot = (newest - start) / SLOT_MS - 1;
    const ticks = lastSlot >= 0 && collection.hasValues(hour) ? await collection.ticksOf(hour, lastSlot) : [];
    await this.#parts.exclusively(async () =>
      this.#commit(written, await this.#fill(start, ticks), [insertionKey(day)]),
    );
  }

  async #write(
    span: 'hour' | 'day',
    start: Millis,
    firstHour: number,
    past: PastToInsert,
  ): Promise<WrittenSegment> {
    const { content, write } = this.#parts;
    const previous = content.spans.sealed(span).find((sealed) => sealed.start === start);
    const generation = content.generationFrom((previous?.generation ?? 0) + 1, span, start);
    const path = content.folders[span](start, generation);
    const previousPath = previous?.path;
    const collection = past.collection.number;
    const ticks = ticksIn(past, start, span === 'day' ? DAY_MS : HOUR_MS);
    await write({ kind: 'past', span, path, start, previousPath, collection, firstHour, ticks });
    return { sealed: sealedSpan(span, start, path, generation), previousPath };
  }

  async #commit(
    segments: readonly WrittenSegment[],
    ticks: readonly FilledTick[],
    removes: readonly string[],
  ): Promise<void> {
    const { content, journal, unlink, onStep } = this.#parts;
    await onStep('record the past');
    await journal.commit({ puts: [...segments.map(entryOf), ...ticks.map(tickEntryOf)], removes });
    for (const { sealed } of segments) content.spans.put(sealed);
    for (const { at, added } of ticks) content.addTick(at, added);
    const replaced = segments.flatMap(({ previousPath }) => previousPath ?? []);
    if (replaced.length > 0) await unlink(replaced);
  }

  /** Completes the tick of each slot with the missing values. A slot without a tick gets one without a record. */
  async #fill(hour: Millis, ticks: readonly CollectedTick[]): Promise<FilledTick[]> {
    const table = this.#parts.content.spans.holding(hour + SLOT_MS)?.table;
    const pause = new PeriodicYield(TICKS_PER_TURN);
    const filled: FilledTick[] = [];
    for (const [slot, tick] of ticks.entries()) {
      const rows = [...tick.numbers.keys()].filter((row) => !table?.has(slot, tick.numbers[row]!));
      if (rows.length === 0) continue;
      const missing = rows.length === tick.numbers.length ? tick : pickTickRows(tick, rows);
      const added = { ...missing, record: table?.records.get(slot) ?? new Uint8Array(0) };
      const encoded = encodeTick(mergedTick(table, slot, added));
      filled.push({ at: hour + (slot + 1) * SLOT_MS, added, encoded });
      await pause.step();
    }
    return filled;
  }
}

/** The ticks of a part of the day; slots are relative to the start of the part. */
function ticksIn({ records }: PastToInsert, start: Millis, lengthMs: Millis): SegmentTick[] {
  return records
    .filter(({ at }) => at > start && at <= start + lengthMs)
    .map(({ at, record }) => ({ slot: (at - start) / SLOT_MS - 1, record }));
}

function entryOf({ sealed: { span, start, generation } }: WrittenSegment): JournalEntry {
  const entry: SegmentEntry = { generation };
  return { key: span === 'day' ? dayKey(start) : hourKey(start), value: encodeEntry(entry) };
}

function tickEntryOf({ at, encoded }: FilledTick): JournalEntry {
  return { key: tickKey(at), value: encoded };
}

function pickTickRows(tick: CollectedTick, rows: readonly number[]): CollectedTick {
  return {
    numbers: Uint32Array.from(rows, (row) => tick.numbers[row]!),
    ...pickRows(tick, rows),
  };
}

/** Merges the values in memory with the added ones: both ascending by number, without duplicates. */
function mergedTick(table: HourTable | undefined, slot: number, added: NumberedTick): NumberedTick {
  if (!table) return added;
  const { present, prices, volumes, flags, tickVolumes } = table.columns;
  const first = slot * table.capacity;
  const stored = Uint32Array.from(present.subarray(first, first + table.capacity).keys()).filter(
    (number) => present[first + number] === 1,
  );
  const tick = emptyTick(stored.length + added.numbers.length, added.record);
  for (let at = 0, i = 0, j = 0; at < tick.numbers.length; at++) {
    const fromTable = j >= added.numbers.length || (i < stored.length && stored[i]! < added.numbers[j]!);
    const number = fromTable ? stored[i++]! : added.numbers[j++]!;
    tick.numbers[at] = number;
    tick.prices[at] = fromTable ? prices[first + number]! : added.prices[j - 1]!;
    tick.volumes[at] = fromTable ? volumes[first + number]! : added.volumes[j - 1]!;
    tick.flags[at] = fromTable ? flags[first + number]! : added.flags[j - 1]!;
    const tickVolume = fromTable ? tickVolumes.get(number)?.[slot] : added.tickVolumes[j - 1];
    tick.tickVolumes[at] = tickVolume ?? Number.NaN;
  }
  return tick;
}

function emptyTick(rows: number, record: Uint8Array): NumberedTick {
  return { numbers: new Uint32Array(rows), ...valueColumns(rows), record };
}
