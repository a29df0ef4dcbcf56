import { expect, test } from 'vitest';
import { SecretsAge } from '../../../../src/cluster/secrets/secrets-age.ts';
import { MINUTE_MS } from '../../../../src/core/time.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

function open() {
  const clock = new ManualClock(0);
  const reports: boolean[] = [];
  const age = new SecretsAge(clock, 10 * MINUTE_MS, (isTooOld) => reports.push(isTooOld));
  const look = (...topics: string[]) => {
    for (const topic of topics) age.recordLook(topic, clock.monotonic());
    age.check();
  };
  return { clock, age, reports, look };
}

test('the age is that of the topic whose last look was the longest ago', () => {
  const { clock, age, look } = open();
  look('clients', 'tokens');
  clock.advance(MINUTE_MS);
  look('clients');
  clock.advance(MINUTE_MS);
  expect(age.ageMs).toBe(2 * MINUTE_MS);
});

test('it is too old once it is older than the maximum, whether anything looks or not', () => {
  const { clock, age, look } = open();
  look('clients');
  clock.advance(10 * MINUTE_MS);
  expect(age.isTooOld).toBe(false);
  clock.advance(1);
  expect(age.isTooOld).toBe(true);
});

test('that it has become too old is reported once, and once that it is not any more', () => {
  const { clock, age, reports, look } = open();
  look('clients', 'tokens');
  clock.advance(11 * MINUTE_MS);
  for (let i = 0; i < 3; i++) age.check();
  look('clients');
  expect(reports).toEqual([true]);
  look('tokens');
  look('tokens');
  expect(reports).toEqual([true, false]);
});

test('a clock of the machine that is set changes nothing', () => {
  const { clock, age, look } = open();
  look('clients');
  clock.step(60 * MINUTE_MS);
  expect(age.isTooOld).toBe(false);
});
