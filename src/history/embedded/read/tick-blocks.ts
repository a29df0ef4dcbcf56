import { Lru } from '../../../core/lru.ts';
import type { IndexType } from '../../../core/index-value.ts';
import { HOUR_MS, SLOT_MS, SLOTS_PER_DAY, type Millis } from '../../../core/time.ts';
import { BlockDamaged } from '../../block/block-damaged.ts';
import type { BlockReader } from '../../block/block-reader.ts';
import { dayReader } from '../../block/day-block.ts';
import { hourReader } from '../../block/hour-block.ts';
import { LX_LAYOUT, TICK_LAYOUT, type BlockLayout } from '../../block/layout.ts';
import { rowBuffer, ScaledRows } from '../../block/rows.ts';
import type { OpenSegments, ReadBlock, Segment } from '../segment/open-segments.ts';
import type { TickRows } from '../../tiers/tick-columns.ts';
import { layoutOf } from '../../tiers/series-layout.ts';
import { DayHours } from './day-hours.ts';
import type { SealedSpan } from './tick-spans.ts';

const LAYOUTS = [TICK_LAYOUT, LX_LAYOUT];
const CAPACITIES = [16, 128, SLOTS_PER_DAY];

const MAX_OPEN_BLOCKS = 256;
/** The block was missing or damaged when it was loaded. */
const NO_READER = 'none';

/** Reads ticks of one series from sealed hours and days. */
export class TickBlocks {
  readonly #segments: OpenSegments;
  readonly #open: Record<'hour' | 'day', ReadonlyMap<unknown, OpenBlocks>>;
  readonly #uncached: Record<'hour' | 'day', ReadonlyMap<unknown, BlockReader>>;
  readonly #buffers = new Map(
    LAYOUTS.map((layout) => [layout, CAPACITIES.map((capacity) => rowBuffer(layout, capacity))]),
  );

  readonly #hours = new Map(LAYOUTS.map((layout) => [layout, new ScaledRows(layout)]));

  readonly #dayHours: DayHours;

  constructor(segments: OpenSegments) {
    this.#segments = segments;
    this.#dayHours = new DayHours(segments);
    const blocks = (make: (layout: BlockLayout) => BlockReader) =>
      new Map(LAYOUTS.map((layout) => [layout, new OpenBlocks(segments, () => make(layout))]));
    this.#open = { hour: blocks(hourReader), day: blocks(dayReader) };
    const readers = (make: (layout: BlockLayout) => BlockReader) =>
      new Map(LAYOUTS.map((layout) => [layout, make(layout)]));
    this.#uncached = { hour: readers(hourReader), day: readers(dayReader) };
  }

  /** Undefined if the block can be read without waiting for the disk; otherwise resolves when it can. */
  warmUp(span: SealedSpan, number: number, type: IndexType): Promise<void> | undefined {
    const blocks = this.#open[span.span].get(layoutOf(type))!;
    if (blocks.has(span, number)) return undefined;
    const opened = this.#segments.warmUpFile(span);
    if (opened) return opened;
    return this.#segments.isCold(span, number) ? blocks.load(span, number) : undefined;
  }

  /** The same for the series at this position, one of many that are read in order: its neighbours are loaded with it. */
  warmUpFrom(span: SealedSpan, numbers: ArrayLike<number>, position: number): Promise<void> | undefined {
    return this.#segments.warmUp(span, numbers, position);
  }

  /** The slots from first to last, newest first, at most `limit`. */
  read(
    span: SealedSpan,
    number: number,
    type: IndexType,
    first: number,
    last: number,
    limit: number,
  ): TickRows {
    const reader = this.#open[span.span].get(layoutOf(type))!.reader(span, number);
    const buffers = this.#buffers.get(layoutOf(type))!;
    const buffer = buffers.find(({ rowNumbers }) => rowNumbers.length >= limit) ?? buffers.at(-1)!;
    const count = reader?.read(first, last, 'newest-first', buffer) ?? 0;
    if (!(count instanceof BlockDamaged)) return { count: Math.min(count, limit), buffer };
    this.#segments.reportBlock(span, number, count.message);
    return { count: 0, buffer };
  }

  /**
   * An hour of one of many series that are read once; valid until the next call. Does not use the cache of blocks that are read
   * repeatedly. Undefined if the series has none there, or a damaged one, which is reported.
   */
  decodeHour(span: SealedSpan, number: number, type: IndexType, hour: Millis): ScaledRows | undefined {
    const layout = layoutOf(type);
    const rows = this.#hours.get(layout)!;
    const miniBlock = (hour - span.start) / HOUR_MS;
    const isDayOfTicks = span.span === 'day' && layout === TICK_LAYOUT;
    if (isDayOfTicks && this.#dayHours.decode(span, number, miniBlock, rows)) return rows;
    const reader = this.#uncached[span.span].get(layout)!;
    if (!this.#segments.openBlock(span, number, reader)) return undefined;
    const damaged = reader.readScaled(miniBlock, rows);
    if (!damaged) return rows;
    this.#segments.reportBlock(span, number, damaged.message);
    return undefined;
  }
}

/**
 * A cache of blocks that were read and checked, each in a reader of its own: a client that pages through a series causes only one
 * read and check of its block. Segments never change, so these blocks do not either.
 */
class OpenBlocks {
  readonly #segments: OpenSegments;
  readonly #newReader: () => BlockReader;
  /** By file and series number. A block without a reader is not read again until its entry is evicted. */
  readonly #readers = new Lru<string, BlockReader | typeof NO_READER>({ maxEntries: MAX_OPEN_BLOCKS });

  constructor(segments: OpenSegments, newReader: () => BlockReader) {
    this.#segments = segments;
    this.#newReader = newReader;
  }

  has(segment: Segment, number: number): boolean {
    return this.#readers.has(keyOf(segment, number));
  }

  /** Reads a block on the thread pool, without its neighbours. The next request finds it in the cache. */
  async load(segment: Segment, number: number): Promise<void> {
    const read = await this.#segments.loadBlock(segment, number);
    this.#readers.set(keyOf(segment, number), (read && this.#opened(segment, number, read)) ?? NO_READER);
  }

  /** Undefined if the series has no block there, or a damaged one. */
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
    return this.#segments.openInto(reader, segment, number, read) ? reader : undefined;
  }

  #spare(): BlockReader {
    const oldest = this.#readers.size < MAX_OPEN_BLOCKS ? undefined : this.#readers.shift();
    return oldest && oldest !== NO_READER ? oldest : this.#newReader();
  }
}

function keyOf({ path }: Segment, number: number): string {
  return `${path} ${number}`;
}

/** The first slot of the span at or after `notBefore`, and the last at or before `atOrBefore`. */
export function slotsWithin(start: number, atOrBefore: number, notBefore: number): [number, number] {
  return [Math.ceil((notBefore - start) / SLOT_MS) - 1, Math.floor((atOrBefore - start) / SLOT_MS) - 1];
}
