import type { BlockReader } from '../block/block-reader.ts';
import type { Segment, SegmentShelf } from './segment-shelf.ts';

const MOST_OPEN_BLOCKS = 256;

/**
 * Blocks that were read and checked, the last used ones, each in a reader of its own: whoever pages through a series
 * pays for reading and checking its block once. Segments never change, so neither do these.
 */
export class OpenBlocks {
  readonly #shelf: SegmentShelf;
  readonly #newReader: () => BlockReader;
  /** By file and series number; the last used at the end. */
  readonly #readers = new Map<string, BlockReader>();

  constructor(shelf: SegmentShelf, newReader: () => BlockReader) {
    this.#shelf = shelf;
    this.#newReader = newReader;
  }

  has(segment: Segment, number: number): boolean {
    return this.#readers.has(`${segment.path} ${number}`);
  }

  /** Undefined where the series has no block there, or a damaged one. */
  reader(segment: Segment, number: number): BlockReader | undefined {
    const key = `${segment.path} ${number}`;
    const known = this.#readers.get(key);
    if (known) {
      this.#readers.delete(key);
      this.#readers.set(key, known);
      return known;
    }
    const reader = this.#spare();
    if (!this.#shelf.openBlock(segment, number, reader, 'own')) return undefined;
    this.#readers.set(key, reader);
    return reader;
  }

  #spare(): BlockReader {
    const [oldest] = this.#readers;
    if (!oldest || this.#readers.size < MOST_OPEN_BLOCKS) return this.#newReader();
    this.#readers.delete(oldest[0]);
    return oldest[1];
  }
}
