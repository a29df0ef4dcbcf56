import { setTimeout as delay } from 'node:timers/promises';
import { SECOND_MS, SLOT_MS } from '../../../src/core/time.ts';
import { UNTIL_REPAIRED, type Fault } from './fault.ts';
import { untilLeader } from './leader.ts';

/** Before the cut-off of a slot, so that the leader computes the tick and cannot store it. */
const BEFORE_SLOT_MS = 4 * SECOND_MS;
/** A lease and a takeover: then another node has stored the slot. */
const DEPOSED_WITHIN_MS = 12 * SECOND_MS;
/** So long before the store it reaches the bus again: what it lacks of the bus would otherwise have it give way. */
const BUS_FIRST_MS = 3 * SECOND_MS;
/** Until the deposed one has reached the store again. */
const BACK_WITHIN_MS = 8 * SECOND_MS;

/**
 * A leader is deposed while it has a tick to store: it goes on with it when it reaches the store again. It lacks the last inputs of that tick, so
 * that its records are not those of the next leader: two leaders that compute the same would do no harm.
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
