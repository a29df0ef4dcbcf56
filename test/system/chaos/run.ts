import { setTimeout as delay } from 'node:timers/promises';
import { formatDatetime, SECOND_MS, SLOT_MS, type Millis } from '../../../src/core/time.ts';
import { Random } from '../../../bench/support/integrity/random.ts';
import { Auditor } from './audit/auditor.ts';
import { Audience } from './audience.ts';
import type { Cluster } from './cluster.ts';
import { UNTIL_REPAIRED, type Fault } from './fault.ts';
import { leadersAmong } from './leader.ts';
import { momentsOf } from './moments.ts';
import type { Plan } from './plan.ts';
import type { AuditRecord } from './audit/audit-record.ts';
import type { FaultRecord, RunRecord } from './record.ts';
import type { Step } from './steps.ts';
import { storedTruth } from './stored-truth.ts';

const RANDOM_RANGE = 2 ** 32;
/** Reading pages takes a large part of the CPU time of a run. */
const PAGE_EVERY_MS = { quick: 1000, long: 250 } as const;

export interface Outcome {
  readonly record: RunRecord;
  /** Errors that ended the run early. */
  readonly problems: readonly string[];
}

interface RunOptions {
  /** Whether stored data and answers are checked, too. */
  readonly isAudited?: boolean;
}

/** Injects the faults of a plan into a healthy cluster, and records what clients see. */
export async function runFaults(
  cluster: Cluster,
  plan: Plan,
  steps: readonly Step[],
  { isAudited = false }: RunOptions = {},
): Promise<Outcome> {
  const random = new Random(plan.seed);
  const audience = await Audience.join(cluster, PAGE_EVERY_MS[plan.isQuick ? 'quick' : 'long']);
  const { from, indexIds } = audience;
  const auditor = isAudited ? new Auditor(cluster, { indexIds, from }) : undefined;
  const records: FaultRecord[] = [];
  const problems: string[] = [];
  const until = performance.now() + plan.forMs;
  for (const [i, step] of steps.entries()) {
    if (performance.now() > until) break;
    const moments = momentsOf(step, { isQuick: plan.isQuick, random, now: Date.now() });
    const first = Math.min(...moments);
    await delay(first);
    if (random.chance(0.3)) cluster.balance(i);
    const disturbed = step.map((fault) => new Disturbance(fault, step));
    records.push(...disturbed.map(({ record }) => record));
    try {
      // Each fault has its own random numbers, so that it does not depend on the timing of the other.
      const seeds = step.map(() => Math.floor(random.next() * RANDOM_RANGE));
      const injected = disturbed.map(async (each, k) => {
        await delay(moments[k]! - first);
        await each.inject(cluster, plan, new Random(seeds[k]!));
      });
      for (const each of await Promise.allSettled(injected))
        if (each.status === 'rejected') throw each.reason;
      await cluster.settle();
      await auditor?.compare();
    } catch (error) {
      problems.push(`${step.map(({ name }) => name).join(' and ')}: ${describe(error)}`);
    }
    for (const { record, notes } of disturbed) {
      record.to = Date.now();
      report(i + 1, steps.length, record, notes, audience.newest);
    }
    if (problems.length > 0) break;
  }
  await untilSlots(audience, plan.minSlots);
  const to = await audience.untilNextSlot();
  const leaders = await leadersAmong(cluster.of('compute'));
  const audit = await auditOf(auditor, to, problems);
  const { clients, pages } = await audience.leave();
  const truth = await storedTruth(cluster.storeUrl, from, to);
  const record = { from, to, clients, pages, faults: records, truth, leaders, ...(audit && { audit }) };
  return { record, problems };
}

async function auditOf(
  auditor: Auditor | undefined,
  to: Millis,
  problems: string[],
): Promise<AuditRecord | undefined> {
  try {
    return await auditor?.finish(to);
  } catch (error) {
    problems.push(`the audit: ${describe(error)}`);
    return undefined;
  }
}

/** A running fault and its record. */
class Disturbance {
  readonly record: FaultRecord;
  readonly notes: string[] = [];
  readonly #fault: Fault;
  readonly #nodes: string[] = [];
  readonly #cutOff: string[] = [];
  readonly #wrong: string[] = [];

  constructor(fault: Fault, step: Step) {
    this.#fault = fault;
    this.record = {
      name: fault.name,
      from: Date.now(),
      to: Infinity,
      limitMs: limitOf(step),
      nodes: this.#nodes,
      cutOff: this.#cutOff,
      groups: step.map(({ group }) => group),
      mayLose: mayLose(step),
      wrong: this.#wrong,
      ...(step.length > 1 && { with: step.filter((each) => each !== fault).map(({ name }) => name) }),
    };
  }

  async inject(cluster: Cluster, { awayMs, isQuick }: Plan, random: Random): Promise<void> {
    this.record.from = Date.now();
    await this.#fault.inject({
      cluster,
      random,
      awayMs,
      isQuick,
      excuse: (node) => this.#nodes.push(node),
      cutOff: (node) => this.#cutOff.push(node),
      note: (what) => this.notes.push(what),
      reportViolation: (what) => this.#wrong.push(what),
    });
    this.record.repairedAt = Date.now();
  }
}

/** Limits are added up, because recovery from two faults may happen one after the other. */
function limitOf(step: Step): Millis {
  const limits = step.map(({ limitMs }) => limitMs);
  return limits.includes(UNTIL_REPAIRED) ? UNTIL_REPAIRED : limits.reduce((sum, limitMs) => sum + limitMs, 0);
}

/** A slot may only be lost if neither the database nor a compute node that has it survives. */
function mayLose(step: Step): boolean {
  const groups = new Set(step.map(({ group }) => group));
  return step.some((fault) => fault.mayLose) || (groups.has('compute') && groups.has('store'));
}

async function untilSlots(audience: Audience, least: number): Promise<void> {
  const lack = audience.from + (least - 2) * SLOT_MS - Date.now();
  if (lack > 0) await delay(lack);
}

function report(
  number: number,
  count: number,
  { name, from, to, wrong = [] }: FaultRecord,
  notes: readonly string[],
  newest: Millis,
): void {
  const took = ((to - from) / SECOND_MS).toFixed(1);
  const wrongs = wrong.map((what) => `WRONG: ${what}`);
  const parts = [
    `${number}/${count}`,
    name,
    `${took} s`,
    ...notes,
    ...wrongs,
    `newest ${formatDatetime(newest)}`,
  ];
  console.error(`${formatDatetime(from)} ${parts.join(', ')}`);
}

function describe(error: unknown): string {
  const { message, cause } = error as Error;
  return cause === undefined ? message : `${message} (${String(cause)})`;
}
