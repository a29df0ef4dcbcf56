import { DAY_MS, HOUR_MS, SLOT_MS, type Millis } from '../../core/time.ts';
import type { JournalEntry } from './journal-record.ts';
import { dayKey, hourKey, tickKey } from './journal-keys.ts';
import { encodeEntry, type SegmentEntry } from './journal-records.ts';
import type { HourTable } from './hour-table.ts';
import { pastWithin, type NumberedPast } from './numbered-past.ts';
import type { SealingParts } from './sealing.ts';
import type { SealingRequest } from './sealing-thread.ts';
import { encodeTick, type NumberedTick } from './tick-record.ts';
import { sealedSpan, type SealedSpan } from './tick-spans.ts';
import { Turn } from './turn.ts';

/** Values of a day by the stored numbers of their series. */
export interface PastToInsert {
  readonly day: Millis;
  readonly series: readonly NumberedPast[];
}

export interface InserterParts extends Pick<SealingParts, 'content' | 'journal' | 'alone' | 'onStep'> {
  /** Has the thread make a segment file. */
  readonly write: (request: SealingRequest) => Promise<void>;
  readonly unlink: (paths: readonly string[]) => Promise<void>;
  /** Told when what was decoded of a sealed hour may no longer be all of it. */
  readonly onInserted: () => void;
}

/** Ticks of the current hour are encoded a few at a time. */
const TICKS_A_TURN = 2;

/**
 * Puts values of the past where they belong. It runs when nothing waits to be sealed, so a day that is over is one
 * segment or none, an hour of today that is over is one segment or none, and only the current hour is in memory.
 */
export class PastInserter {
  readonly #parts: InserterParts;

  constructor(parts: InserterParts) {
    this.#parts = parts;
  }

  async insert({ day, series }: PastToInsert): Promise<void> {
    const { newest } = this.#parts.content;
    if (day + DAY_MS <= newest) await this.#merge('day', day, series);
    else
      for (let hour = day; hour < newest; hour += HOUR_MS) {
        const ofHour = series.flatMap((past) => pastWithin(past, day, hour, hour + HOUR_MS, newest) ?? []);
        if (ofHour.length === 0) continue;
        if (hour + HOUR_MS <= newest) await this.#merge('hour', hour, ofHour);
        else await this.#parts.alone(() => this.#insertIntoCurrentHour(hour, ofHour));
      }
    this.#parts.onInserted();
  }

  async #merge(span: 'hour' | 'day', start: Millis, series: readonly NumberedPast[]): Promise<void> {
    const { content, journal, write, unlink, onStep } = this.#parts;
    const previous = content.spans.sealed(span).find((sealed) => sealed.start === start);
    const generation = (previous?.generation ?? 0) + 1;
    const path = content.folders[span](start, generation);
    await write({ kind: 'past', span, path, start, previousPath: previous?.path, series });
    await onStep(`count the ${span} with its past`);
    const entry: SegmentEntry = { generation };
    const key = span === 'day' ? dayKey(start) : hourKey(start);
    await journal.commit({ puts: [{ key, value: encodeEntry(entry) }] });
    content.spans.put(sealedSpan(span, start, path, generation) satisfies SealedSpan);
    if (previous) await unlink([previous.path]);
  }

  /** Each slot's tick is stored anew with what it lacked; one that has none becomes one without a record. */
  async #insertIntoCurrentHour(hour: Millis, series: readonly NumberedPast[]): Promise<void> {
    const { content, journal, onStep } = this.#parts;
    const span = content.spans.holding(hour + SLOT_MS);
    const turn = new Turn(TICKS_A_TURN);
    const puts: JournalEntry[] = [];
    const added: { readonly at: Millis; readonly tick: NumberedTick }[] = [];
    for (const [slot, rows] of rowsBySlot(series)) {
      const lacking = rows.filter(({ past }) => !isPresent(span?.table, slot, past.number));
      if (lacking.length === 0) continue;
      const at = hour + (slot + 1) * SLOT_MS;
      const record = span?.table?.records.get(slot) ?? new Uint8Array(0);
      added.push({ at, tick: tickOf(lacking, record) });
      puts.push({ key: tickKey(at), value: encodeTick(joined(span?.table, slot, lacking, record)) });
      await turn.step();
    }
    if (puts.length === 0) return;
    await onStep('count the past of the current hour');
    await journal.commit({ puts });
    for (const { at, tick } of added) content.addTick(at, tick);
  }
}

interface PastRow {
  readonly past: NumberedPast;
  readonly row: number;
}

function rowsBySlot(series: readonly NumberedPast[]): Map<number, PastRow[]> {
  const bySlot = new Map<number, PastRow[]>();
  for (const past of series.toSorted((a, b) => a.number - b.number)) {
    past.slots.forEach((slot, row) => {
      const rows = bySlot.get(slot);
      if (rows) rows.push({ past, row });
      else bySlot.set(slot, [{ past, row }]);
    });
  }
  return bySlot;
}

function isPresent(table: HourTable | undefined, slot: number, number: number): boolean {
  return (
    table !== undefined &&
    number < table.capacity &&
    table.columns.present[slot * table.capacity + number] === 1
  );
}

function tickOf(rows: readonly PastRow[], record: Uint8Array): NumberedTick {
  return {
    numbers: Uint32Array.from(rows, ({ past }) => past.number),
    prices: Float64Array.from(rows, ({ past, row }) => past.prices[row]!),
    volumes: Float64Array.from(rows, ({ past, row }) => past.volumes[row]!),
    tickVolumes: Float64Array.from(rows, ({ past, row }) => past.tickVolumes[row]!),
    flags: Uint16Array.from(rows, ({ past, row }) => past.flags[row]!),
    record,
  };
}

/** What the slot has in memory, and the rows: both ascending by number, none in both. */
function joined(
  table: HourTable | undefined,
  slot: number,
  rows: readonly PastRow[],
  record: Uint8Array,
): NumberedTick {
  const inserted = tickOf(rows, record);
  if (!table) return inserted;
  const { present, prices, volumes, flags, tickVolumes } = table.columns;
  const first = slot * table.capacity;
  const stored = Uint32Array.from(present.subarray(first, first + table.capacity).keys()).filter(
    (number) => present[first + number] === 1,
  );
  const tick = emptyTick(stored.length + rows.length, record);
  for (let at = 0, i = 0, j = 0; at < tick.numbers.length; at++) {
    const fromTable = j >= rows.length || (i < stored.length && stored[i]! < inserted.numbers[j]!);
    const number = fromTable ? stored[i++]! : inserted.numbers[j++]!;
    tick.numbers[at] = number;
    tick.prices[at] = fromTable ? prices[first + number]! : inserted.prices[j - 1]!;
    tick.volumes[at] = fromTable ? volumes[first + number]! : inserted.volumes[j - 1]!;
    tick.flags[at] = fromTable ? flags[first + number]! : inserted.flags[j - 1]!;
    const tickVolume = fromTable ? tickVolumes.get(number)?.[slot] : inserted.tickVolumes[j - 1];
    tick.tickVolumes[at] = tickVolume ?? Number.NaN;
  }
  return tick;
}

function emptyTick(rows: number, record: Uint8Array): NumberedTick {
  return {
    numbers: new Uint32Array(rows),
    prices: new Float64Array(rows),
    volumes: new Float64Array(rows),
    tickVolumes: new Float64Array(rows),
    flags: new Uint16Array(rows),
    record,
  };
}
