import { statfsSync } from './files.ts';

/** The disk space available to this user on the disk of a folder. */
export function freeBytesOn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
