import type { ValueColumns } from '../../core/value-columns.ts';

/** All values of one tick with its opaque record. */
export interface NumberedTick extends ValueColumns {
  /** Stored series numbers, which are valid for the lifetime of the store; those of a slice are only valid for its order. */
  readonly numbers: Uint32Array;
  readonly record: Uint8Array;
}

const HEAD_BYTES = 16;

/**
 * Encodes the tick as one value of the journal, little-endian. Doubles are not compressed, because the disk has space for an hour
 * of them and the tick waits for the encoding; series numbers are stored as runs, because usually all series are present.
 */
export function encodeTick(tick: NumberedTick): Uint8Array<ArrayBuffer> {
  const rows = tick.numbers.length;
  const runs = runsOf(tick.numbers);
  const traded = rowsWith(tick.tickVolumes);
  const flagWords = rows + (rows & 1);
  const bytes =
    HEAD_BYTES + 16 * rows + 8 * traded.length + 4 * (runs.length + traded.length) + 2 * flagWords;
  const encoded = new Uint8Array(bytes + tick.record.length);
  new Uint32Array(encoded.buffer, 0, 4).set([rows, runs.length, traded.length, tick.record.length]);
  let at = HEAD_BYTES;
  const put = (column: Float64Array | Uint32Array | Uint16Array | Uint8Array, words = column.length) => {
    encoded.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), at);
    at += words * column.BYTES_PER_ELEMENT;
  };
  put(tick.prices);
  put(tick.volumes);
  put(Float64Array.from(traded, (row) => tick.tickVolumes[row]!));
  put(runs);
  put(traded);
  put(tick.flags, flagWords);
  put(tick.record);
  return encoded;
}

/** The number of values of an encoded tick. */
export function rowsOfTick(encoded: Uint8Array): number {
  return new DataView(encoded.buffer, encoded.byteOffset, encoded.byteLength).getUint32(0, true);
}

/** The journal has checked the bytes. */
export function decodeTick(bytes: Uint8Array): NumberedTick {
  const { buffer } = new Uint8Array(bytes);
  const [rows = 0, runWords = 0, traded = 0, recordBytes = 0] = new Uint32Array(buffer, 0, 4);
  let at = HEAD_BYTES;
  const take = (length: number) => (at += length) - length;
  const prices = new Float64Array(buffer, take(8 * rows), rows);
  const volumes = new Float64Array(buffer, take(8 * rows), rows);
  const tradedVolumes = new Float64Array(buffer, take(8 * traded), traded);
  const runs = new Uint32Array(buffer, take(4 * runWords), runWords);
  const tradedRows = new Uint32Array(buffer, take(4 * traded), traded);
  const flags = new Uint16Array(buffer, take(2 * (rows + (rows & 1))), rows);
  const record = new Uint8Array(buffer, at, recordBytes);
  const tickVolumes = new Float64Array(rows).fill(Number.NaN);
  tradedRows.forEach((row, i) => (tickVolumes[row] = tradedVolumes[i]!));
  return { numbers: numbersIn(runs, rows), prices, volumes, tickVolumes, flags, record };
}

/** The first number and the length of each run of consecutive numbers. */
function runsOf(numbers: Uint32Array): Uint32Array {
  const runs: number[] = [];
  for (let i = 0; i < numbers.length; i++) {
    if (i > 0 && numbers[i] === numbers[i - 1]! + 1) runs[runs.length - 1]!++;
    else runs.push(numbers[i]!, 1);
  }
  return Uint32Array.from(runs);
}

function numbersIn(runs: Uint32Array, rows: number): Uint32Array {
  const numbers = new Uint32Array(rows);
  let row = 0;
  for (let i = 0; i < runs.length; i += 2)
    for (let j = 0; j < runs[i + 1]!; j++) numbers[row++] = runs[i]! + j;
  return numbers;
}

function rowsWith(tickVolumes: Float64Array): Uint32Array {
  const rows: number[] = [];
  for (let row = 0; row < tickVolumes.length; row++) if (!Number.isNaN(tickVolumes[row]!)) rows.push(row);
  return Uint32Array.from(rows);
}
