import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import { PRIVATE_FILE_MODE, syncFolder } from '../../../disk/durable-file.ts';
import { open, renameSync, rm, type FileHandle } from '../../../disk/files.ts';
import type { MadeDayFile } from '../../../values/export/day-files.ts';

/** Names of files that are being written. */
export const UNFINISHED = '.tmp';

/** Writes a large file without blocking, and computes its hash. It gets its name when it is complete and durable. */
export class HashedFile {
  readonly #path: string;
  readonly #handle: FileHandle;
  readonly #hash = createHash('sha256');
  #bytes = 0;

  private constructor(path: string, handle: FileHandle) {
    this.#path = path;
    this.#handle = handle;
  }

  /** Overwrites an unfinished file of the same name. */
  static async create(path: string): Promise<HashedFile> {
    return new HashedFile(path, await open(path + UNFINISHED, 'w', PRIVATE_FILE_MODE));
  }

  get bytes(): number {
    return this.#bytes;
  }

  async write(chunk: Uint8Array): Promise<void> {
    this.#hash.update(chunk);
    this.#bytes += chunk.length;
    // A nearly full disk may write only a part at a time.
    for (let at = 0; at < chunk.length;) at += (await this.#handle.write(chunk, at)).bytesWritten;
  }

  async finish(): Promise<MadeDayFile> {
    await this.#handle.sync();
    await this.#handle.close();
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }

  /** Call it after `finish`. */
  rename(path = this.#path): void {
    renameSync(this.#path + UNFINISHED, path);
    syncFolder(dirname(path));
  }

  async abandon(): Promise<void> {
    await this.#handle.close().catch(() => undefined);
    await rm(this.#path + UNFINISHED, { force: true });
  }
}

const CHUNK_BYTES = 256 * 1024;

/** Reads from `from`, inclusive, to `to`, exclusive. */
export async function* readFrom(file: FileHandle, from: number, to: number): AsyncGenerator<Uint8Array> {
  for (let at = from; at < to;) {
    const chunk = Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, to - at));
    const { bytesRead } = await file.read(chunk, 0, chunk.length, at);
    if (bytesRead === 0) throw new Error('the file is shorter than it was');
    yield chunk.subarray(0, bytesRead);
    at += bytesRead;
  }
}

/** Of a whole file, in hex. */
export async function hashOf(file: FileHandle, bytes: number): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of readFrom(file, 0, bytes)) hash.update(chunk);
  return hash.digest('hex');
}
