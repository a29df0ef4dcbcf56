import { statSync } from './files.ts';

/** A text that changes whenever the file is written or replaced; undefined if there is no file. */
export function fileStamp(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false, bigint: true });
  return stats && `${stats.dev}:${stats.ino}:${stats.size}:${stats.mtimeNs}`;
}
