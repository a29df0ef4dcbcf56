import type { IndexType } from '../../../core/index-value.ts';
import { Lru } from '../../../core/lru.ts';
import { HOUR_MS, type Millis } from '../../../core/time.ts';
import { TICKS_PER_HOUR } from '../../block/layout.ts';
import { HourTable } from '../../tiers/hour-table.ts';
import type { TickBlocks } from './tick-blocks.ts';
import type { SealedSpan } from './tick-spans.ts';
import { hasTickVolume } from '../../../engine/index-types/index-types.ts';

const MAX_HOURS = 4;

/** Sealed hours as tables, decoded series by series on demand. The last used ones are cached. */
export class DecodedHours {
  readonly #blocks: TickBlocks;
  readonly #hours = new Lru<Millis, DecodedHourTable>({ maxEntries: MAX_HOURS });

  constructor(blocks: TickBlocks) {
    this.#blocks = blocks;
  }

  /** `capacity`: the number of series. */
  take(hour: Millis, capacity: number): DecodedHourTable {
    const known = this.#hours.get(hour);
    if (known) return known;
    const decoded = new DecodedHourTable(this.#blocks, hour, capacity);
    this.#hours.set(hour, decoded);
    return decoded;
  }

  clear(): void {
    this.#hours.clear();
  }
}

export class DecodedHourTable {
  readonly table: HourTable;
  readonly #blocks: TickBlocks;
  readonly #decoded: Uint8Array;
  #isEmpty = true;

  constructor(blocks: TickBlocks, hour: Millis, capacity: number) {
    this.#blocks = blocks;
    this.table = new HourTable(hour, capacity, 'own');
    this.#decoded = new Uint8Array(capacity);
  }

  /** Whether no series has been decoded yet. */
  get isEmpty(): boolean {
    return this.#isEmpty;
  }

  needs(number: number): boolean {
    return this.#decoded[number] === 0;
  }

  /** Adds a series from the span that contains the hour. False if it was already decoded. */
  decode(span: SealedSpan, number: number, type: IndexType): boolean {
    if (number >= this.#decoded.length || this.#decoded[number] === 1) return false;
    this.#decoded[number] = 1;
    this.#isEmpty = false;
    const firstSlot = ((this.table.hour - span.start) / HOUR_MS) * TICKS_PER_HOUR;
    const last = firstSlot + TICKS_PER_HOUR - 1;
    const { count, buffer } = this.#blocks.readUncached(span, number, type, firstSlot, last);
    const { capacity, present, prices, volumes, flags } = this.table.columns;
    for (let row = 0; row < count; row++) {
      const entry = (buffer.rowNumbers[row]! - firstSlot) * capacity + number;
      present[entry] = 1;
      prices[entry] = buffer.numbers[0]![row]!;
      volumes[entry] = buffer.numbers[1]![row]!;
      flags[entry] = buffer.flags[row]!;
    }
    if (hasTickVolume(type))
      this.#decodeTickVolumes(number, count, buffer.rowNumbers, buffer.numbers[2]!, firstSlot);
    return true;
  }

  #decodeTickVolumes(
    number: number,
    count: number,
    slots: Uint16Array,
    values: Float64Array,
    firstSlot: number,
  ): void {
    const tickVolumes = this.table.tickVolumesOf(number);
    for (let row = 0; row < count; row++) tickVolumes[slots[row]! - firstSlot] = values[row]!;
  }
}
