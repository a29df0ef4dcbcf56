import { BitWriter } from '../bits/bit-writer.ts';
import { ChangeMasks } from '../bits/change-mask.ts';
import { ColumnEncoder } from './column-encoder.ts';
import { canRaiseTo, RAW_EXPONENT, smallestExponent } from './decimal-scale.ts';
import { FlagRuns } from '../bits/flag-runs.ts';
import type { BlockLayout, NearColumn } from '../layout.ts';
import { writeMask } from '../bits/mask-code.ts';
import { ALL_ROWS, emptyMiniBlockHead, NO_ROWS, SOME_ROWS, type MiniBlockHead } from './mini-block-head.ts';
import type { NearUnits } from './prediction.ts';
import type { NumberedRows } from '../rows.ts';

/** Encodes rows into a head and a payload: which rows exist, flags, columns. Both are valid until the next call. */
export class MiniBlockEncoder {
  readonly head: MiniBlockHead;
  readonly payload = new BitWriter(4096);
  readonly #layout: BlockLayout;
  readonly #changes: ChangeMasks;
  readonly #columns: ColumnEncoder;
  readonly #flagRuns: FlagRuns;
  readonly #present: Uint8Array;
  readonly #flags: Uint16Array;
  readonly #values: readonly Float64Array[];
  readonly #units: readonly Float64Array[];
  readonly #exponents: number[];

  constructor(layout: BlockLayout) {
    this.#layout = layout;
    this.head = emptyMiniBlockHead(layout);
    this.#changes = new ChangeMasks(layout.rows);
    this.#columns = new ColumnEncoder(layout.rows, this.#changes);
    this.#flagRuns = new FlagRuns(layout.rows);
    this.#present = new Uint8Array(layout.rows);
    this.#flags = new Uint16Array(layout.rows);
    this.#values = layout.columns.map(() => new Float64Array(layout.rows));
    this.#units = layout.columns.map(() => new Float64Array(layout.rows));
    this.#exponents = layout.columns.map(() => 0);
  }

  /** Encodes the layout's number of rows, from `firstRow` on. */
  encode(rows: NumberedRows, firstRow: number): void {
    this.payload.clear();
    this.#changes.clear();
    this.#gather(rows, firstRow);
    const { head } = this;
    if (head.count > 0) {
      if (head.rowsForm === SOME_ROWS) writeMask(this.payload, this.#present, this.#layout.rows);
      if (this.#layout.hasFlags) this.#writeFlags();
      this.#chooseExponents();
      for (let c = 0; c < this.#layout.columns.length; c++) this.#writeColumn(c);
    }
    head.payloadBytes = this.payload.byteLength;
  }

  /** Collects the existing rows without gaps. */
  #gather(rows: NumberedRows, firstRow: number): void {
    const size = this.#layout.rows;
    let count = 0;
    for (let i = 0; i < size; i++) count += this.#present[i] = rows.present[firstRow + i] === 1 ? 1 : 0;
    this.head.count = count;
    this.head.rowsForm = SOME_ROWS;
    if (count === 0) this.head.rowsForm = NO_ROWS;
    if (count === size) this.head.rowsForm = ALL_ROWS;
    for (let c = 0; c < this.#values.length; c++) this.#pick(rows.numbers[c]!, firstRow, this.#values[c]!);
    if (rows.flags) this.#pick(rows.flags, firstRow, this.#flags);
    else this.#flags.fill(0);
  }

  #pick<T extends Float64Array | Uint16Array>(from: T, firstRow: number, into: T): void {
    const size = this.#layout.rows;
    if (this.head.rowsForm === ALL_ROWS) {
      into.set(from.subarray(firstRow, firstRow + size));
      return;
    }
    let next = 0;
    for (let i = 0; i < size; i++) if (this.#present[i] === 1) into[next++] = from[firstRow + i]!;
  }

  #writeFlags(): void {
    const { head } = this;
    const first = this.#flags[0]!;
    head.flagMask = first;
    head.hasFlagRuns = false;
    for (let i = 1; i < head.count && !head.hasFlagRuns; i++) head.hasFlagRuns = this.#flags[i] !== first;
    if (head.hasFlagRuns) this.#flagRuns.write(this.payload, this.#flags, head.count);
  }

  /** Columns with similar values share an exponent if possible, so that their integers can be compared. */
  #chooseExponents(): void {
    const { count } = this.head;
    let shared = -RAW_EXPONENT;
    for (const [c, column] of this.#layout.columns.entries()) {
      const exponent = smallestExponent(this.#values[c]!, count);
      this.#exponents[c] = exponent;
      if (exponent !== RAW_EXPONENT && this.#isNearOne(c, column.near)) shared = Math.max(shared, exponent);
    }
    for (const [c, column] of this.#layout.columns.entries()) {
      const raw = this.#exponents[c] === RAW_EXPONENT;
      if (!raw && this.#isNearOne(c, column.near) && canRaiseTo(shared, this.#values[c]!, count))
        this.#exponents[c] = shared;
    }
  }

  #isNearOne(c: number, near: NearColumn | undefined): boolean {
    return near !== undefined || this.#layout.columns.some((other) => other.near?.column === c);
  }

  #writeColumn(c: number): void {
    const head = this.head.columns[c]!;
    const values = this.#values[c]!;
    const exponent = this.#exponents[c]!;
    if (exponent === RAW_EXPONENT) {
      this.#columns.writeRaw(this.payload, head, values, this.head.count);
      return;
    }
    head.exponent = exponent;
    this.#columns.write(this.payload, head, values, this.head.count, this.#near(c), this.#units[c]!);
  }

  #near(c: number): NearUnits | undefined {
    const near = this.#layout.columns[c]!.near;
    if (!near || this.#exponents[near.column] !== this.#exponents[c]) return undefined;
    return { units: this.#units[near.column]!, lag: near.lag };
  }
}
