import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Folders and files of src/engine that do not affect values. `index-types` defines how values of a type are named, stored, shown
 * and aggregated into candles; no rule imports it.
 */
const NO_RULES = /^(index-types|record|receipt|quality)[\\/]|^(carry|engine-memory)\.ts$/;
const COMMENT_LINE = /^\s*(\/\/|\/\*|\*)/;
const IMPORT = /^import\s[^;]*;/gm;

/**
 * A hash of the rules that compute values: of the source in src/engine, without imports, comments and white space. Published
 * tables name it, so that a test can detect tables older than the rules.
 */
export function rulesHash(engineFolder: string): string {
  const hash = createHash('sha256');
  const files = readdirSync(engineFolder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !NO_RULES.test(name))
    .map((name) => name.replaceAll('\\', '/'))
    .toSorted();
  for (const name of files) {
    const lines = readFileSync(join(engineFolder, name), 'utf8').split('\n');
    const code = lines
      .filter((line) => !COMMENT_LINE.test(line))
      .join('\n')
      .replace(IMPORT, '');
    hash.update(`${name}\n${code.replaceAll(/\s+/g, '')}\n`);
  }
  return hash.digest('hex').slice(0, 16);
}
