import { remoteCommands } from '../../remote/remote-commands.ts';
import { openCollectNode } from './collect-node.ts';
import type { Node, RunningRole } from '../node.ts';

/** The role that reads exchanges, as a node shows it. */
export async function openCollecting(node: Node): Promise<RunningRole> {
  const { folder, directory, cluster, time, ...surroundings } = node;
  const { quick: database, bus } = cluster;
  const collecting = await openCollectNode({ ...surroundings, wallClock: time.clock, database, bus });
  for (const [name, command] of remoteCommands({ asking: cluster.asking, folder }))
    directory.commands.set(name, command);
  return {
    ready: Promise.resolve(),
    describe: () => ({ collect: collecting.status() }),
    missing: () => {
      const { hearsBus, degraded } = collecting.status();
      return [...(hearsBus ? [] : ['bus']), ...(degraded === undefined ? [] : [`sources (${degraded})`])];
    },
    close: () => collecting.close(),
  };
}
