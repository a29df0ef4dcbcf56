import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { closeSync, openSync, renameSync, statSync, unlinkSync } from '../../disk/files.ts';
import { OperatorError } from '../../core/errors.ts';
import { userName } from './account-names.ts';
import { ignoreMissing } from '../../disk/ignore-missing.ts';
import { tryLink } from '../../disk/try-link.ts';

/** The limit is 107 bytes on Linux, 103 on macOS. */
const MAX_SOCKET_PATH_BYTES = 100;
const SETTLE_MS = 100;
export const NOT_ALLOWED: ReadonlySet<string> = new Set(['EACCES', 'EPERM']);

/** The address of a socket in a folder. A path that is too long goes through the folder's file descriptor. */
export class SocketPath {
  readonly address: string;
  readonly #descriptor: number | undefined;

  constructor(folder: string, name: string) {
    const direct = join(folder, name);
    if (Buffer.byteLength(direct) <= MAX_SOCKET_PATH_BYTES) {
      this.address = direct;
      return;
    }
    if (process.platform !== 'linux') {
      throw new OperatorError(`the path of the data directory is too long for a unix socket: ${folder}`);
    }
    this.#descriptor = openSync(folder, 'r');
    this.address = `/proc/self/fd/${this.#descriptor}/${name}`;
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
  }
}

const NO_LISTENER: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ENOENT', 'ECONNRESET']);

/** Undefined if no process listens. */
export function connectTo(path: string): Promise<Socket | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.once('connect', () => resolve(socket));
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (NO_LISTENER.has(error.code ?? '')) resolve(undefined);
      else reject(NOT_ALLOWED.has(error.code ?? '') ? closedTo(path) : error);
    });
  });
}

/** The socket of another user is not removed: a running process may listen on it. */
function closedTo(path: string): OperatorError {
  const owner = ignoreMissing(() => userName(statSync(path).uid)) ?? 'another user';
  return new OperatorError(
    `${path} belongs to ${owner}: run the command as ${owner}; if no process of ${owner} uses the data directory, remove ` +
      `the socket (sudo rm ${path})`,
  );
}

const NAME_TAKEN = new Set(['EEXIST']);

/** False if the name exists. If two processes take it at the same moment, one succeeds. */
export function takeName(from: string, to: string): boolean {
  return tryLink(from, to, NAME_TAKEN);
}

/**
 * Removes a socket without a listener; false if a process listens. Renames it first: another process may have
 * replaced it.
 */
export async function removeStale(path: SocketPath, folder: string): Promise<boolean> {
  const found = fileIdOf(path.address);
  const connection = await connectTo(path.address);
  if (connection) {
    connection.destroy();
    return false;
  }
  const aside = new SocketPath(folder, `.stale-${randomUUID().slice(0, 8)}.sock`);
  try {
    ignoreMissing(() => {
      if (fileIdOf(path.address) !== found) return;
      renameSync(path.address, aside.address);
      if (fileIdOf(aside.address) !== found) takeName(aside.address, path.address);
      unlinkSync(aside.address);
    });
  } finally {
    aside.close();
  }
  return true;
}

/** Another process may have removed our socket as stale: after a pause the public name must still be ours. */
export async function stillNamed(path: SocketPath, own: SocketPath): Promise<boolean> {
  const mine = fileIdOf(own.address);
  await delay(SETTLE_MS);
  return fileIdOf(path.address) === mine;
}

/** Inodes are reused, birth times are not. */
function fileIdOf(path: string): string | undefined {
  return ignoreMissing(() => {
    const { ino, birthtimeNs } = statSync(path, { bigint: true });
    return `${ino} ${birthtimeNs}`;
  });
}
