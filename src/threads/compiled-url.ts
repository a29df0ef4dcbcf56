import { fileURLToPath } from 'node:url';
import { existsSync } from '../disk/files.ts';

/** The compiled file of `name` next to the importer, or in `dist` if the sources run directly (tests). Threads need it. */
export function compiledUrl(name: string, importer: string): URL {
  const beside = new URL(`./${name}.js`, importer);
  return existsSync(fileURLToPath(beside)) ? beside : compiledModule(new URL(`./${name}.ts`, importer).href);
}

/** Where the path of a file URL begins. */
const ROOT = 'file://'.length;

/** The compiled file of a module, given its own `import.meta.url`. */
export function compiledModule(url: string): URL {
  if (!url.endsWith('.ts')) return new URL(url);
  const compiled = url.replace(/\.ts$/, '.js');
  for (let at = compiled.lastIndexOf('/'); at >= ROOT; at = compiled.lastIndexOf('/', at - 1)) {
    const candidate = new URL(`${compiled.slice(0, at)}/dist${compiled.slice(at)}`);
    if (existsSync(fileURLToPath(candidate))) return candidate;
  }
  throw new Error(`${url} is not compiled: run 'node scripts/build.mjs'`);
}
