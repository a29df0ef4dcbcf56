import { expect, test } from 'vitest';
import { unlessStopped } from '../../../../src/app/compose/unless-stopped.ts';

const never = new Promise<string>(() => {});

test('results before a stop are passed on, including failures', async () => {
  const { signal } = new AbortController();
  expect(await unlessStopped(Promise.resolve('here'), signal)).toBe('here');
  await expect(unlessStopped(Promise.reject(new Error('broken')), signal)).rejects.toThrow('broken');
  expect(await unlessStopped(Promise.resolve('here'), undefined)).toBe('here');
});

test('a stop ends the waiting with its reason, also if it came before', async () => {
  const stop = new AbortController();
  const waiting = unlessStopped(never, stop.signal);
  const reason = new Error('enough');
  stop.abort(reason);
  await expect(waiting).rejects.toBe(reason);
  await expect(unlessStopped(Promise.resolve('late'), stop.signal)).rejects.toBe(reason);
});
