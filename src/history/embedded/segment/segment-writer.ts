import { dirname } from 'node:path';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from '../../../disk/files.ts';
import type { Millis } from '../../../core/time.ts';
import { PRIVATE_FILE_MODE, syncFolder } from '../../../disk/durable-file.ts';
import { checksum } from '../checksum.ts';
import { encodeHourHeads, HourHeads } from './hour-heads.ts';
import { encodeAnnex, type SegmentTick } from './segment-annex.ts';
import {
  encodeFooter,
  encodeSegmentHeader,
  INDEX_ENTRY_BYTES,
  type Region,
  type SegmentSpan,
} from './segment-layout.ts';

export const TEMPORARY = '.tmp';
const BUFFER_BYTES = 1 << 20;

/**
 * Writes a segment file so that a crash at any moment leaves either no file of that name or the complete file: temporary file,
 * fsync, rename, fsync of the folder. On any failure the temporary file is removed and the error is thrown.
 */
export class SegmentWriter {
  readonly #span: SegmentSpan;
  readonly #start: Millis;
  readonly #file: number;
  readonly #buffer = new Uint8Array(BUFFER_BYTES);
  #buffered = 0;
  #offset = 0;
  readonly #index: number[] = [];
  readonly #series: Uint8Array[] = [];
  /** Only days have a table of hours. */
  readonly #heads: HourHeads | undefined;
  readonly #entries: Uint8Array[] = [];

  private constructor(path: string, span: SegmentSpan, start: Millis) {
    this.#span = span;
    this.#start = start;
    this.#heads = span === 'day' ? new HourHeads() : undefined;
    this.#file = openSync(path + TEMPORARY, 'w', PRIVATE_FILE_MODE);
  }

  static write(
    path: string,
    span: SegmentSpan,
    start: Millis,
    fill: (writer: SegmentWriter) => readonly SegmentTick[],
  ): void {
    const writer = new SegmentWriter(path, span, start);
    try {
      writer.#put(encodeSegmentHeader(span));
      writer.#finish(fill(writer));
      fsyncSync(writer.#file);
    } catch (error) {
      closeSync(writer.#file);
      rmSync(path + TEMPORARY, { force: true });
      throw error;
    }
    closeSync(writer.#file);
    renameSync(path + TEMPORARY, path);
    syncFolder(dirname(path));
  }

  /** Blocks must be added in series order. */
  addBlock(number: number, packedSeries: Uint8Array, block: Uint8Array): void {
    this.#index.push(number, this.#offset, block.length);
    this.#series.push(packedSeries);
    if (this.#heads) this.#entries.push(this.#heads.entriesOf(block));
    this.#put(block);
  }

  #finish(ticks: readonly SegmentTick[]): void {
    const index = new Uint8Array((this.#index.length / 3) * INDEX_ENTRY_BYTES);
    const view = new DataView(index.buffer);
    this.#index.forEach((word, i) => view.setUint32(4 * i, word));
    const annex = encodeAnnex({ series: Buffer.concat(this.#series), ticks });
    if (this.#heads) {
      const [start, blocks] = [this.#start, this.#series.length];
      const place = { start, blocks, index: checksum(index), annex: checksum(annex) };
      this.#put(encodeHourHeads(this.#entries, place));
    }
    const regions = [this.#putRegion(index), this.#putRegion(annex)] as const;
    this.#put(
      encodeFooter({
        span: this.#span,
        start: this.#start,
        blocks: this.#series.length,
        index: regions[0],
        annex: regions[1],
      }),
    );
    this.#flush();
  }

  #putRegion(bytes: Uint8Array): Region {
    const offset = this.#offset;
    this.#put(bytes);
    return { offset, bytes: bytes.length, checksum: checksum(bytes) };
  }

  #put(bytes: Uint8Array): void {
    if (this.#buffered + bytes.length > BUFFER_BYTES) this.#flush();
    if (bytes.length > BUFFER_BYTES) writeAll(this.#file, bytes);
    else {
      this.#buffer.set(bytes, this.#buffered);
      this.#buffered += bytes.length;
    }
    this.#offset += bytes.length;
  }

  #flush(): void {
    writeAll(this.#file, this.#buffer.subarray(0, this.#buffered));
    this.#buffered = 0;
  }
}

/** A nearly full disk may write only a part at a time. */
function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
}
