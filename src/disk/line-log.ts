import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { type FileHandle, constants } from './files.ts';
import type { AppendShared } from '../core/numbers/append-shared.ts';
import { PRIVATE_FILE_MODE, readBytesIfExists, syncFolder, writeFileDurably } from './durable-file.ts';
import { inheritOwner } from './folder-owner.ts';
import { openRegularHandle } from './regular-file.ts';

export interface LogContent {
  readonly lines: readonly string[];
  /** Bytes after the last line end: of a line that was being written when the machine stopped. */
  readonly tornBytes: number;
  /** Numbers, from 1, of lines with a wrong checksum. They stay in the file. */
  readonly damagedLines: readonly number[];
}

const CHECKSUM_DIGITS = 8;
const NEWLINE = 10;
const HEADER = /^\{"format":\d+\}$/;

/** Whether the line only states the format of the file. A header belongs to the file and is not shared. */
export function isHeader(line: string): boolean {
  return HEADER.test(line);
}

/**
 * An append-only file of lines, each with a leading checksum. Lines are durable once `append` resolves. A crash may leave the
 * first lines of an unfinished call. If the file is the copy of a log that several nodes share, lines are stored in the shared
 * log first.
 */
export class LineLog {
  readonly #handle: FileHandle;
  readonly #share: AppendShared | undefined;
  #length: number;
  /** The number of lines except headers. */
  #records: number;
  /** Lines that the shared log may have and this file lacks. */
  #tried: readonly string[] = [];

  private constructor(handle: FileHandle, length: number, records: number, share: AppendShared | undefined) {
    this.#handle = handle;
    this.#length = length;
    this.#records = records;
    this.#share = share;
  }

  /** Reads the log and cuts off an unfinished line. Calls `onDoubt` first if the end does not look like one. */
  static async open(
    path: string,
    onDoubt: (reason: string) => void = () => undefined,
    share?: AppendShared,
  ): Promise<{ readonly log: LineLog; readonly content: LogContent }> {
    const handle = await openRegularHandle(path, constants.O_RDWR | constants.O_CREAT, PRIVATE_FILE_MODE);
    try {
      const { content, length } = await readAndMend(handle, onDoubt);
      if (length === 0) {
        inheritOwner(dirname(path), handle.fd);
        syncFolder(dirname(path));
      }
      const records = content.lines.filter((line) => !isHeader(line)).length;
      return { log: new LineLog(handle, length, records, share), content };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** Reads a log without changing it, even while it is being written. Undefined if there is no such file. */
  static read(path: string): LogContent | undefined {
    const bytes = readBytesIfExists(path);
    return bytes && readLines(bytes);
  }

  /** Replaces the file with one that has these lines. A log that is open on the old file must be opened again. */
  static replace(path: string, lines: readonly string[]): void {
    writeFileDurably(path, logText(lines));
  }

  /**
   * Call it only after the previous call has ended. `before`: lines that belong to this file alone, in front of the others. If it
   * throws, nothing was added to the file. If lines are shared, the next call stores them before its own, unless its lines begin
   * with them.
   */
  async append(lines: readonly string[], before: readonly string[] = []): Promise<void> {
    const stored = this.#share && lines.length > 0 ? await this.#stored(lines, this.#share) : lines;
    await this.#add([...before, ...stored]);
    this.#records += stored.length;
    this.#tried = [];
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }

  /** Stores the lines in the shared log. Returns all lines that this file lacks. */
  async #stored(lines: readonly string[], share: AppendShared): Promise<readonly string[]> {
    const tried = this.#tried;
    const isRepeated = tried.every((line, i) => line === lines[i]);
    const all = isRepeated ? lines : [...tried, ...lines];
    this.#tried = all;
    await share(
      all.map((line) => Buffer.from(line)),
      this.#records,
    );
    return all;
  }

  async #add(lines: readonly string[]): Promise<void> {
    const bytes = Buffer.from(logText(lines));
    try {
      await this.#write(bytes);
      await this.#handle.datasync();
    } catch (error) {
      await this.#handle.truncate(this.#length);
      throw error;
    }
    this.#length += bytes.length;
  }

  async #write(bytes: Buffer): Promise<void> {
    for (let written = 0; written < bytes.length;) {
      const left = bytes.length - written;
      const { bytesWritten } = await this.#handle.write(bytes, written, left, this.#length + written);
      written += bytesWritten;
    }
  }
}

export function logText(lines: readonly string[]): string {
  return lines.map((line) => `${checksumOf(line)} ${line}\n`).join('');
}

/** Longer than any line that is being written. */
const MAX_LINE_BYTES = 64 * 1024;

/** Cuts off the bytes after the last line end, unless they are a complete line that lacks only its end. */
async function readAndMend(
  handle: FileHandle,
  onDoubt: (reason: string) => void,
): Promise<{ content: LogContent; length: number }> {
  const bytes = await handle.readFile();
  const content = readLines(bytes);
  const { tornBytes } = content;
  const length = bytes.length - tornBytes;
  const rest = bytes.subarray(length);
  // A process that was killed may have written lines without syncing them: from now on they count.
  if (length > 0) await handle.datasync();
  if (lineIn(rest.toString('utf8')) !== undefined) {
    await handle.write('\n', bytes.length);
    await handle.sync();
    return { content: readLines(Buffer.concat([bytes, Buffer.of(NEWLINE)])), length: bytes.length + 1 };
  }
  if (tornBytes > MAX_LINE_BYTES || rest.includes(0)) onDoubt(`${tornBytes} bytes at its end are not a line`);
  if (tornBytes > 0) {
    await handle.truncate(length);
    await handle.sync();
  }
  return { content, length };
}

/** Parses a log. Its bytes may come from a file that is being written. */
export function readLines(bytes: Buffer): LogContent {
  const length = bytes.lastIndexOf(NEWLINE) + 1;
  const lines: string[] = [];
  const damagedLines: number[] = [];
  const written = length === 0 ? [] : bytes.toString('utf8', 0, length - 1).split('\n');
  written.forEach((text, i) => {
    const found = linesIn(text);
    lines.push(...found.lines);
    if (!found.isWhole) damagedLines.push(i + 1);
  });
  return { lines, damagedLines, tornBytes: bytes.length - length };
}

const LINE_START = /(?=[0-9a-f]{8} )/;

/** Usually returns one line. If a line end was damaged, the next line follows on the same text line; both may be sound. */
function linesIn(text: string): { lines: string[]; isWhole: boolean } {
  const line = lineIn(text);
  if (line !== undefined) return { lines: [line], isWhole: true };
  const pieces = text.split(LINE_START);
  // The damaged line end is one byte of the previous piece, or several if it is not a character.
  const lines = pieces.flatMap((piece) => lineIn(piece) ?? lineIn(piece.slice(0, -1)) ?? []);
  return { lines, isWhole: false };
}

/** Undefined if the checksum is wrong. */
export function lineIn(text: string): string | undefined {
  const line = text.slice(CHECKSUM_DIGITS + 1);
  return text === `${checksumOf(line)} ${line}` ? line : undefined;
}

function checksumOf(line: string): string {
  return crc32(line).toString(16).padStart(CHECKSUM_DIGITS, '0');
}
