import { setTimeout as delay } from 'node:timers/promises';
import { SECOND_MS } from '../../../src/core/time.ts';
import { ONE_LEASE_MS, UNTIL_REPAIRED, type Fault } from './fault.ts';

/** What is left so that a server can still say what is wrong. */
const LEFT_BYTES = 64 * 1024;

/** What happens to PostgreSQL. */
export const STORE_FAULTS: readonly Fault[] = [
  {
    name: 'promote',
    summary: 'the PostgreSQL primary is killed and its synchronous standby takes its place',
    times: 50,
    quickTimes: 1,
    limitMs: ONE_LEASE_MS,
    inject: async ({ cluster, note }) => {
      const startedAt = performance.now();
      await cluster.postgres.promote();
      note(`promoted in ${Math.round(performance.now() - startedAt)} ms`);
      await cluster.postgres.rebuild();
    },
  },
  {
    name: 'away',
    summary: 'PostgreSQL is away (--away says for how long)',
    times: 1,
    quickTimes: 0,
    limitMs: UNTIL_REPAIRED,
    inject: async ({ cluster, awayMs }) => {
      await cluster.postgres.primary.kill();
      await delay(awayMs);
      await cluster.postgres.primary.start();
    },
  },
  {
    name: 'store-paused',
    summary: 'PostgreSQL stands still with its connections open',
    times: 5,
    quickTimes: 0,
    limitMs: UNTIL_REPAIRED,
    inject: async ({ cluster, random }) => {
      const { primary } = cluster.postgres;
      await primary.pause();
      try {
        await delay(random.between(2, 40) * SECOND_MS);
      } finally {
        primary.resume();
      }
    },
  },
  {
    name: 'disk-full',
    summary: 'the disk of the PostgreSQL primary is full',
    times: 5,
    quickTimes: 0,
    limitMs: UNTIL_REPAIRED,
    isPossible: ({ postgres }) => postgres.primaryDisk !== undefined,
    inject: async ({ cluster, random, note }) => {
      const { primary, primaryDisk } = cluster.postgres;
      primaryDisk!.fill(LEFT_BYTES);
      await delay(random.between(10, 45) * SECOND_MS);
      primaryDisk!.makeRoom();
      note(primary.isRunning ? 'the server went on' : 'the server had ended');
      if (!primary.isRunning) await primary.start();
    },
  },
];
