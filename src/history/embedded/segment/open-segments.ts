import type { SeriesId } from '../../../core/index-value.ts';
import { isReadFailure } from '../../../disk/read-failure.ts';
import { Lru } from '../../../core/lru.ts';
import type { Millis } from '../../../core/time.ts';
import type { BlockReader } from '../../block/block-reader.ts';
import type { DamageReports } from '../damage.ts';
import { SegmentDamaged, SegmentFile, touchEnd } from './segment-file.ts';
import type { SegmentSpan } from './segment-layout.ts';
import type { SeriesTable } from '../../tiers/series-table.ts';

/** A sealed segment, by what it spans and where it lies. */
export interface Segment {
  readonly span: SegmentSpan;
  readonly start: Millis;
  readonly path: string;
}

/** A block as it was read, not yet checked. */
export interface ReadBlock {
  readonly file: SegmentFile;
  readonly bytes: Uint8Array;
}

const MOST_OPEN_FILES = 256;
/** What is read from the disk together for a page of many series: a megabyte of day blocks. */
const BLOCKS_AT_ONCE = 150;

/** Keeps some segment files open, the last used ones. A file that cannot be read is reported and has no blocks. */
export class OpenSegments {
  readonly #series: SeriesTable;
  readonly #damage: DamageReports;
  readonly #open = new Lru<string, SegmentFile>({
    mostEntries: MOST_OPEN_FILES,
    onGone: (file) => this.#close(file),
  });
  #last: SegmentFile | undefined;
  /** Files that can be opened without waiting for the disk. */
  readonly #warmEnds = new Set<string>();
  /** Why the disk refused to read something, the last time. */
  #refused: string | undefined;

  constructor(series: SeriesTable, damage: DamageReports) {
    this.#series = series;
    this.#damage = damage;
  }

  /** Why the disk refused to read something since the last call; what it refused may be sound. */
  takeRefusal(): string | undefined {
    const refused = this.#refused;
    this.#refused = undefined;
    return refused;
  }

  /** Until the next call with another segment, which may close it. */
  file({ path, span, start }: Segment): SegmentFile | undefined {
    if (this.#last?.path === path) return this.#last;
    const file = this.#open.get(path) ?? this.#take(path, span, start);
    if (file) this.#last = file;
    return file;
  }

  /**
   * Points the reader at the block of a series: false where there is none or it is damaged, which is reported. The reader
   * is done with the bytes before the next block is read.
   */
  openBlock(segment: Segment, number: number, reader: BlockReader): boolean {
    const read = this.readBlock(segment, number);
    return read !== undefined && this.point(reader, segment, number, read);
  }

  /** The bytes of the block of a series, until the next block is read; undefined where it has none there. */
  readBlock(segment: Segment, number: number): ReadBlock | undefined {
    const file = this.file(segment);
    return file && this.#asRead(segment, number, file, file.blockOf(number));
  }

  /** The same, waiting for the disk on the thread pool, with bytes of their own. */
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

  /** Points the reader at a block that was read; false where it is damaged, which is reported. */
  point(reader: BlockReader, segment: Segment, number: number, { file, bytes: block }: ReadBlock): boolean {
    const isKnown = file.isKnown(number, block);
    const damaged = reader.open(block, isKnown ? 'checked' : 'check');
    if (damaged) this.reportBlock(segment, number, damaged.message);
    else if (!isKnown) file.remember(number, block);
    return !damaged;
  }

  /** Undefined where the file can be opened without waiting for the disk; else resolves when it can, or is gone. */
  warmUpFile({ path }: Segment): Promise<void> | undefined {
    return this.#open.has(path) || this.#warmEnds.has(path) ? undefined : this.#warmEnd(path);
  }

  /** Whether reading the block of a series, in a file that is warm, may have to wait for the disk. */
  isCold(segment: Segment, number: number): boolean {
    return this.file(segment)?.isCold(number) ?? false;
  }

  /**
   * Undefined where the block of the series at this place can be read without waiting for the disk; else resolves when
   * it can, and with it those of some series that come after it. The segment may be gone by then.
   */
  warmUp(segment: Segment, numbers: ArrayLike<number>, place: number): Promise<void> | undefined {
    const opened = this.warmUpFile(segment);
    if (opened) return opened;
    const file = this.file(segment);
    if (!file?.isCold(numbers[place]!)) return undefined;
    return file.touch(
      Array.from({ length: Math.min(BLOCKS_AT_ONCE, numbers.length - place) }, (_, i) => numbers[place + i]!),
    );
  }

  async #warmEnd(path: string): Promise<void> {
    await touchEnd(path);
    this.#warmEnds.add(path);
  }

  reportBlock({ path }: Segment, number: number, reason: string): void {
    this.#report(path, reason, this.#series.idOf(number));
  }

  reportFile({ path }: Segment, reason: string): void {
    this.#report(path, reason);
  }

  #report(path: string, reason: string, series?: SeriesId): void {
    if (isReadFailure(reason)) this.#refused = reason;
    this.#damage.report(path, reason, series);
  }

  /** Forgets a file that is about to go. */
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
