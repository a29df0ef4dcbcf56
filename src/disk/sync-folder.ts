import { closeSync, fsyncSync, openSync } from './files.ts';

/** Makes names durable: those of new, renamed and removed files in a folder. */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
