import { expect, test } from 'vitest';
import { Deferred } from '../../../../src/core/async/deferred.ts';

test('its promise is settled from outside, once', async () => {
  const kept = new Deferred<number>();
  kept.resolve(1);
  kept.resolve(2);
  kept.reject(new Error('too late'));
  expect(await kept.promise).toBe(1);
  const broken = new Deferred<number>();
  broken.reject(new Error('no'));
  await expect(broken.promise).rejects.toThrow('no');
});
