import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { PRIVATE_FILE_MODE, readBytesIfExists, syncFolder } from './durable-file.ts';
import { giveToOwnerOf } from './folder-owner.ts';

/** What a log held when it was opened. */
export interface LogContent {
  readonly lines: readonly string[];
  /** Bytes of a line that was being written when the machine stopped; they have been cut off. */
  readonly tornBytes: number;
  /** Numbers, from 1, of lines whose checksum does not fit. They are left in the file. */
  readonly damagedLines: readonly number[];
}

const CHECKSUM_DIGITS = 8;
const NEWLINE = 10;

/**
 * A file to which lines are only ever added, each with a checksum before it. A line that `append` has returned from is
 * on the disk, and no crash takes it away; of the lines of one call, a crash may leave the first ones.
 */
export class LineLog {
  readonly #handle: FileHandle;
  #length: number;

  private constructor(handle: FileHandle, length: number) {
    this.#handle = handle;
    this.#length = length;
  }

  /** Reads what is there and makes the file ready for more. */
  static async open(path: string): Promise<{ readonly log: LineLog; readonly content: LogContent }> {
    const handle = await open(path, constants.O_RDWR | constants.O_CREAT, PRIVATE_FILE_MODE);
    try {
      const { content, length } = await readAndMend(handle);
      if (length === 0) {
        giveToOwnerOf(dirname(path), handle.fd);
        syncFolder(dirname(path));
      }
      return { log: new LineLog(handle, length), content };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /**
   * Reads a log and changes nothing, also beside the process that writes it; bytes behind the last whole line may be a
   * line that is being written. Undefined where there is no such file.
   */
  static read(path: string): LogContent | undefined {
    const bytes = readBytesIfExists(path);
    if (bytes === undefined) return undefined;
    const length = bytes.lastIndexOf(NEWLINE) + 1;
    return { ...checkedLines(bytes.subarray(0, length)), tornBytes: bytes.length - length };
  }

  /** One call at a time. Where it throws, nothing has been added. */
  async append(lines: readonly string[]): Promise<void> {
    const bytes = Buffer.from(lines.map((line) => `${checksumOf(line)} ${line}\n`).join(''));
    try {
      await this.#write(bytes);
      await this.#handle.datasync();
    } catch (error) {
      await this.#handle.truncate(this.#length);
      throw error;
    }
    this.#length += bytes.length;
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }

  async #write(bytes: Buffer): Promise<void> {
    for (let written = 0; written < bytes.length;) {
      const left = bytes.length - written;
      const { bytesWritten } = await this.#handle.write(bytes, written, left, this.#length + written);
      written += bytesWritten;
    }
  }
}

/** Cuts off what lies behind the last end of a line. */
async function readAndMend(handle: FileHandle): Promise<{ content: LogContent; length: number }> {
  const bytes = await handle.readFile();
  const length = bytes.lastIndexOf(NEWLINE) + 1;
  const tornBytes = bytes.length - length;
  if (tornBytes > 0) {
    await handle.truncate(length);
    await handle.sync();
  }
  return { content: { ...checkedLines(bytes.subarray(0, length)), tornBytes }, length };
}

function checkedLines(bytes: Buffer): Omit<LogContent, 'tornBytes'> {
  const lines: string[] = [];
  const damagedLines: number[] = [];
  const written = bytes.length === 0 ? [] : bytes.toString('utf8').slice(0, -1).split('\n');
  written.forEach((text, i) => {
    const line = text.slice(CHECKSUM_DIGITS + 1);
    if (text === `${checksumOf(line)} ${line}`) lines.push(line);
    else damagedLines.push(i + 1);
  });
  return { lines, damagedLines };
}

function checksumOf(line: string): string {
  return crc32(line).toString(16).padStart(CHECKSUM_DIGITS, '0');
}
