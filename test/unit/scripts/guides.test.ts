import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const GUIDES = readdirSync('docs/extend').filter((name) => name.startsWith('add-'));
const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

function textOf(guide: string): string {
  return readFileSync(join('docs/extend', guide), 'utf8');
}

/** The first column of the table of places. */
function placesOf(guide: string): string[] {
  const [, table = ''] = textOf(guide).split(/^\| place.*$/m);
  return [...table.split('\n\n')[0]!.matchAll(/^\| `([^`]+)`/gm)].map(([, place = '']) => place);
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));
}

/** Files of `src` that import something of these files, types aside. */
function importersOf(isMeant: (specifier: string) => boolean): string[] {
  const imports = /^import (?!type )[^;]*?from '([^']+)';/gm;
  return sourcesIn('src').filter((file) =>
    [...readFileSync(file, 'utf8').matchAll(imports)].some(([, specifier = '']) => isMeant(specifier)),
  );
}

test('there is a guide for each thing that can be added', () => {
  expect(GUIDES).toEqual([
    'add-a-channel.md',
    'add-a-route.md',
    'add-a-source.md',
    'add-an-exchange.md',
    'add-an-index.md',
  ]);
});

describe.each(GUIDES)('%s', (guide) => {
  test('says how many places there are, and lists so many', () => {
    const [, said = ''] = /: (\w+) places\./.exec(textOf(guide)) ?? [];
    expect(NUMBERS.indexOf(said), said).toBe(placesOf(guide).length);
  });

  test('names places that exist, or folders of those that are to be made', () => {
    for (const place of placesOf(guide)) {
      const known = place.includes('<name>') ? dirname(place.replace(/\/$/, '')) : place;
      expect([place, existsSync(known)]).toEqual([place, true]);
    }
  });

  test('names no other file that does not exist', () => {
    const paths = [...textOf(guide).matchAll(/`((?:src|test|docs|scripts)\/[^`\s]+)`/g)].map(
      ([, path = '']) => path,
    );
    expect(paths.filter((path) => !path.includes('<') && !existsSync(path))).toEqual([]);
  });

  test('is linked from the page of the architecture and the page for contributors', () => {
    for (const page of ['ARCHITECTURE.md', 'CONTRIBUTING.md'])
      expect(readFileSync(page, 'utf8'), page).toContain(`docs/extend/${guide}`);
  });
});

describe('only its table names', () => {
  test('a route', () => {
    const texts = new Map(sourcesIn('src').map((file) => [file, readFileSync(file, 'utf8')]));
    const routes = [...texts].flatMap(([file, text]) =>
      [...text.matchAll(/^export function (\w+Routes)\([^)]*\): (?:Data|Streamed)Route\[\]/gm)].map(
        ([, name = '']) => ({
          file,
          name,
        }),
      ),
    );
    const adapters = 'src/api/adapters/adapters.ts';
    // An adapter has a table of its own, named after its folder.
    const tableOf = (file: string) => {
      if (!file.startsWith(dirname(adapters))) return 'src/api/rest.ts';
      const own = join(dirname(file), `${basename(dirname(file))}-routes.ts`);
      return file === own ? adapters : own;
    };
    expect(routes.length).toBeGreaterThan(8);
    for (const { file, name } of routes.filter((route) => route.file !== 'src/api/rest.ts')) {
      const naming = [...texts].flatMap(([other, text]) => (text.includes(`${name}(`) ? [other] : []));
      expect(naming.filter((other) => other !== file)).toEqual([tableOf(file)]);
    }
  });

  test('a channel', () => {
    const channels = readdirSync('src/api/stream/channels').filter(
      (name) => name.endsWith('-channel.ts') && name !== 'fed-channel.ts',
    );
    expect(channels.length).toBeGreaterThan(2);
    for (const channel of channels)
      expect(importersOf((specifier) => specifier.endsWith(`/${channel}`))).toEqual([
        'src/api/stream/create-stream.ts',
      ]);
  });

  test('a source, outside of its folder', () => {
    expect(importersOf((specifier) => specifier.endsWith('/live/definition.ts'))).toEqual([
      'src/app/compose/source-table.ts',
    ]);
  });
});

test('add-a-source.md has every import rule of sources, with its packages and Node modules', () => {
  const script = readFileSync('scripts/import-rule.mjs', 'utf8');
  const table = script.slice(script.indexOf('const TABLE'), script.indexOf('const IMPLEMENTATIONS'));
  const rule = /^ {2}'?(sources[^':]*)'?: \{[^}]*?npm: \[([^\]]*)\],\s*node: \[([^\]]*)\]/gm;
  const names = (list: string) => [...list.matchAll(/'([^']+)'/g)].map(([, name = '']) => name);
  const rules = [...table.matchAll(rule)].map(([, path = '', npm = '', node = '']) => {
    const modules = names(node).map((name) => (name === '*' ? 'all' : name));
    return [path, names(npm).join() || 'none', modules.join() || 'none'];
  });
  const [, shown = ''] = textOf('add-a-source.md').split('## What may be imported');
  const rows = [...shown.matchAll(/^\| `src\/(sources[^`]*)` +\|[^|]*\|([^|]*)\|([^|]*)\|$/gm)].map(
    ([, path = '', npm = '', node = '']) => [
      path.replace(/\/$/, ''),
      ...[npm, node].map((cell) => cell.replaceAll(/[`\s]/g, '')),
    ],
  );
  expect(rules.length).toBeGreaterThan(5);
  expect(rows.toSorted()).toEqual(rules.toSorted());
});
