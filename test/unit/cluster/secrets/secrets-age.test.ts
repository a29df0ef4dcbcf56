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

test('the age is that of the topic with the oldest poll', () => {
  const { clock, age, look } = open();
  look('clients', 'tokens');
  clock.advance(MINUTE_MS);
  look('clients');
  clock.advance(MINUTE_MS);
  expect(age.ageMs).toBe(2 * MINUTE_MS);
});

test('it is too old once it exceeds the maximum, with or without polls', () => {
  const { clock, age, look } = open();
  look('clients');
  clock.advance(10 * MINUTE_MS);
  expect(age.isTooOld).toBe(false);
  clock.advance(1);
  expect(age.isTooOld).toBe(true);
});

test('becoming too old is reported once, and so is recovery', () => {
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

test('setting the clock of the machine has no effect', () => {
  const { clock, age, look } = open();
  look('clients');
  clock.step(60 * MINUTE_MS);
  expect(age.isTooOld).toBe(false);
});
