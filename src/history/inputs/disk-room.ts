import { readdirSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Whether more may be written. */
export interface DiskRoom {
  /** Why so many bytes more would be too many; undefined where they are not. */
  lacks(bytes: number): string | undefined;
}

export interface DiskBudgetOptions {
  /** All that counts against the budget. */
  readonly folder: string;
  readonly maxBytes: number;
  /** Left on the disk for others: inputs stop before history has to. */
  readonly reserveBytes: number;
}

/** Of the budget: what history may write between two looks, when it seals a day above all. */
const SHARE_LEFT = 1 / 20;

/** A budget for a folder with all that is in it, most of which may be used, and a reserve on its disk. */
export class DiskBudget implements DiskRoom {
  readonly #options: DiskBudgetOptions;

  constructor(options: DiskBudgetOptions) {
    this.#options = options;
  }

  lacks(bytes: number): string | undefined {
    const { folder, maxBytes, reserveBytes } = this.#options;
    const used = bytesIn(folder);
    if (used + bytes > maxBytes * (1 - SHARE_LEFT)) return `${used} of ${maxBytes} bytes are used`;
    const { bavail, bsize } = statfsSync(folder);
    if (bavail * bsize - bytes < reserveBytes) return `${bavail * bsize} bytes are left on the disk`;
    return undefined;
  }
}

/** Gone meanwhile, or not for this user to look at, as the `lost+found` of a file system is. */
const OUT_OF_SIGHT = new Set(['ENOENT', 'EACCES', 'EPERM']);

/**
 * What a folder takes up on the disk: files with holes count for what is there, those with several names once. What this
 * user may not look at counts for nothing.
 */
export function bytesIn(folder: string, linked = new Set<number>()): number {
  const entries = ifVisible(() => readdirSync(folder, { withFileTypes: true })) ?? [];
  return entries.reduce((sum, entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sum + bytesIn(path, linked);
    const stats = entry.isFile() ? ifVisible(() => statSync(path)) : undefined;
    if (!stats || linked.has(stats.ino)) return sum;
    if (stats.nlink > 1) linked.add(stats.ino);
    return sum + stats.blocks * 512;
  }, 0);
}

function ifVisible<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (OUT_OF_SIGHT.has((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
