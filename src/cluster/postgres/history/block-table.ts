import type { RowBuffer } from '../../../history/block/rows.ts';

const NOT_LOADED = -2;
const NOTHING = -1;
const FIRST_ROOM = 64;

/** Decoded blocks of one hour or month, added per series when first read. */
export class BlockTable {
  readonly #rows: number;
  readonly #columns: Float64Array[];
  #flags: Uint16Array;
  #present: Uint8Array;
  /** The first row of each series, by series number. */
  #bases = new Int32Array(0);
  #used = 0;

  /** `rows`: maximum per series. */
  constructor(rows: number, columns: number) {
    this.#rows = rows;
    const room = FIRST_ROOM * rows;
    this.#columns = Array.from({ length: columns }, () => new Float64Array(room));
    this.#flags = new Uint16Array(room);
    this.#present = new Uint8Array(room);
  }

  isLoaded(number: number): boolean {
    return (this.#bases[number] ?? NOT_LOADED) !== NOT_LOADED;
  }

  /** Marks a series as loaded without rows. */
  addNothing(number: number): void {
    this.#baseOf(number, NOTHING);
  }

  /** Row numbers in the buffer start at `firstRow`. */
  add(number: number, { rowNumbers, numbers, flags }: RowBuffer, count: number, firstRow: number): void {
    const base = this.#used * this.#rows;
    if (base + this.#rows > this.#flags.length) this.#grow();
    this.#used++;
    this.#baseOf(number, base);
    for (let i = 0; i < count; i++) {
      const entry = base + rowNumbers[i]! - firstRow;
      this.#present[entry] = 1;
      this.#flags[entry] = flags[i]!;
      for (let c = 0; c < this.#columns.length; c++) this.#columns[c]![entry] = numbers[c]![i]!;
    }
  }

  /** The index of the row in the columns; -1 if there is none. */
  entryOf(number: number, row: number): number {
    const base = this.#bases[number] ?? NOTHING;
    return base >= 0 && this.#present[base + row] === 1 ? base + row : -1;
  }

  get columns(): readonly Float64Array[] {
    return this.#columns;
  }

  get flags(): Uint16Array {
    return this.#flags;
  }

  #baseOf(number: number, base: number): void {
    if (number >= this.#bases.length) {
      const larger = new Int32Array(Math.max(2 * this.#bases.length, number + 1)).fill(NOT_LOADED);
      larger.set(this.#bases);
      this.#bases = larger;
    }
    this.#bases[number] = base;
  }

  #grow(): void {
    const room = 2 * this.#flags.length;
    for (const [c, column] of this.#columns.entries()) {
      this.#columns[c] = new Float64Array(room);
      this.#columns[c].set(column);
    }
    const { flags } = this;
    this.#flags = new Uint16Array(room);
    this.#flags.set(flags);
    const present = this.#present;
    this.#present = new Uint8Array(room);
    this.#present.set(present);
  }
}
