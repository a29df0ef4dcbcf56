import { constants } from 'node:fs';
import type { SimulatedProcess } from '../core/simulated-process.ts';
import { diskError } from './disk-error.ts';
import type { StoredFile } from './stored-file.ts';
import type { Entry } from './stored-folder.ts';

/** Above all descriptors of the machine that runs the simulation. */
export const FIRST_DESCRIPTOR = 1_000_000_000;

export interface OpenFile {
  readonly process: SimulatedProcess;
  readonly path: string;
  readonly entry: Entry;
  /** Where the next read or write without a position goes. */
  at: number;
}

const FLAGS: Readonly<Record<string, number>> = {
  r: constants.O_RDONLY,
  'r+': constants.O_RDWR,
  w: constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC,
  wx: constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL,
  a: constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND,
};

/** The descriptors of all simulated processes. */
class OpenFiles {
  readonly #open = new Map<number, OpenFile>();
  #last = FIRST_DESCRIPTOR;

  open(process: SimulatedProcess, path: string, given: string | number = 'r'): number {
    const flags = typeof given === 'number' ? given : FLAGS[given];
    if (flags === undefined) throw new Error(`the simulated disk has no flags ${given}`);
    const { disk } = process;
    const existing = disk.find(path);
    const creates = (flags & constants.O_CREAT) !== 0;
    return process.operate(() => {
      disk.begin(creates && !existing ? 'create' : 'open', path);
      if (existing && creates && (flags & constants.O_EXCL) !== 0) throw diskError('EEXIST', 'open', path);
      const entry = existing ?? (creates ? disk.create(path) : disk.get(path, 'open'));
      if (entry.kind === 'file' && (flags & constants.O_TRUNC) !== 0) disk.truncate(entry, 0);
      this.#open.set(++this.#last, { process, path, entry, at: 0 });
      return this.#last;
    });
  }

  get(descriptor: number, operation: string): OpenFile {
    const open = this.#open.get(descriptor);
    if (!open) throw diskError('EBADF', operation);
    return open;
  }

  file(descriptor: number, operation: string): OpenFile & { readonly entry: StoredFile } {
    const open = this.get(descriptor, operation);
    if (open.entry.kind !== 'file') throw diskError('EISDIR', operation, open.path);
    return open as OpenFile & { readonly entry: StoredFile };
  }

  close(descriptor: number): void {
    this.get(descriptor, 'close');
    this.#open.delete(descriptor);
  }

  read(descriptor: number, into: Uint8Array, position: number | null): number {
    const open = this.file(descriptor, 'read');
    const { process, path, entry } = open;
    return process.operate(() => {
      process.disk.begin('read', path);
      const read = entry.read(into, position ?? open.at);
      if (position === null) open.at += read;
      return read;
    });
  }

  write(descriptor: number, bytes: Uint8Array, position: number | null): number {
    const open = this.file(descriptor, 'write');
    const { process, path, entry } = open;
    return process.operate(() => {
      process.disk.begin('write', path);
      const written = process.disk.write(entry, bytes, position ?? open.at, path);
      if (position === null) open.at += written;
      return written;
    });
  }

  truncate(descriptor: number, size: number): void {
    const { process, path, entry } = this.file(descriptor, 'ftruncate');
    process.operate(() => {
      process.disk.begin('truncate', path);
      process.disk.truncate(entry, size);
    });
  }

  sync(descriptor: number): void {
    const { process, path, entry } = this.get(descriptor, 'fsync');
    process.operate(() => process.disk.sync(entry, path));
  }

  /** Frees the descriptors of processes that have died. */
  forget(): void {
    for (const [descriptor, { process }] of this.#open) if (process.isDead) this.#open.delete(descriptor);
  }

  countOf(process: SimulatedProcess): number {
    return [...this.#open.values()].filter((open) => open.process === process).length;
  }
}

/** All descriptors: like those of an operating system, they are numbers that outlive the modules that use them. */
export const OPEN_FILES = new OpenFiles();
