import { crc32 } from 'node:zlib';
import type { ValueColumns } from '../../../core/value-columns.ts';

/** A stored slice. Rows are in ascending order of the series number. */
export interface StoredSlice extends ValueColumns {
  readonly numbers: Uint32Array;
}

const VERSION = 1;
const HEAD_BYTES = 16;
const CHECKSUM_AT = 12;

/** Little-endian: version, rows, rows with a tick volume, checksum; prices, volumes, tick volumes, numbers, rows of tick volumes, flags. */
export function encodeSlice({ numbers, prices, volumes, tickVolumes, flags }: StoredSlice): Buffer {
  const rows = numbers.length;
  const traded = Uint32Array.from(numbers.keys()).filter((row) => !Number.isNaN(tickVolumes[row]!));
  const amounts = Float64Array.from(traded, (row) => tickVolumes[row]!);
  const head = Uint32Array.of(VERSION, rows, traded.length, 0);
  const parts = [head, prices, volumes, amounts, numbers, traded, flags];
  const content = Buffer.concat(
    parts.map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength)),
  );
  content.writeUInt32LE(crc32(content.subarray(HEAD_BYTES)), CHECKSUM_AT);
  return content;
}

/** Undefined if the bytes are damaged. */
export function decodeSlice(content: Uint8Array): StoredSlice | undefined {
  const bytes = new Uint8Array(content);
  if (bytes.length < HEAD_BYTES) return undefined;
  const [version, rows = 0, traded = 0, checksum] = new Uint32Array(bytes.buffer, 0, 4);
  if (version !== VERSION || bytes.length !== HEAD_BYTES + rows * 22 + traded * 12) return undefined;
  if (crc32(bytes.subarray(HEAD_BYTES)) !== checksum) return undefined;
  let at = HEAD_BYTES;
  const take = (size: number) => bytes.slice(at, (at += size)).buffer;
  const prices = new Float64Array(take(8 * rows));
  const volumes = new Float64Array(take(8 * rows));
  const amounts = new Float64Array(take(8 * traded));
  const numbers = new Uint32Array(take(4 * rows));
  const tradedRows = new Uint32Array(take(4 * traded));
  const flags = new Uint16Array(take(2 * rows));
  const tickVolumes = new Float64Array(rows).fill(Number.NaN);
  tradedRows.forEach((row, i) => (tickVolumes[row] = amounts[i]!));
  return { numbers, prices, volumes, tickVolumes, flags };
}

/** -1 if the slice has no value of the series. */
export function rowOf({ numbers }: StoredSlice, number: number): number {
  // Usually every series has a row.
  if (numbers[number] === number) return number;
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle]! < number) low = middle + 1;
    else high = middle;
  }
  return numbers[low] === number ? low : -1;
}
