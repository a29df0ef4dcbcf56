import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readTiers, withTiers } from '../../../src/reference/tier-file.ts';
import { SIMULATOR } from '../../../src/simulator/definition.ts';
import { SimulatedMarket } from '../../../src/simulator/simulated-market.ts';
import { buildWorld } from '../../../src/simulator/world.ts';
import { TieredSource } from '../../../src/sources/tiered-source.ts';
import { collect } from '../../contract/ports/source-contract.ts';
import { ManualClock } from '../../support/manual-clock.ts';

/** Within a minute something is listed or delisted, so that reference data are announced. */
const { calendar } = new SimulatedMarket(buildWorld('small'), { seed: 'contract' });
const START = calendar.nextChange(Date.UTC(2026, 4, 6, 12)) - 48_750;

function readText(text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'tiers-'));
  try {
    writeFileSync(join(folder, 'file'), text);
    return readTiers(join(folder, 'file'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const row = (more: object) =>
  JSON.stringify({
    format: 1,
    tiers: [{ exchange: 'Kraken', tier: 'B', since: '2026-11-16', reason: 'ours', ...more }],
  });

describe('a file of tiers', () => {
  test('names exchanges with a tier, a day and a reason', () => {
    expect([...readText(row({}))]).toEqual([['Kraken', 'B']]);
  });

  test.each(['Coinbase-Pro', 'Coinbase', 'coinbase pro'])(
    'may use an earlier or the current name of an exchange: %s',
    (name) => {
      for (const version of [2, 3] as const) {
        const { reference } = buildWorld('small', version);
        const before = { ...reference, lx: [], traded: [] };
        const after = withTiers(before, readText(row({ exchange: name })));
        const changed = after.exchanges.filter((exchange, i) => exchange !== before.exchanges[i]);
        expect(changed).toMatchObject([{ id: '65cf072d-2ffa-48f8-9497-6654234f52e3', tier: 'B' }]);
      }
    },
  );

  test('decides about an exchange once, under whichever name', () => {
    const rows = ['Coinbase-Pro', 'Coinbase'].map((exchange) => ({
      exchange,
      tier: 'B',
      since: '2026-11-16',
      reason: 'ours',
    }));
    expect(() => readText(JSON.stringify({ format: 1, tiers: rows }))).toThrow(/lists Coinbase again/);
  });

  test.each([
    ['no JSON', /is not valid JSON/],
    ['[]', /format must be 1/],
    ['{"format":1,"tiers":{}}', /tiers must be a list/],
    [
      row({ tier: 'C', since: 'today', reason: ' ' }),
      /tiers\[0\]\.tier must be A or B; tiers\[0\]\.since must be a day.*tiers\[0\]\.reason must say why/,
    ],
    [row({ weight: 1 }), /tiers\[0\]\.weight is unknown/],
    [row({ exchange: 7 }), /tiers\[0\]\.exchange must be the name/],
  ])('with %s is refused with every problem', (text, expected) => {
    expect(() => readText(text)).toThrow(expected);
  });
});

test('an operator replaces tiers, at the start and in what is announced, and nothing else', async () => {
  const prepared = await SIMULATOR.prepare({ world: 'small', seed: 'contract', faultRate: 0 });
  const open = () => prepared.open(new ManualClock(START));
  const plain = open();
  const tiered = new TieredSource(open(), new Map([['Kraken', 'B']]));
  const before = plain.reference(START);
  const after = tiered.reference(START);
  const changed = after.exchanges.filter((exchange, i) => exchange !== before.exchanges[i]);
  expect(changed).toMatchObject([{ name: 'Kraken', tier: 'B' }]);
  expect(before.exchanges.find(({ name }) => name === 'Kraken')?.tier).toBe('A');
  expect({ ...after, exchanges: [] }).toEqual({ ...before, exchanges: [] });

  const clock = new ManualClock(START);
  const source = new TieredSource(prepared.open(clock), new Map([['Kraken', 'B']]));
  source.reference(START);
  const events = await collect({ source, clock }, 95_000);
  const announced = events.flatMap(({ event }) => (event.kind === 'reference' ? [event.data] : []));
  expect(announced.length).toBeGreaterThan(0);
  for (const data of announced) expect(data.exchanges.find(({ name }) => name === 'Kraken')?.tier).toBe('B');
});
