import { setTimeout as delay } from 'node:timers/promises';
import { SECOND_MS } from '../../src/core/time.ts';
import { breakFence, mendFence } from './broken-fence.ts';
import { check, type Verdict } from './checker.ts';
import type { Cluster } from './cluster.ts';
import { UNTIL_REPAIRED, type Fault } from './fault.ts';
import { untilLeader } from './leader.ts';
import type { Plan } from './plan.ts';
import { runFaults } from './run.ts';

/** How often a writer is deposed at most before the proof counts as failed. */
const ATTEMPTS = 4;

/** A leader is deposed while it has ticks to store: it goes on with them when it reaches the store again. */
const DEPOSED: Fault = {
  name: 'deposed',
  summary: 'the leading compute node is cut off from PostgreSQL over a slot',
  times: 1,
  quickTimes: 1,
  limitMs: UNTIL_REPAIRED,
  inject: async ({ cluster, random }) => {
    const leader = await untilLeader(cluster.of('compute'));
    leader.links.store.partition();
    await delay(random.between(35, 45) * SECOND_MS);
    leader.links.store.heal();
    await delay(random.between(30, 40) * SECOND_MS);
  },
};

/** With a fence that holds no writer back, the same run must have violations. Resolves with them; with none where it was not caught. */
export async function catchBrokenFence(cluster: Cluster, plan: Plan): Promise<Verdict | undefined> {
  const { schema } = cluster.storeUrl;
  await breakFence(cluster.postgres.primary, schema);
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const { record } = await runFaults(cluster, { ...plan, seed: plan.seed + attempt }, [DEPOSED]);
      const verdict = check(record);
      if (verdict.violations.length > 0) return verdict;
    }
    return undefined;
  } finally {
    await mendFence(cluster.postgres.primary, schema);
  }
}
