import { setTimeout as delay } from 'node:timers/promises';
import { SECOND_MS, SLOT_MS } from '../../../src/core/time.ts';
import { UNTIL_REPAIRED, type Fault } from './fault.ts';
import { untilLeader } from './leader.ts';

/** Before the cut-off of a slot, so that the leader computes the tick but cannot store it. */
const BEFORE_SLOT_MS = 4 * SECOND_MS;
/** The time of a lease and a takeover, after which another node has stored the slot. */
const DEPOSED_WITHIN_MS = 12 * SECOND_MS;
/** The bus is healed this long before the store, because a leader without the bus would give way. */
const BUS_FIRST_MS = 3 * SECOND_MS;
/** Time for the deposed leader to reach the store again. */
const BACK_WITHIN_MS = 8 * SECOND_MS;

/**
 * A leader is deposed while it has a tick to store, which it tries to store when it reaches the store again. It lacks the last inputs of
 * that tick, so that its record differs from the next leader's: two leaders with equal records would do no harm.
 */
export const DEPOSED: Fault = {
  name: 'deposed',
  summary: 'the leading compute node is cut off from NATS and PostgreSQL over a slot',
  group: 'compute',
  times: 1,
  quickTimes: 1,
  limitMs: UNTIL_REPAIRED,
  choosesMoment: true,
  inject: async ({ cluster, random }) => {
    const leader = await untilLeader(cluster.of('compute'));
    const aimedMs = random.between(0.9, 1.1) * BEFORE_SLOT_MS;
    await delay((2 * SLOT_MS - (Date.now() % SLOT_MS) - aimedMs) % SLOT_MS);
    const { store, bus } = leader.links;
    for (const link of [store, ...bus]) link.partition();
    await delay(DEPOSED_WITHIN_MS - BUS_FIRST_MS);
    for (const link of bus) link.heal();
    await delay(BUS_FIRST_MS);
    store.heal();
    await delay(BACK_WITHIN_MS);
  },
};
