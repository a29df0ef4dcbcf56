import { expect, test } from 'vitest';
import { FAULTS } from '../../../system/chaos/faults.ts';
import { planOf } from '../../../system/chaos/plan.ts';

const countsOf = (...args: string[]) => {
  const { faults } = planOf(args, FAULTS);
  return Object.fromEntries(
    FAULTS.map(({ name }) => [name, faults.filter((fault) => fault.name === name).length]),
  );
};

test('by default everything happens as often as is asked of more than one machine', () => {
  expect(countsOf()).toMatchObject({
    leader: 100,
    nats: 100,
    'two-nats': 50,
    wipe: 20,
    promote: 50,
    away: 1,
  });
  expect(planOf([], FAULTS).awayMs).toBe(600_000);
});

test('each fault can be counted by its flag', () => {
  const counts = countsOf('--leader', '3', '--promote', '0', '--away', '90s');
  expect(counts).toMatchObject({ leader: 3, promote: 0, away: 1, nats: 100 });
  expect(planOf(['--away', '90s'], FAULTS).awayMs).toBe(90_000);
});

test('with --only nothing else happens', () => {
  const counts = countsOf('--only', '--leader', '3');
  expect(Object.entries(counts).filter(([, count]) => count > 0)).toEqual([['leader', 3]]);
});

test('the quick run is a bounded one', () => {
  const { faults } = planOf(['--quick'], FAULTS);
  expect(faults.length).toBeGreaterThan(4);
  expect(faults.length).toBeLessThan(15);
});

test('the same seed gives the same order, another one another', () => {
  const names = (seed: string) => planOf(['--seed', seed], FAULTS).faults.map(({ name }) => name);
  expect(names('7')).toEqual(names('7'));
  expect(names('7')).not.toEqual(names('8'));
});

test.each([
  ['--leader', 'many'],
  ['--away', '10'],
  ['--no-such-fault', '1'],
  ['--seed', '-1'],
])('%s %s is refused', (...args) => {
  expect(() => planOf(args, FAULTS)).toThrow();
});
