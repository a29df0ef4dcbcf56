import { hourOfTick, SLOT_MS, type Millis } from '../../core/time.ts';
import { powerOf, RAW_EXPONENT } from '../block/columns/decimal-scale.ts';
import { TICKS_PER_HOUR } from '../block/layout.ts';
import type { ScaledRows } from '../block/rows.ts';
import type { NumberedTick } from './tick-record.ts';

/** `at` must be on the 30-second grid. */
function slotInHour(at: Millis): number {
  return (at - hourOfTick(at)) / SLOT_MS - 1;
}

/**
 * Entry `slot * capacity + number` is the value of the series with this number in this slot. Not ValueColumns: it is written in
 * random order and has gaps, and few series have tick volumes, which would take a third of the memory.
 */
export interface HourColumns {
  /** The number of series for which each slot has space. */
  readonly capacity: number;
  readonly present: Uint8Array;
  readonly prices: Float64Array;
  readonly volumes: Float64Array;
  readonly flags: Uint16Array;
  /** By number, only for series that have tick volumes: 120 slots, NaN if there is none. */
  readonly tickVolumes: Map<number, Float64Array>;
}

/** One hour of all series, by slot, which is the order in which ticks are added and pages across series are read. */
export class HourTable {
  readonly hour: Millis;
  /** The opaque record of each tick in the hour, by slot. */
  readonly records = new Map<number, Uint8Array>();
  readonly #memory: 'own' | 'shared';
  #capacity: number;
  #columns: HourColumns;

  /**
   * `memory`: `shared` if another thread will encode the hour. The garbage collector does not know the size of shared memory, so
   * frequent allocations of it would fill the machine before a collection starts.
   */
  constructor(hour: Millis, capacity: number, memory: 'own' | 'shared') {
    this.hour = hour;
    this.#memory = memory;
    this.#capacity = capacity;
    this.#columns = emptyColumns(capacity, memory);
  }

  /** Series with this number or a larger one have no value. */
  get capacity(): number {
    return this.#capacity;
  }

  get columns(): HourColumns {
    return this.#columns;
  }

  /** Whether the series has a value in the slot. */
  has(slot: number, number: number): boolean {
    return number < this.#capacity && this.#columns.present[slot * this.#capacity + number] === 1;
  }

  addTick(at: Millis, tick: NumberedTick): void {
    const slot = slotInHour(at);
    let needed = 0;
    for (let row = 0; row < tick.numbers.length; row++) needed = Math.max(needed, tick.numbers[row]! + 1);
    if (needed > this.#capacity) this.#grow(needed);
    const first = slot * this.#capacity;
    for (const [from, to] of runs(tick.numbers)) this.#addRun(first + tick.numbers[from]!, tick, from, to);
    for (let row = 0; row < tick.numbers.length; row++) {
      const tickVolume = tick.tickVolumes[row]!;
      if (!Number.isNaN(tickVolume)) this.tickVolumesOf(tick.numbers[row]!)[slot] = tickVolume;
    }
    this.records.set(slot, tick.record);
  }

  /** Adds rows of series with consecutive numbers, from `entry` of the columns on. */
  #addRun(entry: number, tick: NumberedTick, from: number, to: number): void {
    const { present, prices, volumes, flags } = this.#columns;
    present.fill(1, entry, entry + to - from);
    prices.set(tick.prices.subarray(from, to), entry);
    volumes.set(tick.volumes.subarray(from, to), entry);
    flags.set(tick.flags.subarray(from, to), entry);
  }

  /** Adds the decoded hour of a series, which must have a number below the capacity and no values yet. */
  addSeries(number: number, rows: ScaledRows): void {
    const { count, rowNumbers, units, exponents } = rows;
    const { capacity, present, prices, volumes, flags } = this.#columns;
    for (let row = 0; row < count; row++) {
      const entry = rowNumbers[row]! * capacity + number;
      present[entry] = 1;
      // Entries without flags are 0 already, and most have none.
      if (rows.flags[row] !== 0) flags[entry] = rows.flags[row]!;
    }
    scatterValues(rows, units[0]!, exponents[0]!, prices, number, capacity);
    scatterValues(rows, units[1]!, exponents[1]!, volumes, number, capacity);
    if (units[2]) scatterValues(rows, units[2], exponents[2]!, this.tickVolumesOf(number), 0, 1);
  }

  tickVolumesOf(number: number): Float64Array {
    let slots = this.#columns.tickVolumes.get(number);
    if (!slots) {
      slots = new Float64Array(TICKS_PER_HOUR).fill(Number.NaN);
      this.#columns.tickVolumes.set(number, slots);
    }
    return slots;
  }

  #grow(needed: number): void {
    const before = this.#columns;
    this.#capacity = needed + (needed >>> 3);
    this.#columns = { ...emptyColumns(this.#capacity, this.#memory), tickVolumes: before.tickVolumes };
    for (const name of ['present', 'prices', 'volumes', 'flags'] as const)
      for (let slot = 0; slot < TICKS_PER_HOUR; slot++) {
        const from = slot * before.capacity;
        this.#columns[name].set(before[name].subarray(from, from + before.capacity), slot * this.#capacity);
      }
  }
}

/** Writes the values of a column to the entries `first + step * row number`, with one loop per kind of exponent. */
function scatterValues(
  { count, rowNumbers }: ScaledRows,
  units: Float64Array,
  exponent: number,
  into: Float64Array,
  first: number,
  step: number,
): void {
  const raw = exponent === RAW_EXPONENT;
  const power = raw ? 1 : powerOf(Math.abs(exponent));
  if (raw || power === 1) for (let i = 0; i < count; i++) into[first + rowNumbers[i]! * step] = units[i]!;
  else if (exponent < 0)
    for (let i = 0; i < count; i++) into[first + rowNumbers[i]! * step] = units[i]! * power;
  else for (let i = 0; i < count; i++) into[first + rowNumbers[i]! * step] = units[i]! / power;
}

/** The first row and the end of each run of consecutive numbers; usually there are few runs. */
function* runs(numbers: Uint32Array): Generator<readonly [from: number, to: number]> {
  let from = 0;
  for (let row = 1; row <= numbers.length; row++) {
    if (row < numbers.length && numbers[row] === numbers[row - 1]! + 1) continue;
    yield [from, row];
    from = row;
  }
}

function emptyColumns(capacity: number, memory: 'own' | 'shared'): HourColumns {
  const entries = capacity * TICKS_PER_HOUR;
  const bytes = (count: number) =>
    memory === 'shared' ? new SharedArrayBuffer(count) : new ArrayBuffer(count);
  return {
    capacity,
    present: new Uint8Array(bytes(entries)),
    prices: new Float64Array(bytes(8 * entries)),
    volumes: new Float64Array(bytes(8 * entries)),
    flags: new Uint16Array(bytes(2 * entries)),
    tickVolumes: new Map(),
  };
}
