// Injects every fault that a service on several machines must survive, and then checks the run like an auditor: from what clients recorded
// on all serving nodes, and from what is stored, recomputed and signed. Was a slot lost, doubled, different or late? Is every gap in the log,
// does every end-of-day record follow from its ticks, and can every node verify all of it?
//
//   npm run chaos -- [--leader 100] [--nats 100] [--promote 50] [--away 10m] ... [--only] [--pairs 60] [--hours N] [--quick | --short]
//     [--seed N] [--json FILE] [--keep FOLDER] [--midnight 5m] [--no-jetstream] [--no-broken-fence]
//
// Each kind of fault in test/system/chaos/faults.ts has a flag for its count; with --only, faults without a flag do not happen. --quick is a
// run of about fifteen minutes, --short the one of npm test, about eight. At the end a leader is deposed, once with a sound fence (the control) and once with a broken one, to prove
// that the checks would find a broken fence. Needs Debian's postgresql and nats-server; root for network namespaces and a full disk,
// libfaketime for clocks that jump. Exits with 1 if anything was wrong.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { check } from './checker.ts';
import { Cluster } from './cluster.ts';
import { countsOf, withoutSlot } from './counts.ts';
import { DEPOSED } from './deposed-fault.ts';
import { bringMidnight } from './faked-midnight.ts';
import type { Fault } from './fault.ts';
import { FAULTS } from './faults.ts';
import { catchBrokenFence, controlFailure } from './fence-proof.ts';
import { planOf, usageOf, type Plan } from './plan.ts';
import type { RunRecord } from './record.ts';
import { runFaults } from './run.ts';
import type { Step } from './steps.ts';
import { summaryOf } from './summary.ts';

const args = process.argv.slice(2);
if (args.includes('--help')) {
  console.log(usageOf(FAULTS));
  process.exit();
}
const plan = understood(args);
console.error(`seed ${plan.seed}, ${plan.steps.flat().length} faults in ${plan.steps.length} steps`);
const aheadMs = midnight(plan);
const cluster = await Cluster.start({ ...plan.nodes, jetStream: plan.jetStream, aheadMs });
// Stops servers and nodes if the run is ended from outside.
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.once(name, () => void cluster.stop().finally(() => process.exit(1)));
try {
  const failures = await carryOut(cluster, plan);
  for (const failure of failures) console.error(`FAIL ${failure}`);
  process.exitCode = failures.length > 0 ? 1 : 0;
} finally {
  await cluster.stop();
}
// Reconnecting clients would keep the process alive for a while.
process.exit();

/** Parses the flags; ends the process if one is wrong. */
function understood(args: readonly string[]): Plan {
  try {
    return planOf(args, FAULTS);
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usageOf(FAULTS)}`);
    process.exit(2);
  }
}

/** Shifts the time so that a day ends within the run. Returns by how much it is ahead of the machine's. */
function midnight({ midnightAfterMs }: Plan): number {
  if (midnightAfterMs === undefined) return 0;
  try {
    return bringMidnight(midnightAfterMs);
  } catch (error) {
    console.error(
      `!!! no day ends within the run, so no end-of-day record is checked: ${(error as Error).message}`,
    );
    return 0;
  }
}

/** Runs the plan. Returns a short text for each failure. */
async function carryOut(cluster: Cluster, plan: Plan): Promise<string[]> {
  for (const what of cluster.impossible) console.error(`!!! not possible on this machine: ${what}`);
  const isPossible = (fault: Fault) => fault.isPossible?.(cluster) ?? true;
  for (const { name } of FAULTS.filter((fault) => !isPossible(fault)))
    console.error(`!!! not possible on this machine: ${name}`);
  const steps = plan.steps.map((step) => step.filter(isPossible)).filter(({ length }) => length > 0);
  await cluster.startNodes();
  await cluster.settle();
  // The control is the last fault of the run: that takes one more slot, not a separate run.
  const all: Step[] = plan.breaksFence && plan.forMs === Infinity ? [...steps, [DEPOSED]] : steps;
  const { record, problems } = await runFaults(cluster, plan, all, { isAudited: true });
  if (plan.keep !== undefined) keep(plan.keep, cluster, record);
  const verdict = check(record);
  const table = [...FAULTS, DEPOSED];
  console.log(summaryOf(table, record, verdict));
  if (plan.json !== undefined)
    writeFileSync(
      plan.json,
      `${JSON.stringify(countsOf(plan.seed, table, record, verdict), undefined, 2)}\n`,
    );
  const failures = [...problems];
  if (plan.isQuick) failures.push(...withoutSlot(record).map((name) => `no slot came during ${name}`));
  if (verdict.violations.length > 0) failures.push(`${verdict.violations.length} violations`);
  if (!plan.breaksFence || plan.forMs < Infinity) return failures;
  const unsound = controlFailure(record, verdict.violations);
  if (unsound !== undefined) failures.push(unsound);
  if (failures.length > 0) return failures;
  const { isCaught, what } = await catchBrokenFence(cluster, plan);
  console.log(`\na broken fence: ${isCaught ? 'caught' : 'NOT CAUGHT'}: ${what}`);
  if (!isCaught) failures.push('a broken fence was not caught');
  return failures;
}

/** Saves the record of the run and the logs of the nodes. */
function keep(folder: string, { nodes, folder: from }: Cluster, record: RunRecord): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'run.json'), JSON.stringify(record));
  for (const { name } of nodes) cpSync(join(from, name, 'log'), join(folder, `${name}.log`));
}
