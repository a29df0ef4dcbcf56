import { expect, test } from 'vitest';
import { withTimeout } from '../../../../src/core/async/with-timeout.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

test('work done in time resolves, and the clock is not waited for any more', async () => {
  const clock = new ManualClock(0);
  await expect(withTimeout(clock, 1000, Promise.resolve('done'))).resolves.toBe('done');
  await expect(withTimeout(clock, 1000, Promise.reject(new Error('failed')))).rejects.toThrow('failed');
});

test('work that takes longer resolves with undefined', async () => {
  const clock = new ManualClock(0);
  const waiting = withTimeout(clock, 1000, new Promise<string>(() => undefined));
  clock.advance(1000);
  await expect(waiting).resolves.toBeUndefined();
});
