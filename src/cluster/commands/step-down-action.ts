import { sendCommand } from '../../app/directory/control-socket.ts';
import { existingDirectory } from '../../app/directory/data-directory.ts';
import { action, JSON_OPTION, switchOption } from '../../cli/command.ts';
import { quoted } from '../../cli/output/shown.ts';
import { OperatorError } from '../../core/errors.ts';
import { STEP_DOWN_COMMAND, type SteppedDown } from '../remote/step-down-command.ts';

export const stepDownAction = action({
  summary: 'Have another compute node lead, such as before the machine of the leader is restarted',
  about: [
    'The compute node that leads finishes its tick, releases its lease and leaves it to others for 12 seconds: the next tick comes in time, from another node. --data is the directory of any node that runs on this machine; it passes the command on.',
    'It is refused if no other compute node could lead now.',
  ],
  options: {
    force: switchOption('Step down even if no other node could lead: ticks may be missed'),
    json: JSON_OPTION,
  },
  settings: ['data'],
  ends: [[1, 'where the leader goes on']],
  examples: ['tidemark cluster step-down --data /srv/tidemark'],
  run: async ({ options: { force, json }, config }, io) => {
    const folder = existingDirectory(config().settings.data);
    const sent = await sendCommand(folder, { command: STEP_DOWN_COMMAND, arguments: { force } });
    if (!sent) throw new OperatorError(`no node runs on ${folder}: name the --data of one that does`);
    const stepped = sent.result as SteppedDown;
    io.out(json ? `${quoted(stepped)}\n` : textOf(stepped));
    return 0;
  },
});

function textOf({ node, lastTick, candidates }: SteppedDown): string {
  const others =
    candidates.length === 0 ? 'no other node could lead' : `could lead: ${candidates.join(', ')}`;
  return `${node} steps down after the tick of ${lastTick}; ${others}\n`;
}
