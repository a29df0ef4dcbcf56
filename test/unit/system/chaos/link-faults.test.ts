import { expect, test } from 'vitest';
import type { Scene } from '../../../system/chaos/fault.ts';
import { LINK_FAULTS } from '../../../system/chaos/link-faults.ts';

test('a serving node that is cut off is named before it is, so that its clients do not count', async () => {
  const done: string[] = [];
  const node = {
    name: 'serve-2',
    partition: () => {
      done.push('partition');
      // The rest takes as long as a lease.
      return Promise.reject(new Error('as far as that'));
    },
  };
  const scene = {
    cluster: { of: () => [node] },
    random: { shuffled: (nodes: unknown[]) => nodes },
    cutOff: (name: string) => done.push(`cut off: ${name}`),
  };
  const fault = LINK_FAULTS.find(({ name }) => name === 'partition-server')!;
  await expect(fault.inject(scene as unknown as Scene)).rejects.toThrow('as far as that');
  expect(done).toEqual(['cut off: serve-2', 'partition']);
});
