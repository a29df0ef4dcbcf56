import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { IssuedSecret } from '../../src/auth/client-registry.ts';

/** A data directory as written by an earlier version, never regenerated (scripts/data-fixture.mjs). */
export interface DataFixture {
  /** Arguments with which it was served. */
  readonly args: readonly string[];
  readonly client: IssuedSecret;
  /** Content by path, one character per byte; base64 in the first fixture. */
  readonly bytes?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
}

/** A PostgreSQL database as written by an earlier version, with the directory of its compute node. */
export interface DatabaseFixture extends DataFixture {
  readonly schema: string;
  /** Output of pg_dump. */
  readonly sql: string;
}

const FOLDER = new URL('../fixtures/data-directories/', import.meta.url);
const DATABASES = new URL('../fixtures/databases/', import.meta.url);

/** Oldest first. */
export const DATA_FIXTURES = namesIn(FOLDER);
export const DATABASE_FIXTURES = namesIn(DATABASES);

export function readFixture(name: string): DataFixture {
  return contentOf(new URL(name, FOLDER)) as DataFixture;
}

export function readDatabaseFixture(name: string): DatabaseFixture {
  return contentOf(new URL(name, DATABASES)) as DatabaseFixture;
}

function namesIn(folder: URL): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json.br'))
    .toSorted();
}

function contentOf(file: URL): unknown {
  return JSON.parse(brotliDecompressSync(readFileSync(file)).toString('utf8'));
}

/** Puts the files of a fixture into a folder. */
export function unpackFixture({ bytes = {}, files = {} }: DataFixture, folder: string): void {
  const contents = [
    ...Object.entries(bytes).map(([path, content]) => [path, Buffer.from(content, 'latin1')] as const),
    ...Object.entries(files).map(([path, content]) => [path, Buffer.from(content, 'base64')] as const),
  ];
  for (const [path, content] of contents) {
    mkdirSync(dirname(join(folder, path)), { recursive: true, mode: 0o700 });
    writeFileSync(join(folder, path), content, { mode: 0o600 });
  }
}
