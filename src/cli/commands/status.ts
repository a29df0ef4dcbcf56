import type { NodeStatus } from '../../app/operate/status/node-status.ts';
import type { StartingStatus } from '../../app/operate/status/start-progress.ts';
import { statusOf, type Status } from '../../app/operate/status/status.ts';
import { quoted } from '../output/shown.ts';
import { nodeText } from '../status/node-text.ts';
import { serviceText, startingText } from '../status/service-text.ts';
import { action, JSON_OPTION } from '../command.ts';

export const command = action({
  about: [
    'Shows the last tick and its lateness, series, days, disk space by kind, recorded inputs, damage and quarantine, and a running back-fill. Queries the service if one is running, and says so if none is. The same numbers are on /metrics.',
    'For a node (one process of a service that runs in several, --role), it shows the state and the data of the node, and separately what the leading compute node reports about the service.',
  ],
  options: { json: JSON_OPTION },
  settings: ['data'],
  exitCodes: [
    [0, 'if the service is running and ready, and no damage is known'],
    [1, 'if the state is unknown, for example because the directory cannot be read'],
    [3, 'if no service is running'],
    [4, 'if the service is starting'],
    [5, 'if the service is running but not ready, or stored data is damaged'],
  ],
  run: async ({ options, config }, io) => {
    const found = await statusOf(config().settings.data);
    io.out(options.json ? `${quoted(found)}\n` : textOf(found));
    return 'node' in found ? exitCodeOfNode(found) : exitCodeOf(found);
  },
});

function textOf(found: Status | StartingStatus | NodeStatus): string {
  if ('node' in found) return nodeText(found);
  return 'starting' in found ? startingText(found) : serviceText(found);
}

function exitCodeOf(found: Status | StartingStatus): number {
  if ('starting' in found) return 4;
  if (!found.running) return 3;
  return found.notReady || found.damage.blocks > 0 ? 5 : 0;
}

/** Combines the state of the node and of the service, as far as it is known. */
function exitCodeOfNode({ running, node, service }: NodeStatus): number {
  if (!running) return 3;
  if ('step' in node) return 4;
  const isReady = 'missing' in node && node.missing.length === 0;
  return isReady && service && !service.notReady && service.damage.blocks === 0 ? 0 : 5;
}
