import type { NodeStatus } from '../../app/operate/status/node-status.ts';
import type { StartingStatus } from '../../app/operate/status/start-progress.ts';
import { statusOf, type Status } from '../../app/operate/status/status.ts';
import { quoted } from '../output/shown.ts';
import { nodeText } from '../status/node-text.ts';
import { serviceText, startingText } from '../status/service-text.ts';
import { action, JSON_OPTION } from '../command.ts';

export const command = action({
  about: [
    'Tells the last tick, how late it was, series, days, disk space by kind, recorded inputs, damage and quarantine, and the back-fill while there is one. Asks the service where one is running, and says so where none is. The same numbers are on /metrics.',
    'Of a node, which is one process of a service that runs in several (--role), it tells what the node is and holds itself, and apart from that what the leading compute node says of the service.',
  ],
  options: { json: JSON_OPTION },
  settings: ['data'],
  ends: [
    [0, 'where the service is running and ready, and no damage is known'],
    [1, 'where nothing could be told, such as of a directory that cannot be read'],
    [3, 'where no service is running'],
    [4, 'where the service is starting'],
    [5, 'where the service is running and not ready, or something stored is damaged'],
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

/** The node, and the service as far as it is known. */
function exitCodeOfNode({ running, node, service }: NodeStatus): number {
  if (!running) return 3;
  if ('step' in node) return 4;
  const isReady = 'missing' in node && node.missing.length === 0;
  return isReady && service && !service.notReady && service.damage.blocks === 0 ? 0 : 5;
}
