import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * The compiled form of a file of this folder or below, named without its extension. Threads load compiled files only; where the
 * sources themselves are run (tests), the build stands beside them.
 */
export function compiledUrl(fileName: string): URL {
  const beside = new URL(`./${fileName}.js`, import.meta.url);
  if (existsSync(fileURLToPath(beside))) return beside;
  return new URL(`../../dist/src/app/${fileName}.js`, import.meta.url);
}
