import type { BitWriter } from '../bits/bit-writer.ts';
import type { ChangeMasks } from '../bits/change-mask.ts';
import { CONSTANT, RAW_DOUBLES, type ColumnHead } from './column-head.ts';
import { toUnits } from './decimal-scale.ts';
import { predict, predictionsFor, rowsWithoutCode, type NearUnits } from './prediction.ts';
import { RiceParameter, roughBits, writeRiceAll } from '../bits/rice.ts';

/** Writes the columns of a mini-block one after another. */
export class ColumnEncoder {
  readonly #changes: ChangeMasks;
  readonly #changed: Uint8Array;
  readonly #changedCodes: Float64Array;
  readonly #parameter = new RiceParameter();
  #codes: Float64Array;
  #spareCodes: Float64Array;

  constructor(rows: number, changes: ChangeMasks) {
    this.#changes = changes;
    this.#changed = new Uint8Array(rows);
    this.#changedCodes = new Float64Array(rows);
    this.#codes = new Float64Array(rows);
    this.#spareCodes = new Float64Array(rows);
  }

  /** Writes values that no power of ten converts to integers. */
  writeRaw(writer: BitWriter, head: ColumnHead, values: Float64Array, count: number): void {
    head.shape = RAW_DOUBLES;
    head.sparse = false;
    for (let i = 0; i < count; i++) writer.writeDouble(values[i]!);
  }

  /** `head.exponent` must fit the values, of which there must be at least one. Their integers are written to `units`. */
  write(
    writer: BitWriter,
    head: ColumnHead,
    values: Float64Array,
    count: number,
    near: NearUnits | undefined,
    units: Float64Array,
  ): void {
    toUnits(values, count, head.exponent, units);
    head.sparse = false;
    if (isConstant(units, count)) {
      head.shape = CONSTANT;
      head.base = units[0]!;
      return;
    }
    this.#choosePrediction(head, units, count, near);
    this.#writeCodes(writer, head, count - rowsWithoutCode(head.shape));
  }

  #choosePrediction(head: ColumnHead, units: Float64Array, count: number, near: NearUnits | undefined): void {
    let minBits = Infinity;
    for (const prediction of predictionsFor(near)) {
      const base = predict(prediction, units, count, near, this.#spareCodes);
      const bits = roughBits(this.#spareCodes, count - rowsWithoutCode(prediction));
      if (bits >= minBits) continue;
      minBits = bits;
      head.shape = prediction;
      head.base = base;
      [this.#codes, this.#spareCodes] = [this.#spareCodes, this.#codes];
    }
  }

  /** Uses a mask of the changes if it needs fewer bits than writing the zeros as codes. */
  #writeCodes(writer: BitWriter, head: ColumnHead, length: number): void {
    const changed = this.#listChanged(length);
    const zeros = length - changed;
    head.parameter = this.#parameter.best(this.#changedCodes, changed);
    head.sparse = zeros > 0 && this.#changes.bits(this.#changed, length) < zeros * (head.parameter + 1);
    if (head.sparse) {
      this.#changes.write(writer, this.#changed, length);
      writeRiceAll(writer, this.#changedCodes, changed, head.parameter);
      return;
    }
    if (zeros > 0) head.parameter = this.#parameter.best(this.#codes, length);
    writeRiceAll(writer, this.#codes, length, head.parameter);
  }

  /** Marks the codes that are not zero and lists them, minus 1. Returns their number. */
  #listChanged(length: number): number {
    let changed = 0;
    for (let i = 0; i < length; i++) {
      const code = this.#codes[i]!;
      this.#changed[i] = code === 0 ? 0 : 1;
      if (code !== 0) this.#changedCodes[changed++] = code - 1;
    }
    return changed;
  }
}

function isConstant(units: Float64Array, count: number): boolean {
  const first = units[0]!;
  for (let i = 1; i < count; i++) if (units[i] !== first) return false;
  return true;
}
