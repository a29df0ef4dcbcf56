import { breakFence, mendFence, UNCHECKED_APPEND } from './broken-fence.ts';
import { check } from './checker.ts';
import type { Cluster } from './cluster.ts';
import { DEPOSED } from './deposed-fault.ts';
import type { Plan } from './plan.ts';
import type { RunRecord } from './record.ts';
import { runFaults } from './run.ts';
import { describeViolation, type Violation, type ViolationKind } from './violation.ts';

/** How often a writer is deposed at most before the proof counts as failed. */
const ATTEMPTS = 4;

/** What two writers at a time do. All else can have another cause: a run that was disturbed is late or unavailable with any fence. */
const OF_BROKEN_FENCE: ReadonlySet<ViolationKind> = new Set([
  'fence',
  'chain',
  'doubled',
  'different',
  'unstored',
]);

export interface FenceProof {
  readonly isCaught: boolean;
  /** For the report: by what it was caught, or what was seen instead. */
  readonly what: string;
}

/** Those that only a fence that does not hold can have caused. */
export function ofBrokenFence(violations: readonly Violation[]): Violation[] {
  return violations.filter(({ kind }) => OF_BROKEN_FENCE.has(kind));
}

/**
 * What the control says against the proof: the same fault while the fence was sound, in a run that has ended with it. Undefined
 * where the fence held.
 */
export function controlFailure(
  { faults }: Pick<RunRecord, 'faults'>,
  violations: readonly Violation[],
): string | undefined {
  if (!faults.some(({ name }) => name === DEPOSED.name))
    return 'the control of the broken fence did not take place';
  const [first, ...others] = ofBrokenFence(violations);
  if (!first) return undefined;
  const more = others.length > 0 ? `, and ${others.length} more` : '';
  return `the control of the broken fence failed: with the sound fence there was ${describeViolation(first)}${more}`;
}

/**
 * With a fence that holds no writer back, the same fault must be told by what only a broken fence does. A writer that asks whether the newest
 * tick is its own would store nothing all the same: that question is taken from the appends on their way to the database.
 */
export function catchBrokenFence(cluster: Cluster, plan: Plan): Promise<FenceProof> {
  const { schema } = cluster.storeUrl;
  const replace = (texts: ReadonlyMap<string, string>) => {
    for (const { links } of cluster.of('compute')) links.store.replace(texts);
  };
  return proveFence({
    break: async () => {
      await breakFence(cluster.postgres.primary, schema);
      replace(UNCHECKED_APPEND);
    },
    mend: async () => {
      replace(new Map());
      await mendFence(cluster.postgres.primary, schema);
    },
    depose: async (attempt) => {
      const { record } = await runFaults(cluster, { ...plan, seed: plan.seed + attempt, leastSlots: 0 }, [
        [DEPOSED],
      ]);
      return check(record).violations;
    },
  });
}

export interface FenceTrial {
  break(): Promise<void>;
  mend(): Promise<void>;
  /** Deposes a writer and resolves with what was wrong then. */
  depose(attempt: number): Promise<readonly Violation[]>;
}

/** Mends the fence in every case. */
export async function proveFence(trial: FenceTrial): Promise<FenceProof> {
  const others: Violation[] = [];
  await trial.break();
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const violations = await trial.depose(attempt);
      const [caught] = ofBrokenFence(violations);
      if (caught) return { isCaught: true, what: describeViolation(caught) };
      others.push(...violations.slice(0, 1));
    }
  } finally {
    await trial.mend();
  }
  const [other] = others;
  const instead = other ? `; only other things were wrong, such as ${describeViolation(other)}` : '';
  return { isCaught: false, what: `a writer was deposed ${ATTEMPTS} times${instead}` };
}
