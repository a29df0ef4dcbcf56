import type { Cluster } from '../chaos/cluster.ts';
import type { Build } from './builds.ts';

const TOLD = 'the nodes of this cluster exchange messages in format';

/** Starts a compute node that the others would not understand; what was wrong, in a few words each. The other roles are tested in test/postgres. */
export async function otherFormatIsRefused(cluster: Cluster, build: Build): Promise<string[]> {
  const node = await cluster.extraNode('compute');
  node.install(build.program);
  const outcome = await node.tryStart();
  await node.kill();
  if (outcome !== 'ended') return [`${node.name} with another message format is ${outcome}`];
  if (!node.log().includes(TOLD)) return [`${node.name} ended without its reason: ${node.log(400)}`];
  console.error(node.log(400).trim());
  return [];
}
