import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * The compiled form of `name` (no extension), which stands beside the file whose `import.meta.url` is given. Threads load
 * compiled files only; where the sources themselves are run (tests), the build is in `dist` beside `src`.
 */
export function compiledUrl(name: string, importer: string): URL {
  const beside = new URL(`./${name}.js`, importer);
  if (existsSync(fileURLToPath(beside))) return beside;
  const at = beside.href.lastIndexOf('/src/');
  return new URL(`${beside.href.slice(0, at)}/dist${beside.href.slice(at)}`);
}
