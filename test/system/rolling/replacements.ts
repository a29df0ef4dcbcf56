import { sendCommand } from '../../../src/app/directory/control-socket.ts';
import { readNode } from '../../../src/app/directory/node-file.ts';
import { STEP_DOWN_COMMAND } from '../../../src/cluster/remote/step-down-command.ts';
import { Random } from '../../../bench/support/integrity/random.ts';
import type { Cluster } from '../chaos/cluster.ts';
import type { ClusterNode } from '../chaos/cluster-node.ts';
import { ONE_LEASE_MS, type Fault, type Scene } from '../chaos/fault.ts';
import { untilLeader } from '../chaos/leader.ts';
import type { Step } from '../chaos/steps.ts';
import { until } from '../chaos/until.ts';
import type { Build } from './builds.ts';

const COULD_LEAD_WITHIN_MS = 30_000;

interface Replacing {
  /** Build of the replacement nodes. */
  readonly build: Build;
  /** Build whose nodes exchange messages in a format that no other node knows. */
  readonly foreign: Build;
  /** Whether each replacement begins at once; otherwise at random, half of the time near a slot. */
  readonly isQuick: boolean;
}

/** An upgrade as an operator makes it: one node after the other, the leading compute node last, after a step-down. */
export function replacementSteps({ build, foreign, isQuick }: Replacing, serving: readonly string[]): Step[] {
  const common = { times: 1, quickTimes: 1, limitMs: ONE_LEASE_MS, choosesMoment: isQuick };
  const replace = async ({ note }: Scene, node: ClusterNode) => {
    await node.stop();
    node.install(build.program);
    await node.start();
    const version = readNode(node.data)?.version;
    if (version !== build.version) throw new Error(`${node.name} runs ${version} after its replacement`);
    note(`${node.name} runs ${version}`);
  };
  const faults: Fault[] = [
    ...serving.map((name): Fault => ({
      ...common,
      name,
      summary: 'a serving node is replaced; clients of the balancer go on with the other one',
      group: 'serve',
      inject: async (scene) => {
        const { cluster, excuse } = scene;
        excuse(name);
        const nodes = cluster.of('serve');
        const index = nodes.findIndex((node) => node.name === name);
        cluster.balance(index + 1);
        await replace(scene, nodes[index]!);
      },
    })),
    {
      ...common,
      name: 'collect',
      summary: 'the collecting nodes are replaced',
      group: 'collect',
      inject: async (scene) => {
        for (const node of scene.cluster.of('collect')) await replace(scene, node);
      },
    },
    {
      ...common,
      name: 'standby',
      summary: 'the compute node that stands by is replaced',
      group: 'compute',
      inject: async (scene) => {
        const nodes = scene.cluster.of('compute');
        const leader = await untilLeader(nodes);
        for (const node of nodes.filter((each) => each !== leader)) await replace(scene, node);
      },
    },
    {
      ...common,
      name: 'step-down',
      summary: 'the leading compute node steps down',
      group: 'compute',
      inject: async ({ cluster, note }) => {
        const leader = await untilLeader(cluster.of('compute'));
        // The step-down is refused until the last replaced node could lead, which takes some seconds.
        await until('a step-down', () => stepDown(leader), COULD_LEAD_WITHIN_MS);
        const next = await untilLeader(cluster.of('compute'), [leader]);
        note(`${leader.name} to ${next.name}`);
      },
    },
    {
      ...common,
      name: 'former-leader',
      summary: 'the compute node that led before is replaced',
      group: 'compute',
      inject: async (scene) => {
        const nodes = scene.cluster.of('compute');
        const old = nodes.filter((node) => readNode(node.data)?.version !== build.version);
        if (old.length !== 1) throw new Error(`${old.length} compute nodes of the former version`);
        await replace(scene, old[0]!);
      },
    },
    {
      ...common,
      name: 'other-format',
      summary: 'a compute node with another message format is started, and must end',
      group: 'compute',
      inject: async ({ cluster, note }) => note(await refusalOf(cluster, foreign)),
    },
  ];
  return faults.map((fault) => [fault]);
}

/** How a compute node ends whose messages the others cannot read; the other roles are tested in test/postgres. */
async function refusalOf(cluster: Cluster, foreign: Build): Promise<string> {
  const node = await cluster.extraNode('compute');
  node.install(foreign.program);
  const outcome = await node.tryStart();
  await node.kill();
  const reason = /exchange messages in format .*/.exec(node.log());
  if (outcome !== 'ended' || !reason)
    throw new Error(`a node with another message format is ${outcome}:\n${node.log()}`);
  return reason[0];
}

async function stepDown(leader: ClusterNode): Promise<boolean> {
  await sendCommand(leader.data, { command: STEP_DOWN_COMMAND, arguments: {} });
  return true;
}

/** Performs a step before clients connect, so that the next slot comes from a cluster of two versions. */
export async function carryOut(cluster: Cluster, step: Step): Promise<void> {
  for (const fault of step)
    await fault.inject({
      cluster,
      random: new Random(0),
      isQuick: true,
      awayMs: 0,
      excuse: () => undefined,
      cutOff: () => undefined,
      note: (what) => console.error(`before the first slot: ${what}`),
      reportViolation: (what) => {
        throw new Error(what);
      },
    });
  await cluster.settle();
}
