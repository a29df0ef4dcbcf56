import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { programEntries } from '../../../scripts/bundle-program.mjs';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const DIST = join(ROOT, 'dist', 'src');

const filesIn = (folder: string, extension: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(extension))
    .map((name) => join(folder, name));

const pathsIn = (file: string, pattern: RegExp) =>
  [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, path = '']) => path);
const importedBy = (file: string) => pathsIn(file, /^(?:import|export)\b(?:[^;"]*\bfrom)? ?"([^"]+)";$/gm);
const lazilyImportedBy = (file: string) => pathsIn(file, /\bimport\("([^"]+)"\)/g);

/** The files, and the packages that are not part of Node. */
function loadedFrom(entries: readonly string[], importsOf: (file: string) => string[]) {
  const files = new Set(entries);
  const packages: string[] = [];
  for (const file of files)
    for (const path of importsOf(file))
      if (path.startsWith('.')) files.add(join(dirname(file), path));
      else if (!path.startsWith('node:')) packages.push(path);
  return { files, packages };
}

describe('the bundled program', () => {
  const entries = programEntries(ROOT);
  const built = entries.map((name) => join(DIST, `${name}.js`));

  test('has a packed file for everything that is started by its path', () => {
    const sources = filesIn(join(ROOT, 'src'), '.ts').filter((file) => !file.endsWith('compiled-url.ts'));
    const calls = sources.flatMap((file) => pathsIn(file, /\b(compiledUrl)\(/g));
    const started = sources.flatMap((file) =>
      pathsIn(file, /\bcompiledUrl\('([^']+)', import\.meta\.url\)/g).map((name) =>
        join(dirname(file), name),
      ),
    );
    expect(started).toHaveLength(calls.length);
    // The command line, the table of sources and the module that connects to servers are found otherwise.
    expect(entries).toHaveLength(new Set(started).size + 3);
    const { files } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { files: string[] };
    expect(files).toEqual(expect.arrayContaining(entries.map((name) => `dist/src/${name}.js`)));
  });

  test('loads no unbundled module, which would duplicate classes', () => {
    const loaded = loadedFrom(built, (file) => [...importedBy(file), ...lazilyImportedBy(file)]);
    expect(loaded.files.size).toBeGreaterThan(built.length);
    const isBundled = (file: string) => built.includes(file) || dirname(file) === join(DIST, 'bundle');
    expect([...loaded.files].filter((file) => !isBundled(file))).toEqual([]);
  });

  test('starts a command without any package', () => {
    const loaded = loadedFrom([join(DIST, 'cli', 'main.js')], importedBy);
    expect(loaded.files.size).toBeGreaterThan(1);
    expect(loaded.packages).toEqual([]);
  });
});
