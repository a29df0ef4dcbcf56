import { promisify } from 'node:util';
import { closeSync, fstatSync, read, readSync } from '../../../disk/files.ts';
import type { Millis } from '../../../core/time.ts';
import { readFailureOf } from '../../../disk/read-failure.ts';
import { openRegularFile, openRegularHandle } from '../../../disk/regular-file.ts';
import { FILE_MISSING } from '../../scrub/finding.ts';
import { checksum } from '../checksum.ts';
import {
  hourHeadsBytes,
  isHourHeadsTrailer,
  isSoundSection,
  sectionBytes,
  TRAILER_BYTES,
} from './hour-heads.ts';
import { decodeAnnex, type SegmentAnnex } from './segment-annex.ts';
import {
  decodeFooter,
  FOOTER_BYTES,
  SEGMENT_HEADER_BYTES,
  INDEX_ENTRY_BYTES,
  type Region,
  type SegmentFooter,
  type SegmentSpan,
} from './segment-layout.ts';

/** Enough for index, annex and footer of a day of the full simulated world. */
const TOUCHED_END_BYTES = 512 * 1024;

/** The unit of read-ahead, so that reads of neighbouring series find their blocks in the page cache. */
const REGION_BYTES = 256 * 1024;
const REGIONS_PER_READ = 4;

/** Why a file cannot be read as a segment. */
export class SegmentDamaged {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

/** An open sealed segment. Its index is in memory, its blocks are not. */
export class SegmentFile {
  readonly path: string;
  readonly footer: SegmentFooter;
  /** The numbers of its series, in series order. */
  readonly numbers: Uint32Array;
  readonly #file: number;
  /** The offset of each series' block by number, 0 for none. */
  readonly #offsets: Uint32Array;
  readonly #lengths: Uint32Array;
  /** By number: the CRC-32 of a block that was sound when last read, or 0 if it was not read. */
  readonly #soundChecksums: Uint32Array;
  /** The position in the index of each series by number. */
  readonly #entries: Uint32Array;
  /** The hour whose heads were read last. */
  #heads: { readonly hour: number; readonly section: Uint8Array | SegmentDamaged } | undefined;
  #hasHeads: boolean | SegmentDamaged | undefined;
  /** The numbers of the regions that are, or were, in the page cache. */
  readonly #touched = new Set<number>();
  #discarded: Uint8Array | undefined;
  /** Pending reads on the thread pool. */
  #reading = 0;
  #isClosed = false;
  #scratch = new Uint8Array(16_384);

  private constructor(path: string, file: number, footer: SegmentFooter, index: Uint8Array) {
    this.path = path;
    this.#file = file;
    this.footer = footer;
    const view = new DataView(index.buffer, index.byteOffset, index.length);
    const word = (entry: number, i: number) => view.getUint32(entry * INDEX_ENTRY_BYTES + 4 * i);
    this.numbers = Uint32Array.from({ length: footer.blocks }, (_, entry) => word(entry, 0));
    const size = this.numbers.reduce((max, number) => Math.max(max, number + 1), 0);
    this.#offsets = new Uint32Array(size);
    this.#lengths = new Uint32Array(size);
    this.#soundChecksums = new Uint32Array(size);
    this.#entries = new Uint32Array(size);
    for (const [entry, number] of this.numbers.entries()) {
      this.#entries[number] = entry;
      this.#offsets[number] = word(entry, 1);
      this.#lengths[number] = word(entry, 2);
    }
  }

  /**
   * Throws only if the machine has run out of a resource. Returns SegmentDamaged for a file that is missing, damaged, of another
   * start or span than expected, or that the disk fails to read.
   */
  static open(path: string, span: SegmentSpan, start?: Millis): SegmentFile | SegmentDamaged {
    return unlessUnread(() => {
      const file = openIfThere(path);
      if (file === undefined) return new SegmentDamaged(FILE_MISSING);
      const opened = openedOrClosed(file, span, start);
      if (opened instanceof SegmentDamaged) return opened;
      return new SegmentFile(path, file, opened.footer, opened.index);
    });
  }

  has(number: number): boolean {
    return (this.#offsets[number] ?? 0) > 0;
  }

  /**
   * The unchecked bytes of the block, valid until the next call; undefined if the series has none, SegmentDamaged if the disk
   * fails to read it. Waits for the disk.
   */
  blockOf(number: number): Uint8Array | SegmentDamaged | undefined {
    const offset = this.#offsets[number] ?? 0;
    if (offset === 0) return undefined;
    return this.#readScratch(offset, this.#lengths[number]!);
  }

  #readScratch(offset: number, length: number): Uint8Array | SegmentDamaged {
    if (length > this.#scratch.length) this.#scratch = new Uint8Array(2 * length);
    return unlessUnread(() =>
      this.#scratch.subarray(0, readSync(this.#file, this.#scratch, 0, length, offset)),
    );
  }

  /**
   * The entries of all blocks for an hour of a day (`hour-heads.ts`); undefined if the file has none, because an earlier version wrote
   * it. Valid until the next call.
   */
  hourHeads(hour: number): Uint8Array | SegmentDamaged | undefined {
    this.#hasHeads ??= this.#findHeads();
    if (this.#hasHeads !== true) return this.#hasHeads || undefined;
    if (this.#heads?.hour !== hour) this.#heads = { hour, section: this.#readHeads(hour) };
    return this.#heads.section;
  }

  /** The position of a series in the entries of an hour. */
  entryOf(number: number): number {
    return this.#entries[number]!;
  }

  /** A part of the block of a series, unchecked; the same as `blockOf` otherwise. The series must have a block. */
  partOf(number: number, from: number, bytes: number): Uint8Array | SegmentDamaged {
    return this.#readScratch(this.#offsets[number]! + from, bytes);
  }

  #findHeads(): boolean | SegmentDamaged {
    const { index, blocks } = this.footer;
    const last = this.numbers.at(-1);
    const end = last === undefined ? index.offset : this.#offsets[last]! + this.#lengths[last]!;
    if (this.footer.span !== 'day' || end === index.offset) return false;
    return unlessUnread(() => {
      const isThere =
        index.offset - end === hourHeadsBytes(blocks) &&
        isHourHeadsTrailer(readAt(this.#file, index.offset - TRAILER_BYTES, TRAILER_BYTES), blocks);
      return isThere || new SegmentDamaged('the table of hours is damaged');
    });
  }

  #readHeads(hour: number): Uint8Array | SegmentDamaged {
    const { start, index, annex, blocks } = this.footer;
    const offset = index.offset - hourHeadsBytes(blocks) + hour * sectionBytes(blocks);
    const place = { start, blocks, index: index.checksum, annex: annex.checksum };
    return unlessUnread(() => {
      const section = readAt(this.#file, offset, sectionBytes(blocks));
      if (isSoundSection(section, place, hour)) return section;
      return new SegmentDamaged(`the table of hours is damaged at hour ${hour}`);
    });
  }

  /**
   * Whether these are the bytes of a block that was found sound before. Node's CRC-32 takes a tenth of the time of the block's
   * own checksum, and also detects a disk that goes bad later.
   */
  isKnown(number: number, block: Uint8Array): boolean {
    const known = this.#soundChecksums[number] ?? 0;
    return known !== 0 && known === checksum(block);
  }

  remember(number: number, block: Uint8Array): void {
    this.#soundChecksums[number] = checksum(block);
  }

  /** Whether reading the block now may have to wait for the disk. */
  isCold(number: number): boolean {
    if (!this.has(number) || this.#soundChecksums[number] !== 0) return false;
    const [first, last] = this.#regionsOf(number);
    for (let region = first; region <= last; region++) if (!this.#touched.has(region)) return true;
    return false;
  }

  /** The same as `blockOf`, reading on the thread pool into a new buffer. */
  async readBlock(number: number): Promise<Uint8Array | SegmentDamaged | undefined> {
    const offset = this.#offsets[number] ?? 0;
    if (offset === 0) return undefined;
    const bytes = new Uint8Array(this.#lengths[number]!);
    const read = await this.#read(bytes, offset).catch(asUnread);
    return read instanceof SegmentDamaged ? read : bytes.subarray(0, read);
  }

  /** Reads the regions of these series' blocks on the thread pool, adjacent ones at once, so that they are in the page cache. */
  async prefetch(numbers: readonly number[]): Promise<void> {
    const regions = new Set<number>();
    for (const number of numbers) {
      if (!this.isCold(number)) continue;
      const [first, last] = this.#regionsOf(number);
      for (let region = first; region <= last; region++) regions.add(region);
    }
    // The bytes are not used, so reads that run at the same time may share the memory.
    this.#discarded ??= Buffer.allocUnsafeSlow(REGIONS_PER_READ * REGION_BYTES);
    for (const [first, count] of consecutiveRuns(regions, REGIONS_PER_READ)) {
      // A failure is reported when a block in this region is read.
      const bytes = this.#discarded.subarray(0, count * REGION_BYTES);
      await this.#read(bytes, first * REGION_BYTES).catch(asUnread);
      for (let i = 0; i < count; i++) this.#touched.add(first + i);
    }
  }

  /** Returns the number of bytes read. The file stays open until then. */
  async #read(into: Uint8Array, offset: number): Promise<number> {
    this.#reading++;
    try {
      return (await readAsync(this.#file, into, 0, into.length, offset)).bytesRead;
    } finally {
      this.#reading--;
      if (this.#isClosed && this.#reading === 0) closeSync(this.#file);
    }
  }

  /** The first and the last region of a block. */
  #regionsOf(number: number): [number, number] {
    const offset = this.#offsets[number]!;
    return [
      Math.floor(offset / REGION_BYTES),
      Math.floor((offset + this.#lengths[number]! - 1) / REGION_BYTES),
    ];
  }

  annex(): SegmentAnnex | SegmentDamaged {
    return unlessUnread(() => {
      const bytes = readRegion(this.#file, this.footer.annex);
      const annex = bytes && decodeAnnex(bytes, this.footer.blocks);
      return annex ?? new SegmentDamaged('the annex is damaged');
    });
  }

  /** Closes the file after pending reads. */
  close(): void {
    this.#isClosed = true;
    if (this.#reading === 0) closeSync(this.#file);
  }
}

const readAsync = promisify(read);

/** Groups consecutive numbers: the first of each group, and how many there are, at most `most`. */
function consecutiveRuns(numbers: Iterable<number>, most: number): [first: number, count: number][] {
  const runs: [first: number, count: number][] = [];
  for (const number of [...numbers].toSorted((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && last[0] + last[1] === number && last[1] < most) last[1]++;
    else runs.push([number, 1]);
  }
  return runs;
}

/** Checks a segment by opening it. Returns the largest series number in it plus one. */
export function probeSegment(path: string, span: SegmentSpan, start: Millis): number | SegmentDamaged {
  const file = SegmentFile.open(path, span, start);
  if (file instanceof SegmentDamaged) return file;
  file.close();
  return file.numbers.reduce((size, number) => Math.max(size, number + 1), 0);
}

/** Treats data that the disk fails to read as damage, like bytes with a wrong checksum. */
function unlessUnread<Result>(read: () => Result | SegmentDamaged): Result | SegmentDamaged {
  try {
    return read();
  } catch (error) {
    return asUnread(error);
  }
}

function asUnread(error: unknown): SegmentDamaged {
  const reason = readFailureOf(error);
  if (reason === undefined) throw error;
  return new SegmentDamaged(reason);
}

function openIfThere(path: string): number | undefined {
  try {
    return openRegularFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Reads the parts of a segment that opening needs, on the thread pool, so that they are in the page cache. If the file is gone,
 * or the disk fails to read it, this is reported when it is opened.
 */
export async function prefetchEnd(path: string): Promise<void> {
  try {
    await readEnd(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') asUnread(error);
  }
}

async function readEnd(path: string): Promise<void> {
  const file = await openRegularHandle(path);
  try {
    const { size } = await file.stat();
    const bytes = Math.min(size, TOUCHED_END_BYTES);
    await file.read(new Uint8Array(bytes), 0, bytes, size - bytes);
  } finally {
    await file.close();
  }
}

/** Closes the file if it cannot be used. */
function openedOrClosed(...[file, span, start]: Parameters<typeof openWith>): ReturnType<typeof openWith> {
  let opened: ReturnType<typeof openWith> | undefined;
  try {
    opened = openWith(file, span, start);
    return opened;
  } finally {
    if (!opened || opened instanceof SegmentDamaged) closeSync(file);
  }
}

function openWith(
  file: number,
  span: SegmentSpan,
  start: Millis | undefined,
): { readonly footer: SegmentFooter; readonly index: Uint8Array } | SegmentDamaged {
  const { size } = fstatSync(file);
  const header = readAt(file, 0, SEGMENT_HEADER_BYTES);
  const footer = decodeFooter(
    header,
    readAt(file, Math.max(0, size - FOOTER_BYTES), FOOTER_BYTES),
    size,
    span,
  );
  if (typeof footer === 'string') return new SegmentDamaged(footer);
  if (start !== undefined && footer.start !== start)
    return new SegmentDamaged(
      `its content starts at ${new Date(footer.start).toISOString()}, which contradicts its name`,
    );
  const index = readRegion(file, footer.index);
  if (!index || index.length !== footer.blocks * INDEX_ENTRY_BYTES)
    return new SegmentDamaged('the index is damaged');
  return { footer, index };
}

function readRegion(file: number, region: Region): Uint8Array | undefined {
  const bytes = readAt(file, region.offset, region.bytes);
  return bytes.length === region.bytes && checksum(bytes) === region.checksum ? bytes : undefined;
}

function readAt(file: number, offset: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, offset));
}
