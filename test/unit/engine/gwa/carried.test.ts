import { expect, test } from 'vitest';
import { flagsIn } from '../../../../src/core/index-value.ts';
import { SLOT_MS } from '../../../../src/core/time.ts';
import { methodologyNamed } from '../../../../src/engine/methodology.ts';
import { Ticking, type Sayings, type WorldPlan } from '../small-world.ts';

const [SECOND, THIRD] = [methodologyNamed('2')!, methodologyNamed('3')!];
const THREE = ['a', 'b', 'c'];
const PLAN: WorldPlan = {
  exchanges: { a: 'A', b: 'A', c: 'A' },
  markets: {
    'bitcoin/us-dollar': THREE,
    'coin/bitcoin': THREE,
    'coin/token': THREE,
    'token/tether': THREE,
    'tether/us-dollar': THREE,
  },
};

const all = (last: number) => Object.fromEntries(THREE.map((name) => [name, { last }]));
const bitcoin = { 'bitcoin/us-dollar': all(50_000) };
const before = { ...bitcoin, 'coin/bitcoin': all(0.001), 'coin/token': all(7) };

/** The coin at a tick with these markets, after one at which all its own markets had a value. */
function coinWith(sayings: Sayings, { from } = THIRD) {
  const ticking = new Ticking(PLAN, from + 100 * SLOT_MS);
  expect(ticking.gwa(ticking.next(before), 'coin')).toMatchObject({ price: 50, flags: 0 });
  const { price, flags } = ticking.gwa(ticking.next(sayings), 'coin');
  return { price, isCarried: flagsIn(flags).includes('CARRIED') };
}

test('an asset is CARRIED if its real markets have no path to USD and a carried one does', () => {
  const deadEnd = { ...bitcoin, 'coin/token': all(7) };
  expect(coinWith(deadEnd)).toEqual({ price: 50, isCarried: true });
  expect(coinWith(deadEnd, SECOND)).toEqual({ price: 50, isCarried: false });
});

test('an asset is CARRIED if a carried market is part of its path to USD', () => {
  const withoutBitcoin = { 'coin/bitcoin': all(0.001), 'coin/token': all(7) };
  expect(coinWith(withoutBitcoin)).toEqual({ price: 50, isCarried: true });
});

test('an asset that real markets connect to USD is not CARRIED, however long the path is', () => {
  const detour = { 'coin/token': all(7), 'token/tether': all(50 / 7), 'tether/us-dollar': all(1) };
  expect(coinWith(detour)).toEqual({ price: 50, isCarried: false });
});
