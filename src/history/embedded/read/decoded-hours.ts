import type { IndexType } from '../../../core/index-value.ts';
import { Lru } from '../../../core/lru.ts';
import type { Millis } from '../../../core/time.ts';
import { HourTable } from '../../tiers/hour-table.ts';
import type { TickBlocks } from './tick-blocks.ts';
import type { SealedSpan } from './tick-spans.ts';

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
    const rows = this.#blocks.decodeHour(span, number, type, this.table.hour);
    if (rows) this.table.addSeries(number, rows);
    return true;
  }
}
