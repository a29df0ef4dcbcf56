import { expect, test } from 'vitest';
import { Deferred } from '../../../../src/core/async/deferred.ts';
import { SerialQueue } from '../../../../src/core/async/serial-queue.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('a task starts when the previous one has ended, even if that has failed or thrown', async () => {
  const queue = new SerialQueue();
  const first = new Deferred<string>();
  const log: string[] = [];
  const results = [
    queue.run(() => (log.push('first'), first.promise)),
    queue.run(() => {
      log.push('second');
      throw new Error('thrown');
    }),
    queue.run(() => (log.push('third'), 3)),
  ];
  const settled = Promise.allSettled(results);
  await turn();
  expect(log).toEqual(['first']);
  first.reject(new Error('failed'));
  expect(await settled).toMatchObject([
    { reason: { message: 'failed' } },
    { reason: { message: 'thrown' } },
    { value: 3 },
  ]);
  expect(log).toEqual(['first', 'second', 'third']);
});

test('it is idle when all accepted tasks have ended, in any way', async () => {
  const queue = new SerialQueue();
  await queue.idle();
  const task = new Deferred<void>();
  const failing = expect(queue.run(() => task.promise)).rejects.toThrow('failed');
  let idle = false;
  const waiting = queue.idle().then(() => (idle = true));
  await turn();
  expect(idle).toBe(false);
  task.reject(new Error('failed'));
  await waiting;
  await failing;
});
