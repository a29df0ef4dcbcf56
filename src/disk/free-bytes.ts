import { statfsSync } from './files.ts';

/** What is left on the disk of a folder for this user. */
export function freeBytesOn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
