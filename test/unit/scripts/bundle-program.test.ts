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

describe('the bundled program', () => {
  const entries = programEntries(ROOT);
  const built = entries.map((name) => join(DIST, `${name}.js`));

  test('has a file for everything that is started by its path, and the package has it', () => {
    const calls = filesIn(join(ROOT, 'src'), '.ts')
      .filter((file) => !file.endsWith('compiled-url.ts'))
      .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/\bcompiledUrl\(/g)]);
    // The command line and the table of sources are found otherwise.
    expect(entries).toHaveLength(calls.length + 2);
    const { files } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { files: string[] };
    expect(files).toEqual(expect.arrayContaining(entries.map((name) => `dist/src/${name}.js`)));
  });

  test('loads no module that is not bundled: a class would be there twice', () => {
    const bundled = new Set([...built, ...filesIn(join(DIST, 'bundle'), '.js')]);
    const imported = [...bundled].flatMap((file) =>
      [...importedBy(file), ...lazilyImportedBy(file)]
        .filter((path) => path.startsWith('.'))
        .map((path) => join(dirname(file), path)),
    );
    expect(imported.length).toBeGreaterThan(entries.length);
    expect(imported.filter((file) => !bundled.has(file))).toEqual([]);
  });

  test('starts a command without any package', () => {
    const loaded = new Set([join(DIST, 'cli', 'main.js')]);
    const packages = [];
    for (const file of loaded)
      for (const path of importedBy(file))
        if (path.startsWith('.')) loaded.add(join(dirname(file), path));
        else if (!path.startsWith('node:')) packages.push(path);
    expect(loaded.size).toBeGreaterThan(1);
    expect(packages).toEqual([]);
  });

  test('names the licence of every package that is in it', () => {
    const notices = readFileSync(join(DIST, 'bundle', 'THIRD-PARTY.txt'), 'utf8');
    for (const name of ['jose', 'pino', 'typebox', 'undici', 'ws'])
      expect(notices).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(MIT\\)$`, 'm'));
  });
});
