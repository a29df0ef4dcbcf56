import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { SeriesColumns } from '../../core/value-columns.ts';

const TAG_LENGTH = 22;

/** Identifies content by a hash of its bytes; used for entity tags. */
export function contentTag(bytes: Uint8Array): string {
  const hash = new ContentHash();
  hash.update(bytes);
  return hash.tag();
}

/** The same for content that arrives in pieces. */
export class ContentHash {
  readonly #hash = createHash('sha1');

  update(bytes: Uint8Array): void {
    this.#hash.update(bytes);
  }

  /** Call it once, after the last piece. */
  tag(): string {
    return this.#hash.digest('base64url').slice(0, TAG_LENGTH);
  }
}

/**
 * Identifies a page by its numbers, a tenth of its bytes: prices and volumes have one checksum each,
 * everything else a common one. `marks`: a number for the series of each row, or for that of all.
 */
export function pageTag(
  marks: Float64Array,
  { ats, prices, volumes, tickVolumes, flags }: SeriesColumns,
  count: number,
  more: boolean,
): string {
  let rest = 0;
  for (const column of [marks, ats, tickVolumes, flags]) rest = crc32(bytesOf(column, count), rest);
  const words = [rest, crc32(bytesOf(prices, count)), crc32(bytesOf(volumes, count))];
  return words.map((word) => word.toString(16).padStart(8, '0')).join('') + (more ? '-more' : '');
}

/** Of the first numbers. */
function bytesOf(column: Float64Array | Uint16Array, count: number): Uint8Array {
  const length = Math.min(count, column.length) * column.BYTES_PER_ELEMENT;
  return new Uint8Array(column.buffer, column.byteOffset, length);
}
