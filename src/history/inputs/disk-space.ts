import { join } from 'node:path';
import { type Dirent, readdirSync, statSync } from '../../disk/files.ts';
import { isInaccessible } from '../../disk/bytes-under.ts';
import { freeBytesOn } from '../../disk/free-bytes.ts';

/** The space that is missing. */
export interface Shortage {
  /** Missing in the folder's budget, or on the disk, where removing a file frees space only if no other link to it exists. */
  readonly of: 'budget' | 'disk';
  readonly bytes: number;
  readonly reason: string;
}

/** Checks whether more may be written. */
export interface DiskSpace {
  /** The shortage for this many additional bytes; undefined if there is enough space. */
  shortageFor(bytes: number): Shortage | undefined;
}

export interface DiskBudgetOptions {
  /** The folder whose content counts against the budget. */
  readonly folder: string;
  /** Names in the folder that do not count: temporary files, most of them links to files that count. */
  readonly isExcluded: (name: string) => boolean;
  readonly maxBytes: number;
  /** The part of the budget that history may use between two checks, mainly when it seals a day. */
  readonly historyReserveBytes: number;
  /** The space left on the disk for others: inputs stop before history has to. */
  readonly reserveBytes: number;
}

/** A budget for a folder, part of which is reserved for history, and a reserve on its disk. */
export class DiskBudget implements DiskSpace {
  readonly #options: DiskBudgetOptions;

  constructor(options: DiskBudgetOptions) {
    this.#options = options;
  }

  shortageFor(bytes: number): Shortage | undefined {
    const { folder, isExcluded, maxBytes, historyReserveBytes, reserveBytes } = this.#options;
    const used = bytesIn(folder, isExcluded);
    const overBudget = used + bytes - (maxBytes - historyReserveBytes);
    if (overBudget > 0)
      return { of: 'budget', bytes: overBudget, reason: `${used} of ${maxBytes} bytes are used` };
    const free = freeBytesOn(folder);
    const overDisk = reserveBytes - (free - bytes);
    if (overDisk > 0) return { of: 'disk', bytes: overDisk, reason: `${free} bytes are free on the disk` };
    return undefined;
  }
}

/**
 * The disk space used by a folder. Holes in files do not count, and files with several links count once. Inaccessible entries and
 * excluded names, at any depth, do not count.
 */
export function bytesIn(folder: string, isExcluded: (name: string) => boolean = () => false): number {
  return bytesOfAll(folder, isExcluded, new Set());
}

/** `linked`: inodes with several links that were already counted. */
function bytesOfAll(folder: string, isExcluded: (name: string) => boolean, linked: Set<number>): number {
  return entriesOf(folder)
    .filter(({ name }) => !isExcluded(name))
    .reduce((sum, entry) => {
      const path = join(folder, entry.name);
      return (
        sum + (entry.isDirectory() ? bytesOfAll(path, isExcluded, linked) : bytesOf(entry, path, linked))
      );
    }, 0);
}

function bytesOf(entry: Dirent, path: string, linked: Set<number>): number {
  const stats = entry.isFile() ? ifVisible(() => statSync(path)) : undefined;
  if (!stats || linked.has(stats.ino)) return 0;
  if (stats.nlink > 1) linked.add(stats.ino);
  return stats.blocks * 512;
}

function entriesOf(folder: string): Dirent[] {
  return ifVisible(() => readdirSync(folder, { withFileTypes: true })) ?? [];
}

function ifVisible<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (isInaccessible(error)) return undefined;
    throw error;
  }
}
