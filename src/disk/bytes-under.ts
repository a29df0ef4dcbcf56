import { join } from 'node:path';
import { type Dirent, readdir, stat } from './files.ts';

const OUT_OF_SIGHT = new Set(['ENOENT', 'EACCES', 'EPERM']);

/** Whether the entry was removed in the meantime, or is not accessible to this user, such as `lost+found` of a file system. */
export function isInaccessible(error: unknown): boolean {
  return OUT_OF_SIGHT.has((error as NodeJS.ErrnoException).code ?? '');
}

/**
 * Disk space used by a folder, measured without blocking the thread. Holes and inaccessible folders do not count; hard links
 * count once.
 */
export async function diskUsage(folder: string): Promise<number> {
  return bytesOfAll(folder, new Set());
}

/** `linked`: inodes with several links that were already counted. */
async function bytesOfAll(folder: string, linked: Set<number>): Promise<number> {
  let sum = 0;
  for (const entry of (await ifVisible(readdir(folder, { withFileTypes: true }))) ?? []) {
    const path = join(folder, entry.name);
    sum += entry.isDirectory() ? await bytesOfAll(path, linked) : await bytesOf(entry, path, linked);
  }
  return sum;
}

async function bytesOf(entry: Dirent, path: string, linked: Set<number>): Promise<number> {
  const stats = entry.isFile() ? await ifVisible(stat(path)) : undefined;
  if (!stats || linked.has(stats.ino)) return 0;
  if (stats.nlink > 1) linked.add(stats.ino);
  return stats.blocks * 512;
}

async function ifVisible<T>(look: Promise<T>): Promise<T | undefined> {
  try {
    return await look;
  } catch (error) {
    if (isInaccessible(error)) return undefined;
    throw error;
  }
}
