import { expect, test } from 'vitest';
import { flagsIn } from '../../../../src/core/index-value.ts';
import { SLOT_MS } from '../../../../src/core/time.ts';
import { methodologyNamed } from '../../../../src/engine/methodology.ts';
import { Ticking, type Said, type Sayings, type WorldPlan } from '../small-world.ts';

const AT = methodologyNamed('3')!.from + 100 * SLOT_MS;
const THREE = ['a', 'b', 'c'];
const PLAN: WorldPlan = {
  exchanges: { a: 'A', b: 'A', c: 'A' },
  markets: { 'bitcoin/us-dollar': THREE, 'coin/bitcoin': THREE, 'coin/token': THREE },
};

const all = (last: number, more: Partial<Said> = {}) =>
  Object.fromEntries(THREE.map((name) => [name, { last, ...more }]));

/** Values of the coin at a first tick with everything and at this many ticks without its bitcoin market. */
function valuesOf(ticks: number, without: Sayings) {
  const ticking = new Ticking(PLAN, AT);
  const bitcoin = { 'bitcoin/us-dollar': all(50_000) };
  const first = ticking.gwa(ticking.next({ ...bitcoin, 'coin/bitcoin': all(0.001) }), 'coin');
  expect(first).toMatchObject({ price: 50, flags: 0 });
  return Array.from({ length: ticks }, () => {
    const { price, flags } = ticking.gwa(ticking.next({ ...bitcoin, ...without }), 'coin');
    return { price, flags: flagsIn(flags) };
  });
}

test('an asset whose tickers are no longer read is carried for 20 ticks, then it has no value', () => {
  const values = valuesOf(21, { 'coin/bitcoin': all(0.001, { age: 90_001 }) });
  for (const { price, flags } of values.slice(0, 20)) {
    expect(price).toBe(50);
    expect(flags).toContain('CARRIED');
  }
  expect(values[20]!.price).toBe(0);
});

test('an asset with a ticker that was read keeps its value for a day, and so does one without a fresh change', () => {
  const read = { 'coin/bitcoin': all(0.001, { age: 90_001 }), 'coin/token': all(7) };
  const still = { 'coin/bitcoin': all(0.001, { k: 3000 }) };
  for (const without of [read, still]) {
    const values = valuesOf(60, without);
    for (const { price } of values) expect(price).toBe(50);
    expect(values.at(-1)!.flags).toContain('CARRIED');
  }
});
