// Upgrades a cluster node by node while clients of all serving nodes read ticks, and then checks the run like `npm run chaos`:
// was a slot lost, doubled, different anywhere or late, and can every node verify all of it? Finally, a node with another message
// format is started and must end with an error that says so.
//
//   npm run rolling -- [--from REVISION|FOLDER] [--compute-first] [--quick] [--keep FOLDER]
//
// --from is the version that runs at first: a revision of this repository, which is built (from the npm registry if its packages
// differ), or a folder with a build. Without it this build runs at first, and then a copy of it whose version is one minor
// higher. Serving nodes are replaced first; with --compute-first last, as in the guide. --quick takes two slots: half of the
// nodes are replaced before the first, the others before the second. Downgrades are not tested. Needs Debian's postgresql and
// nats-server. Exits with 1 if anything was wrong.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SECOND_MS } from '../../../src/core/time.ts';
import { check } from '../chaos/checker.ts';
import { Cluster } from '../chaos/cluster.ts';
import type { Plan } from '../chaos/plan.ts';
import type { RunRecord } from '../chaos/record.ts';
import { runFaults } from '../chaos/run.ts';
import type { Step } from '../chaos/steps.ts';
import { summaryOf } from '../chaos/summary.ts';
import { Builds } from './builds.ts';
import { carryOut, replacementSteps } from './replacements.ts';

const NODES = { collect: 1, compute: 2, serve: 2 };
const MIN_SLOTS = 12;
/**
 * In a quick run these are replaced before the first slot, which then comes from a leader of the former version to nodes of both.
 */
const EARLY = ['serve-1', 'collect', 'standby'];

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', default: false },
    from: { type: 'string' },
    quick: { type: 'boolean', default: false },
    'compute-first': { type: 'boolean', default: false },
    keep: { type: 'string' },
  },
});
if (values.help) {
  console.log('npm run rolling -- [--from REVISION|FOLDER] [--compute-first] [--quick] [--keep FOLDER]');
  process.exit();
}
const builds = new Builds();
let cluster: Cluster | undefined;
const end = async () => {
  await cluster?.stop();
  builds.remove();
};
// Stops servers and nodes if the run is ended from outside.
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.once(name, () => void end().finally(() => process.exit(1)));
try {
  const failures = await upgrade();
  for (const failure of failures) console.error(`FAIL ${failure}`);
  process.exitCode = failures.length > 0 ? 1 : 0;
} finally {
  await end();
}
// Reconnecting clients would keep the process alive for a while.
process.exit();

/** Runs the upgrade. Returns a short text for each failure. */
async function upgrade(): Promise<string[]> {
  const isQuick = values.quick;
  const [from, to] =
    values.from === undefined
      ? [builds.present, builds.nextMinor()]
      : [builds.from(values.from), builds.present];
  console.error(`from ${from.version} to ${to.version}`);
  cluster = await Cluster.start({
    ...NODES,
    jetStream: true,
    canBeDisturbed: false,
    program: from.program,
  });
  await cluster.startNodes();
  console.error(`started after ${seconds()} s`);
  await cluster.settle();
  const serving = cluster.of('serve').map(({ name }) => name);
  const listed = replacementSteps({ build: to, foreign: builds.withOtherMessages(), isQuick }, serving);
  const all = values['compute-first'] ? computeFirst(listed) : listed;
  const isEarly = (step: Step) => isQuick && step.every(({ name }) => EARLY.includes(name));
  for (const step of all.filter(isEarly)) await carryOut(cluster, step);
  console.error(`clients are next after ${seconds()} s`);
  const steps = all.filter((step) => !isEarly(step));
  const { record, problems } = await runFaults(cluster, planOf(isQuick), steps, { isAudited: true });
  if (values.keep !== undefined) keep(values.keep, cluster, record);
  const verdict = check(record);
  console.log(summaryOf(steps.flat(), record, verdict));
  const { verified = [] } = record.audit ?? {};
  for (const { node, recomputed } of verified) console.log(`${node} verified ${recomputed} values`);
  return [...problems, ...(verdict.violations.length > 0 ? [`${verdict.violations.length} violations`] : [])];
}

/** The order of the guide, in which serving nodes of the former version read messages of the new one. */
function computeFirst(steps: readonly Step[]): Step[] {
  const isCompute = (step: Step) => step.some(({ group }) => group === 'compute');
  return [...steps.filter(isCompute), ...steps.filter((step) => !isCompute(step))];
}

function seconds(): string {
  return (performance.now() / SECOND_MS).toFixed(1);
}

function planOf(isQuick: boolean): Plan {
  return {
    seed: Math.floor(Math.random() * 1e6),
    isQuick,
    jetStream: true,
    nodes: NODES,
    awayMs: 0,
    steps: [],
    forMs: Infinity,
    minSlots: isQuick ? 1 : MIN_SLOTS,
    midnightAfterMs: undefined,
    breaksFence: false,
    keep: undefined,
    json: undefined,
  };
}

/** Saves the record of the run and the logs of the nodes. */
function keep(folder: string, { nodes, folder: from }: Cluster, record: RunRecord): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'run.json'), JSON.stringify(record));
  for (const { name } of nodes) cpSync(join(from, name, 'log'), join(folder, `${name}.log`));
}
