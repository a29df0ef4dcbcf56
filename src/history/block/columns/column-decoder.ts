import type { BitReader } from '../bits/bit-reader.ts';
import type { ChangeMasks } from '../bits/change-mask.ts';
import { CONSTANT, RAW_DOUBLES, type ColumnHead } from './column-head.ts';
import { MAX_UNITS } from './decimal-scale.ts';
import { DELTA, restoreUnits, rowsWithoutCode, usesNear, type NearUnits } from './prediction.ts';
import { unzigzag } from '../bits/zigzag.ts';

/** Reads the columns of a mini-block one after another. Impossible values are reported to the bit reader. */
export class ColumnDecoder {
  readonly #changes: ChangeMasks;
  readonly #changed: Uint8Array;
  readonly #changedCodes: Float64Array;
  readonly #codes: Float64Array;

  constructor(rows: number, changes: ChangeMasks) {
    this.#changes = changes;
    this.#changed = new Uint8Array(rows);
    this.#changedCodes = new Float64Array(rows + 1);
    this.#codes = new Float64Array(rows);
  }

  /** Fills the front of `units` with `count` integers, at least one, or with the raw values. */
  read(
    reader: BitReader,
    head: ColumnHead,
    count: number,
    near: NearUnits | undefined,
    units: Float64Array,
  ): void {
    if (head.shape === RAW_DOUBLES) {
      for (let i = 0; i < count; i++) units[i] = reader.readDouble();
      return;
    }
    if (head.shape === CONSTANT) units.fill(head.base, 0, count);
    else if (usesNear(head.shape) && !near) reader.refuse();
    else this.#readCodes(reader, head, count, near, units);
    if (!allWithinLimit(units, count)) reader.refuse();
  }

  #readCodes(
    reader: BitReader,
    head: ColumnHead,
    count: number,
    near: NearUnits | undefined,
    units: Float64Array,
  ): void {
    const length = count - rowsWithoutCode(head.shape);
    // The usual shape has loops of its own, which give the same integers.
    if (head.shape === DELTA && head.sparse) this.#readSparseDeltas(reader, head, length, units);
    else if (head.shape === DELTA) reader.readDeltas(units, count, head.base, head.parameter);
    else {
      if (head.sparse) this.#readSparse(reader, length, head.parameter);
      else reader.readRiceAll(this.#codes, length, head.parameter);
      restoreUnits(head.shape, head.base, this.#codes, count, near, units);
    }
  }

  #readSparse(reader: BitReader, length: number, parameter: number): void {
    this.#readChangedCodes(reader, length, parameter);
    let next = 0;
    for (let i = 0; i < length; i++) {
      const isChanged = this.#changed[i]!;
      this.#codes[i] = isChanged * (this.#changedCodes[next]! + 1);
      next += isChanged;
    }
  }

  #readSparseDeltas(reader: BitReader, head: ColumnHead, length: number, units: Float64Array): void {
    this.#readChangedCodes(reader, length, head.parameter);
    const changed = this.#changed;
    const codes = this.#changedCodes;
    let value = head.base;
    let next = 0;
    units[0] = value;
    for (let i = 0; i < length; i++) {
      const isChanged = changed[i]!;
      value += isChanged * unzigzag(codes[next]! + 1);
      next += isChanged;
      units[i + 1] = value;
    }
  }

  #readChangedCodes(reader: BitReader, length: number, parameter: number): void {
    this.#changes.read(reader, this.#changed, length);
    let changed = 0;
    for (let i = 0; i < length; i++) changed += this.#changed[i]!;
    // The entry behind the last code is read and not used.
    this.#changedCodes[changed] = 0;
    reader.readRiceAll(this.#changedCodes, changed, parameter);
  }
}

/** Also false if a value is not a number. */
function allWithinLimit(units: Float64Array, count: number): boolean {
  for (let i = 0; i < count; i++) if (!(Math.abs(units[i]!) <= MAX_UNITS)) return false;
  return true;
}
