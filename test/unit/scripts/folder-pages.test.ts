import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const PAGES = [
  'ARCHITECTURE.md',
  'sdk/src/README.md',
  ...readdirSync('src').map((name) => `src/${name}/README.md`),
];

/** A page may name a file of the sources without its folder. */
const names = new Set(
  ['src', 'sdk/src', 'web/src']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    .map((path) => basename(path)),
);

/** Files of the sources, and all files named from the root of the repository. */
const PATH = /`((?:src|sdk|web|test|docs|scripts|deploy|bench)\/[\w./-]+|\w[\w./-]*\.(?:ts|mjs|css))`/g;

describe.each(PAGES)('%s', (page) => {
  const text = readFileSync(page, 'utf8');
  const exists = (path: string) =>
    names.has(path) || ['.', 'src', dirname(page)].some((folder) => existsSync(join(folder, path)));

  test('names only existing files and folders', () => {
    const paths = [...text.matchAll(PATH)].map(([, path = '']) => path);
    expect(paths.filter((path) => !exists(path))).toEqual([]);
  });

  test('links only to existing files', () => {
    const links = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, path = '']) => path);
    expect(links.filter((path) => !existsSync(join(dirname(page), path)))).toEqual([]);
  });
});
