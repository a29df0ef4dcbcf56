import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PLANTS } from '../../../scripts/proof-parts.mjs';

const ROOT = join(import.meta.dirname, '../../..');
const PROGRAM = join(ROOT, 'dist/test/system/simulation/simulate.js');
/** `npm run proof` runs 10,000 of each. */
const SEEDS = { store: 30, cluster: 10 };
/** Within so many seeds, a planted error has to be found. */
const MAX_SEEDS = 20;
const LIMIT_MS = 240_000;

function simulate(...args: string[]) {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--max-semi-space-size=32', PROGRAM, ...args],
    // It blocks this process, so the limit of the test could not end it.
    { encoding: 'utf8', timeout: LIMIT_MS, killSignal: 'SIGKILL' },
  );
  if (status === null) throw new Error(`no end within ${LIMIT_MS / 1000} s: ${stdout}${stderr}`);
  const last = stdout.trim().split('\n').at(-1) ?? '';
  return { status, output: stdout + stderr, counts: JSON.parse(last) as Record<string, number | number[]> };
}

test(`a store that is killed, loses power and fails in ${SEEDS.store} worlds loses nothing that it acknowledged`, () => {
  const { status, output, counts } = simulate('--world', 'store', '--seeds', `${SEEDS.store}`);
  expect([status, counts['failed']], output).toEqual([0, []]);
  // Otherwise little was tested.
  for (const name of ['ticks', 'received', 'kills', 'powerCuts', 'failedOperations', 'takeovers'])
    expect(counts[name], name).toBeGreaterThan(0);
});

test(`at most one of three nodes leads in ${SEEDS.cluster} worlds, and each goes on from all before it`, () => {
  const { status, output, counts } = simulate('--world', 'cluster', '--seeds', `${SEEDS.cluster}`);
  expect([status, counts['failed']], output).toEqual([0, []]);
  for (const name of ['ticks', 'kills', 'cuts', 'fences']) expect(counts[name], name).toBeGreaterThan(0);
});

test.each(PLANTS)(
  `in the world %s, a planted error of "%s" is found within ${MAX_SEEDS} seeds`,
  (world, plant) => {
    const { counts, output } = simulate('--world', world!, '--plant', plant!, '--seeds', `${MAX_SEEDS}`);
    expect(counts['failed'], output).toHaveLength(1);
  },
);

test('a seed gives the same run again', () => {
  const traced = () => simulate('--world', 'store', '--from', '3', '--seeds', '1', '--trace').output;
  const withoutTime = (output: string) => output.replace(/"cpuSeconds":[\d.]+/, '');
  const [first, second] = [traced(), traced()];
  expect(first.split('\n').length).toBeGreaterThan(10);
  expect(withoutTime(second)).toBe(withoutTime(first));
});
