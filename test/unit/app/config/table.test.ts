import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { settingsWith } from '../../../../src/app/config/settings.ts';
import { ALL_SERIES } from '../../../../src/sources/past.ts';
import { Recorder } from '../../../../src/sources/recording/recorder.ts';
import { SIMULATOR } from '../../../../src/simulator/definition.ts';
import { SourceTable } from '../../../../src/sources/source-table.ts';
import { SOURCES } from '../../../../src/app/compose/source-table.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { loadConfig } from '../../../../src/app/config/config.ts';
import { PRODUCT } from '../../../../src/app/compose/product.ts';

const NOON = Date.UTC(2026, 4, 6, 12);
const folder = mkdtempSync(join(tmpdir(), 'table-'));
const OPTIONS = { world: 'small', seed: 'table', faultRate: 0, port: 8080, replay: folder };

beforeAll(async () => {
  const reference = { assets: [], markets: [], exchanges: [], supplies: [], lx: [], traded: [] };
  const onFailure = (error: unknown) => expect.fail(String(error));
  const recorder = new Recorder({ folder, source: 'none', origin: 'simulated', onFailure }, reference);
  await recorder.take({ kind: 'watermark', at: NOON - 2000 }, new Map());
  await recorder.close();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(SOURCES.names)('the source %s', (name) => {
  const definition = SOURCES.get(name);

  test('is found by its name, and its settings are part of all settings', () => {
    expect(definition.name).toBe(name);
    expect(SOURCES.find(name)).toBe(definition);
    const table = settingsWith(PRODUCT);
    for (const [setting, declared] of Object.entries(definition.settings))
      expect(table.get(setting)).toBe(declared);
  });

  test('recognises its identity, and refuses anything else', () => {
    const identity = definition.identity(OPTIONS);
    expect(definition.readIdentity(JSON.parse(JSON.stringify(identity)))).toEqual(identity);
    expect(definition.outdated(identity)).toBeUndefined();
    expect(definition.readIdentity({})).toBeUndefined();
  });
});

describe('a source takes one folder, its test and one line in the table', () => {
  const root = fileURLToPath(new URL('../../../../', import.meta.url));
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );

  const importsOf = (file: string) =>
    [...readFileSync(join(root, 'src', file), 'utf8').matchAll(/from '(\.[^']+)'/g)].map(([, path = '']) =>
      join('/src', dirname(file), path),
    );

  test.each(SOURCES.names)('nothing else in the program names %s', (name) => {
    const importers = files.filter((file) =>
      importsOf(file).some((path) => path.endsWith(`/${name}/definition.ts`)),
    );
    expect(importers).toEqual([name === 'simulator' ? 'simulator/wing.ts' : 'app/compose/source-table.ts']);
    expect(readdirSync(join(root, 'test', 'contract', 'ports'))).toContain(`${name}-source.test.ts`);
  });

  test('and the guide says so', () => {
    const guide = readFileSync(join(root, 'docs', 'extend', 'add-a-source.md'), 'utf8');
    const [start = ''] = guide.split('\n## ');
    const places = start.split('\n').filter((line) => /^\| `(?:src|test)\//.test(line));
    expect(guide).toContain('three places');
    expect(places).toHaveLength(3);
  });
});

test('no other source is found, nor a name that every object has', () => {
  expect(SOURCES.find('nowhere')).toBeUndefined();
  expect(SOURCES.find('toString')).toBeUndefined();
  expect(() => SOURCES.get('nowhere')).toThrow(/no source nowhere/);
  expect(SOURCES.defaultSource).toBe(SIMULATOR);
});

test('two sources that read the same setting, or one of the service, are a mistake', () => {
  const twice = new SourceTable('', [SIMULATOR, { ...SIMULATOR, name: 'other' }]);
  expect(() => settingsWith({ sources: twice })).toThrow(/declared twice/);
  const { world } = SIMULATOR.settings;
  expect(() =>
    settingsWith({ sources: new SourceTable('', [{ ...SIMULATOR, settings: { port: world } }]) }),
  ).toThrow(/declared twice/);
});

test('a version without the wing of several processes has no settings of them', () => {
  const load = (flag: string) => () =>
    loadConfig({ argv: [flag, 'compute'], environment: {}, sources: SOURCES });
  for (const flag of ['--role', '--store', '--bus']) expect(load(flag)).toThrow(`unknown option ${flag}`);
});

describe('the simulator', () => {
  test('is prepared from its settings, or from its identity', async () => {
    const [prepared, again] = await Promise.all([
      SIMULATOR.prepare(OPTIONS),
      SIMULATOR.prepare(SIMULATOR.identity(OPTIONS)),
    ]);
    const source = prepared.open(new ManualClock(NOON));
    expect(source.name).toBe('simulator');
    expect(again.open(new ManualClock(NOON)).reference(NOON)).toEqual(source.reference(NOON));
    const known = new Set(prepared.universe().markets.map(({ id }) => id));
    for (const { id } of source.reference(NOON).markets) expect(known.has(id)).toBe(true);
  });

  test('names the version of the world in a directory if it differs', () => {
    const stored = SIMULATOR.readIdentity({ world: 'small', seed: 'a' });
    expect(stored).toEqual({ world: 'small', seed: 'a', worldVersion: 1 });
    expect(SIMULATOR.outdated(stored!)).toMatch(/^version 1 of the simulated world/);
  });

  test('refuses a world that it does not have', async () => {
    await expect(SIMULATOR.prepare({ world: 'large', seed: 'a' })).rejects.toThrow(/large/);
  });

  test('models its past in another thread, from a copy of its data', async () => {
    const { past } = await SIMULATOR.prepare(OPTIONS);
    const model = await SIMULATOR.openPast(structuredClone(past.input));
    const series = [...model.instant(NOON, ALL_SERIES)];
    expect(series.length).toBe(model.series().length);
    expect(series.length).toBeGreaterThan(100);
  });
});
