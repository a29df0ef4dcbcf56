import { hourOfTick, SLOT_MS, type Millis } from '../../core/time.ts';
import { TICKS_PER_HOUR } from '../block/layout.ts';
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
