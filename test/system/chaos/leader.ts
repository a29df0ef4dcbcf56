import type { ClusterNode } from './cluster-node.ts';
import { until } from './until.ts';

const LEADER_WITHIN_MS = 60_000;

/** Absent of a node that is not ready. */
interface ReadyAnswer {
  readonly compute?: { readonly leads: boolean };
}

/** Whether a compute node says that it leads; undefined where it does not answer. */
export async function leads(node: ClusterNode): Promise<boolean | undefined> {
  try {
    const { body } = await node.ask('/readyz');
    return (body as ReadyAnswer).compute?.leads === true;
  } catch {
    return undefined;
  }
}

/** The names of all that say that they lead. */
export async function leadersAmong(nodes: readonly ClusterNode[]): Promise<string[]> {
  const said = await Promise.all(nodes.map(leads));
  return nodes.filter((_, i) => said[i]).map(({ name }) => name);
}

/** The one that leads, once there is one that is not among `others`. */
export async function untilLeader(
  nodes: readonly ClusterNode[],
  others: readonly ClusterNode[] = [],
): Promise<ClusterNode> {
  let leader: ClusterNode | undefined;
  await until(
    'a leader',
    async () => {
      const asked = nodes.filter((node) => node.isRunning && !others.includes(node));
      const said = await Promise.all(asked.map(leads));
      leader = asked.find((_, i) => said[i]);
      return leader !== undefined;
    },
    LEADER_WITHIN_MS,
  );
  return leader!;
}
