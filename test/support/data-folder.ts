import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';

/** Folders of a test file, each gone after the test that asked for it, or after all of them. */
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
