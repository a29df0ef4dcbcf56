import { setImmediate } from 'node:timers/promises';
import type { SeriesId } from '../../../src/core/index-value.ts';
import { DAY_MS, type Millis, SLOTS_PER_DAY } from '../../../src/core/time.ts';
import { roundLxPrice, roundSignificant } from '../../../src/engine/numbers/rounding.ts';
import { BlockDamaged } from '../../../src/history/block/block-damaged.ts';
import type { BlockReader } from '../../../src/history/block/block-reader.ts';
import { dayReader } from '../../../src/history/block/day-block.ts';
import { LX_LAYOUT, TICK_LAYOUT, type BlockLayout } from '../../../src/history/block/layout.ts';
import { rowBuffer, type RowBuffer } from '../../../src/history/block/rows.ts';
import { SegmentDamaged, SegmentFile } from '../../../src/history/embedded/segment/segment-file.ts';
import { SERIES_BYTES, unpackSeries } from '../../../src/history/tiers/series-bytes.ts';
import { layoutOf } from '../../../src/history/tiers/series-layout.ts';
import { StoreFolders } from '../../../src/history/embedded/store-folders.ts';
import type { PastSeries } from '../../../src/history/history-store.ts';
import type { PastValues } from './past-values.ts';

const SERIES_PER_BATCH = 500;
/** Maximum factor of a series compared with the day that it is taken from. */
const MOST = 1.5;

/**
 * Values of days that are stored already, in turns, each series multiplied by a factor of its own for each day and
 * rounded as published values are. Unchanged values stay unchanged, and others change by the same ratio: a day takes as
 * many bytes as the day that it is derived from, and no two are alike. Several times as fast as modelling.
 */
export class ShiftedValues implements PastValues {
  readonly #folders: StoreFolders;
  readonly #lastDay: Millis;
  readonly #days: number;
  readonly #decoders = new Map([TICK_LAYOUT, LX_LAYOUT].map((layout) => [layout, new Decoder(layout)]));

  /** Taken from this many days, the last of which is `lastDay`. */
  constructor(folder: string, lastDay: Millis, days: number) {
    this.#folders = new StoreFolders(folder);
    this.#lastDay = lastDay;
    this.#days = days;
  }

  async *batches(day: Millis): AsyncGenerator<readonly PastSeries[]> {
    const made = this.#made(day);
    for (let coming = made.next(); ;) {
      const { done, value } = await coming;
      if (done) return;
      coming = made.next();
      yield value;
    }
  }

  async *#made(day: Millis): AsyncGenerator<readonly PastSeries[], undefined> {
    const daysBefore = (this.#lastDay - day) / DAY_MS;
    const file = this.#open(this.#lastDay - (daysBefore % this.#days) * DAY_MS);
    try {
      let batch: PastSeries[] = [];
      for (const [id, number] of seriesIn(file)) {
        batch.push(this.#shifted(file, id, number, factorOf(daysBefore, number)));
        if (batch.length < SERIES_PER_BATCH) continue;
        yield batch;
        batch = [];
        // The store shares this thread.
        await setImmediate();
      }
      yield batch;
    } finally {
      file.close();
    }
  }

  #open(day: Millis): SegmentFile {
    const segment = this.#folders.segments().find(({ span, start }) => span === 'day' && start === day);
    const file = segment ? SegmentFile.open(segment.path, 'day') : undefined;
    if (file instanceof SegmentFile) return file;
    throw new Error(`the day to take values from is not there: ${file?.reason ?? 'no file'}`);
  }

  #shifted(file: SegmentFile, id: SeriesId, number: number, factor: number): PastSeries {
    const { count, buffer } = this.#decoders.get(layoutOf(id.indexType))!.decode(file, number);
    const [prices, volumes, tickVolumes] = buffer.numbers;
    const roundPrice = id.indexType === 'LX' ? roundLxPrice : roundSignificant;
    return {
      ...id,
      slots: sharedCopy(buffer.rowNumbers, count),
      prices: shared(count, (row) => roundPrice(prices![row]! * factor)),
      volumes: shared(count, (row) => roundSignificant(volumes![row]! * factor)),
      tickVolumes: tickVolumes
        ? shared(count, (row) => tickVolumes[row]!)
        : NO_TICK_VOLUMES.subarray(0, count),
      flags: sharedCopy(buffer.flags, count),
    };
  }
}

const NO_TICK_VOLUMES = shared(SLOTS_PER_DAY, () => Number.NaN);

/** Reads whole days of series of one layout. */
class Decoder {
  readonly #reader: BlockReader;
  readonly #buffer: RowBuffer;

  constructor(layout: BlockLayout) {
    this.#reader = dayReader(layout);
    this.#buffer = rowBuffer(layout, SLOTS_PER_DAY);
  }

  decode(file: SegmentFile, number: number): { readonly count: number; readonly buffer: RowBuffer } {
    const block = file.blockOf(number)!;
    if (block instanceof SegmentDamaged) throw new Error(`${file.path}: ${block.reason}`);
    const damaged = this.#reader.open(block);
    const count = damaged ?? this.#reader.read(0, SLOTS_PER_DAY - 1, 'oldest-first', this.#buffer);
    if (count instanceof BlockDamaged) throw new Error(`${file.path}: ${count.message}`);
    return { count, buffer: this.#buffer };
  }
}

function* seriesIn(file: SegmentFile): Generator<[SeriesId, number]> {
  const annex = file.annex();
  if (annex instanceof SegmentDamaged) throw new Error(`${file.path}: ${annex.reason}`);
  for (const [entry, number] of file.numbers.entries())
    yield [unpackSeries(annex.series, entry * SERIES_BYTES), number];
}

/** Shared memory, so that threads do not copy it. */
function shared(count: number, valueOf: (row: number) => number): Float64Array {
  const column = new Float64Array(new SharedArrayBuffer(8 * count));
  for (let row = 0; row < count; row++) column[row] = valueOf(row);
  return column;
}

function sharedCopy(column: Uint16Array, count: number): Uint16Array {
  const copy = new Uint16Array(new SharedArrayBuffer(2 * count));
  copy.set(column.subarray(0, count));
  return copy;
}

/** The same for the same day and series, and evenly spread on a logarithmic scale. */
function factorOf(daysBefore: number, number: number): number {
  let hash = Math.imul(daysBefore + 1, 0x9e37_79b1) ^ Math.imul(number + 1, 0x85eb_ca77);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b_3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a_2d39);
  const share = ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32;
  return MOST ** (2 * share - 1);
}
