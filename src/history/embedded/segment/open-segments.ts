import type { SeriesId } from '../../../core/index-value.ts';
import { isReadFailure } from '../../../disk/read-failure.ts';
import { Lru } from '../../../core/lru.ts';
import type { Millis } from '../../../core/time.ts';
import type { BlockReader } from '../../block/block-reader.ts';
import type { DamageReports } from '../damage.ts';
import { SegmentDamaged, SegmentFile, prefetchEnd } from './segment-file.ts';
import type { SegmentSpan } from './segment-layout.ts';
import type { SeriesTable } from '../../tiers/series-table.ts';

/** A sealed segment: its span and its path. */
export interface Segment {
  readonly span: SegmentSpan;
  readonly start: Millis;
  readonly path: string;
}

/** A block that was read but not checked. */
export interface ReadBlock {
  readonly file: SegmentFile;
  readonly bytes: Uint8Array;
}

const MAX_OPEN_FILES = 256;
/** The number of blocks read from disk at once for a page of many series: a megabyte of day blocks. */
const BLOCKS_PER_READ = 150;

/** Caches open segment files. A file that cannot be read is reported and treated as empty. */
export class OpenSegments {
  readonly #series: SeriesTable;
  readonly #damage: DamageReports;
  readonly #open = new Lru<string, SegmentFile>({
    maxEntries: MAX_OPEN_FILES,
    onRemoved: (file) => this.#close(file),
  });
  #last: SegmentFile | undefined;
  /** Files that can be opened without waiting for the disk. */
  readonly #warmEnds = new Set<string>();
  /** The reason of the last failed read. */
  #readFailure: string | undefined;

  constructor(series: SeriesTable, damage: DamageReports) {
    this.#series = series;
    this.#damage = damage;
  }

  /** Why a read failed since the last call; the data that could not be read may be sound. */
  takeReadFailure(): string | undefined {
    const failure = this.#readFailure;
    this.#readFailure = undefined;
    return failure;
  }

  /** Valid until the next call with another segment, which may close the file. */
  file({ path, span, start }: Segment): SegmentFile | undefined {
    if (this.#last?.path === path) return this.#last;
    const file = this.#open.get(path) ?? this.#take(path, span, start);
    if (file) this.#last = file;
    return file;
  }

  /**
   * Opens the block of a series in the reader. Returns false if there is none, or if it is damaged, which is reported. The reader
   * must be done with the bytes before the next block is read.
   */
  openBlock(segment: Segment, number: number, reader: BlockReader): boolean {
    const read = this.readBlock(segment, number);
    return read !== undefined && this.openInto(reader, segment, number, read);
  }

  /** The bytes of the block of a series, valid until the next block is read; undefined if the series has none there. */
  readBlock(segment: Segment, number: number): ReadBlock | undefined {
    const file = this.file(segment);
    return file && this.#asRead(segment, number, file, file.blockOf(number));
  }

  /** The same, reading on the thread pool into a new buffer. */
  async loadBlock(segment: Segment, number: number): Promise<ReadBlock | undefined> {
    const file = this.file(segment);
    return file && this.#asRead(segment, number, file, await file.readBlock(number));
  }

  #asRead(
    segment: Segment,
    number: number,
    file: SegmentFile,
    bytes: Uint8Array | SegmentDamaged | undefined,
  ): ReadBlock | undefined {
    if (!(bytes instanceof SegmentDamaged)) return bytes && { file, bytes };
    this.reportBlock(segment, number, bytes.reason);
    return undefined;
  }

  /** Opens a block in the reader. Returns false if it is damaged, which is reported. */
  openInto(
    reader: BlockReader,
    segment: Segment,
    number: number,
    { file, bytes: block }: ReadBlock,
  ): boolean {
    const isKnown = file.isKnown(number, block);
    const damaged = reader.open(block, isKnown ? 'checked' : 'check');
    if (damaged) this.reportBlock(segment, number, damaged.message);
    else if (!isKnown) file.remember(number, block);
    return !damaged;
  }

  /**
   * Undefined if the file can be opened without waiting for the disk; otherwise resolves when it can, or when the file is gone.
   */
  warmUpFile({ path }: Segment): Promise<void> | undefined {
    return this.#open.has(path) || this.#warmEnds.has(path) ? undefined : this.#warmEnd(path);
  }

  /** Whether reading the block of a series, in a file that is warm, may have to wait for the disk. */
  isCold(segment: Segment, number: number): boolean {
    return this.file(segment)?.isCold(number) ?? false;
  }

  /**
   * Undefined if the block of the series at this position can be read without waiting for the disk; otherwise resolves when it
   * and the blocks of some of the following series can. The segment may be gone by then.
   */
  warmUp(segment: Segment, numbers: ArrayLike<number>, position: number): Promise<void> | undefined {
    const opened = this.warmUpFile(segment);
    if (opened) return opened;
    const file = this.file(segment);
    if (!file?.isCold(numbers[position]!)) return undefined;
    return file.prefetch(
      Array.from(
        { length: Math.min(BLOCKS_PER_READ, numbers.length - position) },
        (_, i) => numbers[position + i]!,
      ),
    );
  }

  async #warmEnd(path: string): Promise<void> {
    await prefetchEnd(path);
    this.#warmEnds.add(path);
  }

  reportBlock({ path }: Segment, number: number, reason: string): void {
    this.#report(path, reason, this.#series.idOf(number));
  }

  reportFile({ path }: Segment, reason: string): void {
    this.#report(path, reason);
  }

  #report(path: string, reason: string, series?: SeriesId): void {
    if (isReadFailure(reason)) this.#readFailure = reason;
    this.#damage.report(path, reason, series);
  }

  /** Closes a file that is about to be removed. */
  drop(path: string): void {
    this.#warmEnds.delete(path);
    this.#open.delete(path);
  }

  close(): void {
    this.#open.clear();
    this.#warmEnds.clear();
  }

  #close(file: SegmentFile): void {
    file.close();
    if (this.#last === file) this.#last = undefined;
  }

  #take(path: string, span: SegmentSpan, start: Millis): SegmentFile | undefined {
    this.#warmEnds.delete(path);
    const file = SegmentFile.open(path, span, start);
    if (file instanceof SegmentDamaged) {
      this.#report(path, file.reason);
      return undefined;
    }
    this.#open.set(path, file);
    return file;
  }
}
