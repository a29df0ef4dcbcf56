import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import { type FileHandle, open } from '../../../disk/files.ts';
import { readFailureOf } from '../../../disk/read-failure.ts';
import { PRIVATE_FILE_MODE } from '../../../disk/durable-file.ts';
import { inheritOwner } from '../../../disk/folder-owner.ts';
import { openOwnFile, UnusableFile } from '../../../disk/regular-file.ts';

const CHUNK_BYTES = 2 ** 20;

export interface CopyOptions {
  readonly from: string;
  /** Undefined to only read and hash the file. */
  readonly to?: string | undefined;
  /** Number of bytes from the beginning. */
  readonly bytes: number;
  readonly signal?: AbortSignal | undefined;
  readonly onBytes?: ((bytes: number) => void) | undefined;
}

/** The source could not be read, or is not a regular file. */
export class SourceUnreadable extends Error {
  readonly reason: string;

  constructor(from: string, reason: string) {
    super(`${from} ${reason}`);
    this.reason = reason;
  }
}

/** Reads the first bytes of a file, copies them durably if `to` is given, and returns their SHA-256 and number. */
export async function copyFile(options: CopyOptions): Promise<{ sha256: string; bytes: number }> {
  const source = await openOwnFile(options.from).catch(asUnread(options.from));
  try {
    if (options.to === undefined) return await transfer(source, undefined, options);
    const target = await open(options.to, 'wx', PRIVATE_FILE_MODE);
    try {
      inheritOwner(dirname(options.to), target.fd);
      const done = await transfer(source, target, options);
      await target.sync();
      return done;
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function transfer(
  source: FileHandle,
  target: FileHandle | undefined,
  { from, bytes: wanted, signal, onBytes }: CopyOptions,
): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256');
  const buffer = new Uint8Array(CHUNK_BYTES);
  let at = 0;
  while (at < wanted) {
    signal?.throwIfAborted();
    const length = Math.min(CHUNK_BYTES, wanted - at);
    const { bytesRead } = await source.read(buffer, 0, length, at).catch(asUnread(from));
    if (bytesRead === 0) break;
    const part = buffer.subarray(0, bytesRead);
    hash.update(part);
    await target?.writeFile(part);
    at += bytesRead;
    onBytes?.(bytesRead);
  }
  return { sha256: hash.digest('hex'), bytes: at };
}

function asUnread(from: string): (error: unknown) => never {
  return (error) => {
    const reason = error instanceof UnusableFile ? error.reason : readFailureOf(error);
    throw reason === undefined ? error : new SourceUnreadable(from, reason);
  };
}
