import { describe, expect, test } from 'vitest';
import { SETTING_NAMES } from '../../../src/app/config/settings.ts';
import { EVERYTHING } from '../../../src/sources/past.ts';
import { DEFAULT_SOURCE, findSource, SOURCE_NAMES, SOURCES } from '../../../src/sources/table.ts';
import { ManualClock } from '../../support/manual-clock.ts';

const NOON = Date.UTC(2026, 4, 6, 12);
const OPTIONS = { world: 'small', seed: 'table', faultRate: 0, port: 8080 };

describe.each(SOURCE_NAMES)('the source %s', (name) => {
  const definition = SOURCES[name];

  test('is found by its name, and reads settings that exist', () => {
    expect(definition.name).toBe(name);
    expect(findSource(name)).toBe(definition);
    for (const setting of definition.settings) expect(SETTING_NAMES).toContain(setting);
  });

  test('knows its identity again, and refuses what is not one', () => {
    const identity = definition.identity(OPTIONS);
    expect(definition.readIdentity(JSON.parse(JSON.stringify(identity)))).toEqual(identity);
    expect(definition.outdated(identity)).toBeUndefined();
    expect(definition.readIdentity({})).toBeUndefined();
  });

  test('is prepared from its settings, or from its identity', async () => {
    const [prepared, again] = await Promise.all([
      definition.prepare(OPTIONS),
      definition.prepare(definition.identity(OPTIONS)),
    ]);
    expect(again.reference(NOON)).toEqual(prepared.reference(NOON));
    const source = prepared.open(new ManualClock(NOON));
    expect(source.name).toBe(name);
    expect(source.reference(NOON)).toBe(prepared.reference(NOON));
    const known = new Set(prepared.universe().markets.map(({ id }) => id));
    for (const { id } of prepared.reference(NOON).markets) expect(known.has(id)).toBe(true);
  });
});

test('no other source is found, nor a name that every object has', () => {
  expect(findSource('replay')).toBeUndefined();
  expect(findSource('toString')).toBeUndefined();
  expect(SOURCE_NAMES).toContain(DEFAULT_SOURCE);
});

describe('the simulator', () => {
  test('says which version of the world a directory holds where it is another', () => {
    const { simulator } = SOURCES;
    const stored = simulator.readIdentity({ world: 'small', seed: 'a' });
    expect(stored).toEqual({ world: 'small', seed: 'a', worldVersion: 1 });
    expect(simulator.outdated(stored!)).toMatch(/^version 1 of the simulated world/);
  });

  test('refuses a world that it does not have', async () => {
    await expect(SOURCES.simulator.prepare({ world: 'large', seed: 'a' })).rejects.toThrow(/large/);
  });

  test('models its past in another thread: from a copy of what it says', async () => {
    const { past } = await SOURCES.simulator.prepare(OPTIONS);
    const model = await SOURCES.simulator.openPast(structuredClone(past.input));
    const { series } = model.instant(NOON, EVERYTHING);
    expect(series.length).toBe(model.series().length);
    expect(series.length).toBeGreaterThan(100);
  });
});
