import type { RowBuffer } from '../../../../history/block/rows.ts';
import { HourTable } from '../../../../history/tiers/hour-table.ts';
import { startOfHour, type Hour } from '../grid.ts';
import type { PackedBlocks } from '../packed.ts';

/** The decoded blocks of one hour. Series are decoded when first read; all instants of the hour are read from here. */
export class DecodedHour {
  readonly hour: Hour;
  readonly #capacity: number;
  #table: HourTable | undefined;
  /** Database rows with blocks of several series, as read. */
  readonly parts = new Map<number, PackedBlocks | undefined>();
  readonly #known: Uint8Array;
  #isWhole = false;

  /** `capacity`: the number of series. A series added later has no values in a sealed hour. */
  constructor(hour: Hour, capacity: number) {
    this.hour = hour;
    this.#capacity = capacity;
    this.#known = new Uint8Array(capacity);
  }

  /** Created with the first value: most hours searched for older values have none. */
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

  /** Whether all blocks are known. */
  get isComplete(): boolean {
    return this.#isWhole;
  }

  /** Marks all blocks as known. */
  markComplete(): void {
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

  /** `place`: position of the slot in the hour. */
  has(number: number, place: number): boolean {
    return this.#table?.has(place, number) ?? false;
  }
}
