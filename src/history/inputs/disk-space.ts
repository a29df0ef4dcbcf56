import { join } from 'node:path';
import { type Dirent, readdirSync, statSync } from '../../disk/files.ts';
import { isOutOfSight } from '../../disk/bytes-under.ts';
import { freeBytesOn } from '../../disk/free-bytes.ts';

/** What is wanting. */
export interface Shortage {
  /** Of a folder's budget, or of the disk, which gets the bytes of a file back only with the last of its names. */
  readonly of: 'budget' | 'disk';
  readonly bytes: number;
  readonly reason: string;
}

/** Whether more may be written. */
export interface DiskSpace {
  /** How much is wanting for so many bytes more; undefined where nothing is. */
  lacks(bytes: number): Shortage | undefined;
}

export interface DiskBudgetOptions {
  /** All that counts against the budget. */
  readonly folder: string;
  /** Which names in the folder do not count: what is there for a moment only, most of it links to what counts. */
  readonly isLeftOut: (name: string) => boolean;
  readonly maxBytes: number;
  /** Of the budget: what history may write between two looks, when it seals a day above all. */
  readonly leaveBytes: number;
  /** Left on the disk for others: inputs stop before history has to. */
  readonly reserveBytes: number;
}

/** A budget for a folder with all that is in it, most of which may be used, and a reserve on its disk. */
export class DiskBudget implements DiskSpace {
  readonly #options: DiskBudgetOptions;

  constructor(options: DiskBudgetOptions) {
    this.#options = options;
  }

  lacks(bytes: number): Shortage | undefined {
    const { folder, isLeftOut, maxBytes, leaveBytes, reserveBytes } = this.#options;
    const used = bytesIn(folder, isLeftOut);
    const overBudget = used + bytes - (maxBytes - leaveBytes);
    if (overBudget > 0)
      return { of: 'budget', bytes: overBudget, reason: `${used} of ${maxBytes} bytes are used` };
    const free = freeBytesOn(folder);
    const overDisk = reserveBytes - (free - bytes);
    if (overDisk > 0) return { of: 'disk', bytes: overDisk, reason: `${free} bytes are left on the disk` };
    return undefined;
  }
}

/**
 * What a folder takes up on the disk: files with holes count for what is there, those with several names once. What this
 * user may not look at counts for nothing, and neither do names that are to be left out, wherever they are.
 */
export function bytesIn(folder: string, isLeftOut: (name: string) => boolean = () => false): number {
  return bytesOfAll(folder, isLeftOut, new Set());
}

/** `linked` are files with several names that were counted already. */
function bytesOfAll(folder: string, isLeftOut: (name: string) => boolean, linked: Set<number>): number {
  return entriesOf(folder)
    .filter(({ name }) => !isLeftOut(name))
    .reduce((sum, entry) => {
      const path = join(folder, entry.name);
      return sum + (entry.isDirectory() ? bytesOfAll(path, isLeftOut, linked) : bytesOf(entry, path, linked));
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
    if (isOutOfSight(error)) return undefined;
    throw error;
  }
}
