import { copyFileSync, linkSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Copies a closed store: links its segments, which never change, and copies the other files. */
export function linkStore(from: string, to: string): void {
  for (const name of filesOf(from)) {
    mkdirSync(dirname(join(to, name)), { recursive: true });
    if (name.endsWith('.seg')) linkSync(join(from, name), join(to, name));
    else copyFileSync(join(from, name), join(to, name));
  }
}

export function bytesOf(folder: string): number {
  return filesOf(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );
}
