import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FAULTS } from '../../../system/chaos/faults.ts';
import { planOf } from '../../../system/chaos/plan.ts';

const faultsOf = (args: readonly string[]) => planOf(args, FAULTS).steps.flat();
/** Of faults that are the only one, or the first one of two. */
const countsOf = (...args: string[]) => {
  const faults = planOf(args, FAULTS).steps.map(([first]) => first!);
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

test('the quick run has every fault once, the leader killed twice, in as many steps as twenty slots have room for', () => {
  const { steps, minSlots, midnightAfterMs } = planOf(['--quick'], FAULTS);
  const names = steps.flat().map(({ name }) => name);
  expect(names.toSorted()).toEqual([...FAULTS.map(({ name }) => name), 'leader'].toSorted());
  expect(steps.length).toBeLessThanOrEqual(20);
  expect(minSlots).toBe(20);
  // The day that ends then is final five minutes later, within twenty slots.
  expect(midnightAfterMs).toBeLessThanOrEqual(5 * 60_000);
});

test('the run of npm test has every fault without a test of its own once, up to three at a time, within sixteen slots', () => {
  const { steps, minSlots, isQuick, midnightAfterMs = Infinity } = planOf(['--short'], FAULTS);
  const names = steps.flat().map(({ name }) => name);
  const elsewhere = FAULTS.filter(({ testedBy }) => testedBy !== undefined);
  expect(names.toSorted()).toEqual(
    FAULTS.filter((fault) => !elsewhere.includes(fault))
      .map(({ name }) => name)
      .toSorted(),
  );
  expect(names).toHaveLength(22);
  expect(elsewhere.map(({ name }) => name)).toHaveLength(4);
  for (const { testedBy = '' } of elsewhere) expect(existsSync(testedBy), testedBy).toBe(true);
  expect(steps.length).toBeLessThanOrEqual(9);
  for (const step of steps) expect(new Set(step.map(({ group }) => group)).size).toBe(step.length);
  expect([minSlots, isQuick]).toEqual([16, true]);
  // The day is final five minutes after its end.
  expect(midnightAfterMs + 5 * 60_000).toBeLessThanOrEqual(14 * 30_000);
});

test('faults that come together disturb different parts of the cluster, in a quick run never the leader and its store', () => {
  for (const args of [
    ['--seed', '1'],
    ['--hours', '2', '--seed', '1'],
    ['--quick', '--seed', '1'],
  ]) {
    const pairs = planOf(args, FAULTS).steps.filter(({ length }) => length > 1);
    expect(pairs.length).toBeGreaterThan(5);
    for (const pair of pairs) expect(new Set(pair.map(({ group }) => group)).size).toBe(2);
    if (args.includes('--quick'))
      for (const pair of pairs)
        expect(pair.filter(({ group }) => group === 'compute' || group === 'store')).toHaveLength(1);
  }
});

test('the requested number of pairs is formed, with --only none by default', () => {
  const pairsOf = (...args: string[]) => planOf(args, FAULTS).steps.filter(({ length }) => length > 1).length;
  expect(pairsOf()).toBe(60);
  expect(pairsOf('--pairs', '3')).toBe(3);
  expect(pairsOf('--only', '--leader', '9')).toBe(0);
  expect(pairsOf('--only', '--leader', '9', '--pairs', '2')).toBe(2);
});

test('a run of hours has more faults than time, of every kind', () => {
  const { steps, forMs } = planOf(['--hours', '3', '--seed', '5'], FAULTS);
  expect(forMs).toBe(3 * 3_600_000);
  expect(steps.length).toBeGreaterThan(1000);
  expect(new Set(steps.flat().map(({ name }) => name))).toEqual(new Set(FAULTS.map(({ name }) => name)));
});

test.each([[], ['--quick'], ['--short'], ['--hours', '1']])(
  'the same seed gives the same faults, another one others: %s',
  (...args) => {
    const names = (seed: string) => faultsOf([...args, '--seed', seed]).map(({ name }) => name);
    expect(names('7')).toEqual(names('7'));
    expect(names('7')).not.toEqual(names('8'));
  },
);

test('nodes have the time of the machine without a requested midnight', () => {
  expect(planOf(['--midnight', 'none'], FAULTS).midnightAfterMs).toBeUndefined();
  expect(planOf(['--midnight', '90s'], FAULTS).midnightAfterMs).toBe(90_000);
});

test.each([
  ['--leader', 'many'],
  ['--away', '10'],
  ['--no-such-fault', '1'],
  ['--seed', '-1'],
  ['--hours', 'long'],
  ['--midnight', 'soon'],
  ['--quick', '--hours', '1'],
  ['--short', '--hours', '1'],
])('%s %s is refused', (...args) => {
  expect(() => planOf(args, FAULTS)).toThrow();
});
