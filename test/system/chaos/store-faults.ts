import { setTimeout as delay } from 'node:timers/promises';
import { SECOND_MS, SLOT_MS } from '../../../src/core/time.ts';
import { lasting, ONE_LEASE_MS, UNTIL_REPAIRED, type Fault } from './fault.ts';
import { untilLeader } from './leader.ts';

/** Free space left on a full disk, so that the server can still report the error. */
const LEFT_BYTES = 64 * 1024;
/** Timed so that a slot is due while commits hang. */
const OVER_A_SLOT = [500, 9000] as const;

/** Faults of PostgreSQL. */
export const STORE_FAULTS: readonly Fault[] = [
  {
    name: 'promote',
    summary: 'the PostgreSQL primary is killed and its synchronous standby takes its place',
    group: 'store',
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
    summary: 'PostgreSQL is stopped (for the time of --away)',
    group: 'store',
    times: 1,
    quickTimes: 1,
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
    group: 'store',
    times: 5,
    quickTimes: 1,
    limitMs: UNTIL_REPAIRED,
    inject: async (scene) => {
      const { primary } = scene.cluster.postgres;
      await primary.pause();
      try {
        await lasting(scene, 2, 40);
      } finally {
        primary.resume();
      }
    },
  },
  {
    name: 'disk-full',
    summary: 'the disk of the PostgreSQL primary is full',
    group: 'store',
    times: 5,
    quickTimes: 1,
    limitMs: UNTIL_REPAIRED,
    isPossible: ({ postgres }) => postgres.primaryDisk !== undefined,
    inject: async (scene) => {
      const { cluster, note } = scene;
      const { primary, primaryDisk } = cluster.postgres;
      primaryDisk!.fill(LEFT_BYTES);
      await lasting(scene, 4, 45);
      primaryDisk!.makeRoom();
      note(primary.isRunning ? 'the server went on' : 'the server had ended');
      if (!primary.isRunning) await primary.start();
    },
  },
  {
    name: 'hanging-commits',
    summary: 'PostgreSQL answers reads, but commits hang: the synchronous standby is missing',
    group: 'store',
    times: 10,
    quickTimes: 1,
    testedBy: 'test/postgres/hanging-commits.test.ts',
    limitMs: UNTIL_REPAIRED,
    beforeSlotMs: OVER_A_SLOT,
    inject: async (scene) => {
      const { primary } = scene.cluster.postgres;
      primary.configure({ synchronous_standby_names: 'missing' });
      try {
        await lasting(scene, 12, 40);
      } finally {
        primary.configure({ synchronous_standby_names: '*' });
      }
    },
  },
  {
    name: 'lost-commits',
    summary: 'an asynchronous standby takes the place of the PostgreSQL primary, without its last commits',
    group: 'store',
    times: 10,
    quickTimes: 1,
    testedBy: 'test/postgres/lost-commits.test.ts',
    limitMs: UNTIL_REPAIRED,
    mayLose: true,
    inject: async (scene) => {
      const { cluster, random, note, isQuick } = scene;
      const slots = isQuick ? 1 : 1 + Math.floor(random.next() * 3);
      // Long enough that each slot is stored and published, and then lost with the primary.
      const toLastMs = slots * SLOT_MS - (Date.now() % SLOT_MS) + random.between(3, 6) * SECOND_MS;
      note(`${slots} slots`);
      await cluster.postgres.promoteWithout(() => delay(toLastMs));
      await cluster.postgres.rebuild();
    },
  },
  {
    name: 'leader-while-away',
    summary: 'the leading compute node is killed with ticks that wait for PostgreSQL',
    group: 'store',
    isAlone: true,
    times: 10,
    quickTimes: 1,
    testedBy: 'test/postgres/waiting-ticks.test.ts',
    limitMs: UNTIL_REPAIRED,
    mayLose: true,
    inject: async (scene) => {
      const { cluster, note } = scene;
      const leader = await untilLeader(cluster.of('compute'));
      note(leader.name);
      await cluster.postgres.primary.kill();
      await lasting(scene, 3, 40);
      await leader.kill();
      await lasting(scene, 2, 10);
      await cluster.postgres.primary.start();
      await leader.start();
    },
  },
];
