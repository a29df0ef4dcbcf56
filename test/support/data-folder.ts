import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';

/** Creates folders for a test file and removes each after its test, or after all tests. */
export function temporaryFolders(hook: (cleanUp: () => void) => void = afterEach): () => string {
  let folders: string[] = [];
  hook(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    folders = [];
  });
  return () => {
    const folder = mkdtempSync(join(tmpdir(), 'tidemark-unit-'));
    folders.push(folder);
    return folder;
  };
}
