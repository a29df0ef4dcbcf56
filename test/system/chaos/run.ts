import { setTimeout as delay } from 'node:timers/promises';
import { formatDatetime, SECOND_MS, SLOT_MS, type Millis } from '../../../src/core/time.ts';
import { Random } from '../../../bench/support/integrity/random.ts';
import { Audience } from './audience.ts';
import type { Cluster } from './cluster.ts';
import type { Fault } from './fault.ts';
import { leadersAmong } from './leader.ts';
import type { Plan } from './plan.ts';
import type { FaultRecord, RunRecord } from './record.ts';
import { storedTruth } from './stored-truth.ts';

/** A slot that is so near may be aimed at. */
const NEAR_MS = 15 * SECOND_MS;

export interface Outcome {
  readonly record: RunRecord;
  /** What kept the run from going on. */
  readonly problems: readonly string[];
}

/** Disturbs a cluster that is well, as the plan says, and records what clients see. */
export async function runFaults(
  cluster: Cluster,
  { seed, awayMs }: Plan,
  faults: readonly Fault[],
): Promise<Outcome> {
  const random = new Random(seed);
  const audience = await Audience.join(cluster);
  const records: FaultRecord[] = [];
  const problems: string[] = [];
  for (const [i, fault] of faults.entries()) {
    if (!fault.choosesMoment) await delay(momentOf(random));
    if (random.chance(0.3)) cluster.balance(i);
    const nodes: string[] = [];
    const cutOff: string[] = [];
    const notes: string[] = [];
    const record: FaultRecord = {
      name: fault.name,
      from: Date.now(),
      to: Infinity,
      limitMs: fault.limitMs,
      nodes,
      cutOff,
    };
    records.push(record);
    try {
      const scene = {
        cluster,
        random,
        awayMs,
        excuse: (node: string) => nodes.push(node),
        cutOff: (node: string) => cutOff.push(node),
        note: (what: string) => notes.push(what),
      };
      await fault.inject(scene);
      await cluster.settle();
    } catch (error) {
      problems.push(`${fault.name}: ${describe(error)}`);
    }
    record.to = Date.now();
    tell(i + 1, faults.length, record, notes, audience.newest);
    if (problems.length > 0) break;
  }
  const to = await audience.untilNextSlot();
  const { from } = audience;
  const leaders = await leadersAmong(cluster.of('compute'));
  const { clients, pages } = await audience.leave();
  const truth = await storedTruth(cluster.storeUrl, from, to);
  return { record: { from, to, clients, pages, faults: records, truth, leaders }, problems };
}

/** A while at random; half of the time near a slot, where most is under way. */
function momentOf(random: Random): Millis {
  const toSlot = SLOT_MS - (Date.now() % SLOT_MS);
  const aimed = toSlot + random.between(-2, 1.5) * SECOND_MS;
  const any = random.between(0.5, 4) * SECOND_MS;
  return random.chance(0.5) && aimed > 0 && aimed < NEAR_MS ? aimed : any;
}

function tell(
  number: number,
  count: number,
  { name, from, to }: FaultRecord,
  notes: readonly string[],
  newest: Millis,
): void {
  const took = ((to - from) / SECOND_MS).toFixed(1);
  const parts = [`${number}/${count}`, name, `${took} s`, ...notes, `newest ${formatDatetime(newest)}`];
  console.error(`${formatDatetime(from)} ${parts.join(', ')}`);
}

function describe(error: unknown): string {
  const { message, cause } = error as Error;
  return cause === undefined ? message : `${message} (${String(cause)})`;
}
