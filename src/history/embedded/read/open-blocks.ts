import type { BlockReader } from '../../block/block-reader.ts';
import type { ReadBlock, Segment, SegmentShelf } from '../segment/segment-shelf.ts';

const MOST_OPEN_BLOCKS = 256;

/**
 * Blocks that were read and checked, the last used ones, each in a reader of its own: a client that pages through a series
 * pays for reading and checking its block once. Segments never change, so neither do these.
 */
export class OpenBlocks {
  readonly #shelf: SegmentShelf;
  readonly #newReader: () => BlockReader;
  /** By file and series number; the last used at the end. Undefined where a block was damaged when it was loaded: until it goes, the disk is not asked again. */
  readonly #readers = new Map<string, BlockReader | undefined>();

  constructor(shelf: SegmentShelf, newReader: () => BlockReader) {
    this.#shelf = shelf;
    this.#newReader = newReader;
  }

  has(segment: Segment, number: number): boolean {
    return this.#readers.has(keyOf(segment, number));
  }

  /** Reads a block on the thread pool, without what lies around it. The next request finds it. */
  async load(segment: Segment, number: number): Promise<void> {
    const read = await this.#shelf.loadBlock(segment, number);
    this.#keep(keyOf(segment, number), read && this.#opened(segment, number, read));
  }

  /** Undefined where the series has no block there, or a damaged one. */
  reader(segment: Segment, number: number): BlockReader | undefined {
    const key = keyOf(segment, number);
    if (this.#readers.has(key)) return this.#keep(key, this.#readers.get(key));
    const read = this.#shelf.readBlock(segment, number);
    const reader = read && this.#opened(segment, number, { ...read, bytes: read.bytes.slice() });
    return reader && this.#keep(key, reader);
  }

  #opened(segment: Segment, number: number, read: ReadBlock): BlockReader | undefined {
    const reader = this.#spare();
    return this.#shelf.turn(reader, segment, number, read) ? reader : undefined;
  }

  #keep(key: string, reader: BlockReader | undefined): BlockReader | undefined {
    this.#readers.delete(key);
    this.#readers.set(key, reader);
    return reader;
  }

  #spare(): BlockReader {
    const [oldest] = this.#readers;
    if (!oldest || this.#readers.size < MOST_OPEN_BLOCKS) return this.#newReader();
    this.#readers.delete(oldest[0]);
    return oldest[1] ?? this.#newReader();
  }
}

function keyOf({ path }: Segment, number: number): string {
  return `${path} ${number}`;
}
