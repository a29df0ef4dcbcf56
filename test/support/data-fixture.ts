import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { IssuedSecret } from '../../src/auth/client-registry.ts';

/** A data directory as a version left it, once and for all (scripts/data-fixture.mjs). */
export interface DataFixture {
  /** With which it was served. */
  readonly args: readonly string[];
  readonly client: IssuedSecret;
  /** Content by path, base64. */
  readonly files: Readonly<Record<string, string>>;
}

const FOLDER = new URL('../fixtures/data-directories/', import.meta.url);

export const DATA_FIXTURES = readdirSync(FOLDER).filter((name) => name.endsWith('.json.br'));

export function readFixture(name: string): DataFixture {
  return JSON.parse(
    brotliDecompressSync(readFileSync(new URL(name, FOLDER))).toString('utf8'),
  ) as DataFixture;
}

/** Puts the files of a fixture into a folder. */
export function unpackFixture({ files }: DataFixture, folder: string): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true, mode: 0o700 });
    writeFileSync(join(folder, path), Buffer.from(content, 'base64'), { mode: 0o600 });
  }
}
