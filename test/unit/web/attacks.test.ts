import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { attacksIn } from '../../../web/src/views/integrity/attacks.ts';

test('every attack that the page shows is in the table of the documentation', () => {
  const page = readFileSync(new URL('../../../docs/reference/integrity-results.md', import.meta.url), 'utf8');
  const { majorities, others } = attacksIn(page);
  expect([majorities.length, others.length]).toEqual([3, 6]);
  for (const { worstBps, committedBps } of majorities) {
    expect(Number(worstBps)).toBeGreaterThan(0);
    expect(Number(committedBps)).toBeGreaterThan(0);
  }
});

test('of the batches of version 3 the worst counts', () => {
  const page = `| T1: 45 % of volume hostile | 9 | 12 / 12.3 | 25 | 3 of 3 |
| 2 new exchanges against tier A | bps, flagged or not, worst | 5000.9 | 0 / 1.5 | 5 | 3 of 3 |`;
  const { majorities, others } = attacksIn(page);
  expect(majorities).toMatchObject([{ worstBps: '12.3', committedBps: '25' }]);
  expect(others).toMatchObject([{ version2: '5000.9', version3: '1.5' }]);
});
