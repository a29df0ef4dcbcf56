import type { RowBuffer } from '../../../../history/block/rows.ts';
import { HourTable } from '../../../../history/tiers/hour-table.ts';
import { startOfHour, type Hour } from '../grid.ts';
import type { PackedBlocks } from '../packed.ts';

/** The blocks of an hour, decoded series by series as they are asked for: all its instants are read from it. */
export class DecodedHour {
  readonly hour: Hour;
  readonly #capacity: number;
  #table: HourTable | undefined;
  /** Rows of the database that hold blocks of several series, as they were read. */
  readonly parts = new Map<number, PackedBlocks | undefined>();
  readonly #known: Uint8Array;
  #isWhole = false;

  /** `capacity`: how many series there are. One that is added later has nothing in an hour that stays as it is. */
  constructor(hour: Hour, capacity: number) {
    this.hour = hour;
    this.#capacity = capacity;
    this.#known = new Uint8Array(capacity);
  }

  /** Made with the first value: most hours that are looked through for older values have none. */
  get table(): HourTable {
    return (this.#table ??= new HourTable(startOfHour(this.hour), this.#capacity, 'own'));
  }

  isUnknown(number: number): boolean {
    return !this.#isWhole && number < this.#known.length && this.#known[number] === 0;
  }

  unknownOf(numbers: Iterable<number>): number[] {
    const unknown: number[] = [];
    if (this.#isWhole) return unknown;
    for (const number of numbers) if (this.isUnknown(number)) unknown.push(number);
    return unknown;
  }

  /** Whether no series has a block, as far as that is known. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** There are no other blocks. */
  whole(): void {
    this.#isWhole = true;
  }

  add(number: number, { rowNumbers, numbers, flags: ownFlags }: RowBuffer, count: number): void {
    this.#known[number] = 1;
    if (count === 0) return;
    const { capacity, present, prices, volumes, flags } = this.table.columns;
    const [ownPrices, ownVolumes, amounts] = numbers as [Float64Array, Float64Array, Float64Array];
    for (let row = 0; row < count; row++) {
      const slot = rowNumbers[row]!;
      const entry = slot * capacity + number;
      present[entry] = 1;
      prices[entry] = ownPrices[row]!;
      volumes[entry] = ownVolumes[row]!;
      flags[entry] = ownFlags[row]!;
      if (!Number.isNaN(amounts[row]!)) this.table.tickVolumesOf(number)[slot] = amounts[row]!;
    }
  }

  /** `place`: of the slot in the hour. */
  has(number: number, place: number): boolean {
    return this.#table?.has(place, number) ?? false;
  }
}
