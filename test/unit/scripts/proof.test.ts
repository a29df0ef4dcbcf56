import { expect, test } from 'vitest';
import { PARTS } from '../../../scripts/proof-parts.mjs';
import { pageOf, reportOf, withSeeds } from '../../../scripts/proof-report.mjs';

const RUN = { minutes: 2, revision: 'abc', endedAt: '2026-03-01T12:00:00.000Z', seeds: 200, code: 0 };
const MACHINE = { cpu: 'a <cpu>', cores: 2, memoryGb: 8, system: 'Linux', node: '20' };
const outputOf = (from: number, failed: number[]) =>
  `seed: text\n${JSON.stringify({ world: 'store', from, seeds: 100, failed, ticks: 7, cpuSeconds: 1.5 })}\n`;

test('runs over seeds add up, and the part passes with the last seed', () => {
  const first = withSeeds(undefined, outputOf(0, []), RUN);
  expect(first).toMatchObject({ outcome: 'unfinished', nextSeed: 100, counts: { ticks: 7 } });
  const second = withSeeds(first, outputOf(100, []), RUN);
  expect(second).toMatchObject({
    outcome: 'passed',
    nextSeed: 200,
    minutes: 4,
    counts: { ticks: 14, cpuSeconds: 3 },
  });
});

test('seeds of several revisions are shown as such', () => {
  const first = withSeeds(undefined, outputOf(0, []), RUN);
  const second = withSeeds(first, outputOf(100, []), { ...RUN, revision: 'def' });
  expect([first.revision, second.revision]).toEqual(['abc', 'abc to def']);
  expect(withSeeds(second, outputOf(100, []), { ...RUN, revision: 'fed' }).revision).toBe('abc to fed');
});

test('a failing seed fails the part for ever', () => {
  const first = withSeeds(undefined, outputOf(0, [41]), { ...RUN, code: 1 });
  expect(withSeeds(first, outputOf(100, []), RUN)).toMatchObject({ outcome: 'failed', failedSeeds: [41] });
});

test('the report shows every part with its outcome, and failing seeds with their command', () => {
  const failed = withSeeds(undefined, outputOf(0, [41]), { ...RUN, code: 1 });
  const report = reportOf({ simulation: failed }, MACHINE);
  expect(report.parts.map(({ name }) => name)).toEqual(PARTS.map(({ name }) => name));
  expect(new Set(report.parts.slice(1).map(({ outcome }) => outcome))).toEqual(new Set(['not run']));
  const page = pageOf(report);
  expect(page).toContain(
    'failing seed 41: node dist/test/system/simulation/simulate.js --world store --from 41',
  );
  expect(page).toContain('a &lt;cpu&gt;');
  expect(page).toContain('100 seeds of 200'.replace('200', '10000'));
});
