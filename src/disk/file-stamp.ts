import { statSync } from './files.ts';

/** Another text whenever a file was written to or replaced; undefined where there is none. */
export function fileStamp(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false, bigint: true });
  return stats && `${stats.dev}:${stats.ino}:${stats.size}:${stats.mtimeNs}`;
}
