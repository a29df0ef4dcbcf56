import { closeSync, fstatSync, readSync, statSync } from '../../../disk/files.ts';
import { OperatorError } from '../../../core/errors.ts';
import { readFailureOf } from '../../../disk/read-failure.ts';
import { openRegularFile } from '../../../disk/regular-file.ts';
import { checksum } from '../checksum.ts';
import { decodeHeader, JOURNAL_HEADER_BYTES, type JournalHeader } from './journal-header.ts';
import {
  claimedBytes,
  decodeRecordHead,
  headBytesOf,
  RECORD_MAGIC,
  type RecordHead,
  type ValuePlace,
} from './journal-record.ts';

const HEAD_READ_BYTES = 4096;
/** The unit in which a disk reads or fails. */
const SECTOR_BYTES = 4096;
/**
 * Error codes of lost bytes: the disk, or a file system with checksums, cannot return them. An operator can fix any other error.
 */
const BYTES_LOST = new Set(['EIO', 'ENXIO', 'EREMOTEIO', 'EBADMSG', 'EUCLEAN']);

/** Whether this is the name of a journal file. */
export function isJournalFile(name: string): boolean {
  return /^\d{10}\.log$/.test(name);
}

/** A journal file that cannot be read at all, although the disk has not lost it. */
export class JournalUnreadable extends OperatorError {
  readonly path: string;
  readonly reason: string;

  constructor(path: string, reason: string) {
    super(
      `${path} ${reason}. Make it readable, then start again. If that is not possible, move it elsewhere: data that only ` +
        'it contains, such as the ticks since the last full hour, will then not be served.',
    );
    this.path = path;
    this.reason = reason;
  }
}

/** Undefined if there is no such file, or it has no sound header. */
export function headerIn(path: string): JournalHeader | undefined {
  const { size = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {};
  if (size < JOURNAL_HEADER_BYTES) return undefined;
  const file = new JournalFile(path);
  file.close();
  return file.header;
}

/** Reads a journal file. Losses are reported as text. Bytes that the disk fails to read count as damaged; all others are read. */
export class JournalFile {
  readonly path: string;
  readonly header: JournalHeader | undefined;
  readonly size: number;
  readonly #file: number;
  #refused: string | undefined;

  constructor(path: string) {
    this.path = path;
    this.#file = this.#orUnreadable(() => openRegularFile(path));
    try {
      this.size = fstatSync(this.#file).size;
      this.header = decodeHeader(this.#read(0, JOURNAL_HEADER_BYTES), path);
    } catch (error) {
      closeSync(this.#file);
      throw error;
    }
  }

  /**
   * Passes on the heads of all records, oldest first, and returns the end of the last one. `end` is the end according to the next
   * file. Without a next file, an incomplete last record was being written when the process or the machine stopped, and was never
   * acknowledged.
   */
  replay(
    end: number | undefined,
    onHead: (head: RecordHead) => void,
    onLoss: (loss: string) => void,
  ): number {
    const limit = Math.min(end ?? this.size, this.size);
    let at = JOURNAL_HEADER_BYTES;
    while (at < limit) {
      const head = this.#headAt(at, limit);
      if (head && (end !== undefined || head.end < limit || this.#isWhole(head))) {
        onHead(head);
        at = head.end;
        continue;
      }
      const next = this.#nextSound(at + 1, limit);
      if (next === undefined) {
        const isCut = end === undefined && at + claimedBytes(this.#read(at, HEAD_READ_BYTES)) > limit;
        if (!isCut) onLoss(`${limit - at} bytes from ${at} on are damaged`);
        return end === undefined ? at : limit;
      }
      onLoss(`${next - at} bytes from ${at} on are damaged`);
      at = next;
    }
    if (end !== undefined && end > this.size) onLoss(`${end - this.size} bytes at its end are missing`);
    return at;
  }

  /** Undefined if the bytes are not those that were written. */
  value({ offset, bytes, checksum: expected }: ValuePlace): Uint8Array | undefined {
    const value = this.#read(offset, bytes);
    return value.length === bytes && checksum(value) === expected ? value : undefined;
  }

  /** Why the disk failed to read a part of the file, if it did. */
  get refused(): string | undefined {
    return this.#refused;
  }

  close(): void {
    closeSync(this.#file);
  }

  #headAt(at: number, limit: number): RecordHead | undefined {
    const start = this.#read(at, Math.min(HEAD_READ_BYTES, limit - at));
    const headBytes = headBytesOf(start);
    if (headBytes === undefined || at + headBytes > limit) return undefined;
    const head = decodeRecordHead(headBytes > start.length ? this.#read(at, headBytes) : start, at);
    return head && head.end <= limit ? head : undefined;
  }

  #isWhole({ puts }: RecordHead): boolean {
    return puts.every(({ place }) => this.value(place) !== undefined);
  }

  /** The offset of the next record with a sound head, so that damage affects only the records that it hit. */
  #nextSound(from: number, limit: number): number | undefined {
    const rest = Buffer.from(this.#read(from, limit - from));
    const magic = Buffer.alloc(4);
    magic.writeUInt32BE(RECORD_MAGIC);
    for (let at = rest.indexOf(magic); at >= 0; at = rest.indexOf(magic, at + 1)) {
      const head = this.#headAt(from + at, limit);
      if (head) return from + at;
    }
    return undefined;
  }

  #read(offset: number, length: number): Uint8Array {
    const bytes = new Uint8Array(Math.max(0, Math.min(length, this.size - offset)));
    try {
      return bytes.subarray(0, readSync(this.#file, bytes, 0, bytes.length, offset));
    } catch (error) {
      if (!isByteLoss(error)) return this.#orUnreadable(() => rethrow(error));
      return this.#readSectors(bytes, offset);
    }
  }

  /** Sectors that the disk fails to read stay zero, which fails every checksum. */
  #readSectors(bytes: Uint8Array, offset: number): Uint8Array {
    for (let at = 0; at < bytes.length;) {
      const end = Math.min(bytes.length, at + SECTOR_BYTES - ((offset + at) % SECTOR_BYTES));
      try {
        const read = readSync(this.#file, bytes, at, end - at, offset + at);
        if (read < end - at) return bytes.subarray(0, at + read);
      } catch (error) {
        if (!isByteLoss(error)) throw error;
        bytes.fill(0, at, end);
        this.#refused = readFailureOf(error);
      }
      at = end;
    }
    return bytes;
  }

  #orUnreadable<Result>(read: () => Result): Result {
    try {
      return read();
    } catch (error) {
      const reason = readFailureOf(error);
      throw reason === undefined ? error : new JournalUnreadable(this.path, reason);
    }
  }
}

function isByteLoss(error: unknown): boolean {
  return BYTES_LOST.has((error as NodeJS.ErrnoException).code ?? '');
}

function rethrow(error: unknown): never {
  throw error;
}
