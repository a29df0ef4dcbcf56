import { expect, test } from 'vitest';
import { flagsIn } from '../../../../src/core/index-value.ts';
import { SLOT_MS } from '../../../../src/core/time.ts';
import { methodologyNamed } from '../../../../src/engine/methodology.ts';
import { Ticking, type Said, type WorldPlan } from '../small-world.ts';

const AT = methodologyNamed('3')!.from + 100 * SLOT_MS;
const TRUSTED = ['a', 'b', 'c'];
const PLAN: WorldPlan = {
  exchanges: { a: 'A', b: 'A', c: 'A', x: 'B', y: 'B' },
  markets: {
    'bitcoin/us-dollar': TRUSTED,
    'coin/bitcoin': ['b', 'c'],
    'coin/us-dollar': ['a', 'x', 'y'],
  },
};

const said = (names: readonly string[], last: number, more: Partial<Said> = {}) =>
  Object.fromEntries(names.map((name) => [name, { last, volume: 10, ...more }]));

/** Flags of values after two colluding exchanges have moved a market of the coin by a quarter. */
function flagsAfter(volume: number) {
  const ticking = new Ticking(PLAN, AT);
  const others = {
    'bitcoin/us-dollar': said(TRUSTED, 50_000),
    'coin/bitcoin': said(['b', 'c'], 0.001, { volume }),
  };
  for (let tick = 0; tick < 5; tick++)
    ticking.next({ ...others, 'coin/us-dollar': said(['a', 'x', 'y'], 50) });
  const attack = { ...said(['x', 'y'], 62, { volume: 1e6 }), ...said(['a'], 50, { k: 5 }) };
  const output = ticking.next({ ...others, 'coin/us-dollar': attack });
  const market = ticking.reference.marketIndex('coin/us-dollar')!;
  return {
    mwa: flagsIn(output.mwa.flags[market]!),
    coin: flagsIn(ticking.gwa(output, 'coin').flags),
    bitcoin: flagsIn(ticking.gwa(output, 'bitcoin').flags),
  };
}

test('a GWA is SPLIT while markets with more than half of its volume are held as contested', () => {
  const { mwa, coin, bitcoin } = flagsAfter(10);
  expect(mwa).toEqual(['SPLIT', 'SUSPECT']);
  expect(coin).toContain('SPLIT');
  expect(bitcoin).toEqual([]);
  expect(flagsAfter(100).mwa).toEqual(['SPLIT', 'SUSPECT']);
  expect(flagsAfter(100).coin).not.toContain('SPLIT');
});
