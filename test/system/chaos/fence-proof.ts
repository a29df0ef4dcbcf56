import { breakFence, mendFence, UNCHECKED_APPEND } from './broken-fence.ts';
import { check } from './checker.ts';
import type { Cluster } from './cluster.ts';
import { DEPOSED } from './deposed-fault.ts';
import type { Plan } from './plan.ts';
import type { RunRecord } from './record.ts';
import { runFaults } from './run.ts';
import { describeViolation, type Violation, type ViolationKind } from './violation.ts';

/** How often a writer is deposed before the proof counts as failed. */
const ATTEMPTS = 4;

/** Violations that only two simultaneous writers cause. Others have other causes: a disturbed run may be late or unavailable with any fence. */
const OF_BROKEN_FENCE: ReadonlySet<ViolationKind> = new Set([
  'fence',
  'chain',
  'doubled',
  'different',
  'unstored',
]);

export interface FenceProof {
  readonly isCaught: boolean;
  /** For the report: the violation found, or what was found instead. */
  readonly what: string;
}

/** The violations that only a broken fence can cause. */
export function ofBrokenFence(violations: readonly Violation[]): Violation[] {
  return violations.filter(({ kind }) => OF_BROKEN_FENCE.has(kind));
}

/**
 * Why the control failed: the same fault with a sound fence, as the last one of the run. Undefined if the fence held.
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
 * With a broken fence, the same fault must cause violations that only a broken fence causes. A writer also checks that the newest tick is
 * its own, and would store nothing: this check is removed from the appends on their way to the database.
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
      const { record } = await runFaults(cluster, { ...plan, seed: plan.seed + attempt, minSlots: 0 }, [
        [DEPOSED],
      ]);
      return check(record).violations;
    },
  });
}

export interface FenceTrial {
  break(): Promise<void>;
  mend(): Promise<void>;
  /** Deposes a writer and resolves with the violations. */
  depose(attempt: number): Promise<readonly Violation[]>;
}

/** Always repairs the fence. */
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
