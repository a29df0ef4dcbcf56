import { Lru } from '../../../core/lru.ts';
import type { BlockReader } from '../../block/block-reader.ts';
import type { ReadBlock, Segment, OpenSegments } from '../segment/open-segments.ts';

const MOST_OPEN_BLOCKS = 256;
/** The block was not there, or damaged, when it was loaded. */
const NO_READER = 'none';

/**
 * Blocks that were read and checked, the last used ones, each in a reader of its own: a client that pages through a series
 * pays for reading and checking its block once. Segments never change, so neither do these.
 */
export class OpenBlocks {
  readonly #segments: OpenSegments;
  readonly #newReader: () => BlockReader;
  /** By file and series number. Of a block that has no reader the disk is not asked again until its entry goes. */
  readonly #readers = new Lru<string, BlockReader | typeof NO_READER>({ mostEntries: MOST_OPEN_BLOCKS });

  constructor(segments: OpenSegments, newReader: () => BlockReader) {
    this.#segments = segments;
    this.#newReader = newReader;
  }

  has(segment: Segment, number: number): boolean {
    return this.#readers.has(keyOf(segment, number));
  }

  /** Reads a block on the thread pool, without what lies around it. The next request finds it. */
  async load(segment: Segment, number: number): Promise<void> {
    const read = await this.#segments.loadBlock(segment, number);
    this.#readers.set(keyOf(segment, number), (read && this.#opened(segment, number, read)) ?? NO_READER);
  }

  /** Undefined where the series has no block there, or a damaged one. */
  reader(segment: Segment, number: number): BlockReader | undefined {
    const key = keyOf(segment, number);
    const known = this.#readers.get(key);
    if (known) return known === NO_READER ? undefined : known;
    const read = this.#segments.readBlock(segment, number);
    const reader = read && this.#opened(segment, number, { ...read, bytes: read.bytes.slice() });
    if (reader) this.#readers.set(key, reader);
    return reader;
  }

  #opened(segment: Segment, number: number, read: ReadBlock): BlockReader | undefined {
    const reader = this.#spare();
    return this.#segments.point(reader, segment, number, read) ? reader : undefined;
  }

  #spare(): BlockReader {
    const oldest = this.#readers.size < MOST_OPEN_BLOCKS ? undefined : this.#readers.shift();
    return oldest && oldest !== NO_READER ? oldest : this.#newReader();
  }
}

function keyOf({ path }: Segment, number: number): string {
  return `${path} ${number}`;
}
