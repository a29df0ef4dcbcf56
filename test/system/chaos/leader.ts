import type { ClusterNode } from './cluster-node.ts';
import { until } from './until.ts';

const LEADER_WITHIN_MS = 60_000;

/** `compute` is absent if the node is not ready. */
interface ReadyAnswer {
  readonly compute?: { readonly leads: boolean };
}

/** Whether a compute node claims to lead; undefined if it does not answer. */
export async function leads(node: ClusterNode): Promise<boolean | undefined> {
  try {
    const { body } = await node.ask('/readyz');
    return (body as ReadyAnswer).compute?.leads === true;
  } catch {
    return undefined;
  }
}

/** The names of all nodes that claim to lead. */
export async function leadersAmong(nodes: readonly ClusterNode[]): Promise<string[]> {
  const said = await Promise.all(nodes.map(leads));
  return nodes.filter((_, i) => said[i]).map(({ name }) => name);
}

/** Waits for a leader that is not among `others`. */
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
