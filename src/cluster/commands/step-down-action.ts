import { sendCommand } from '../../app/directory/control-socket.ts';
import { existingDirectory } from '../../app/directory/data-directory.ts';
import { action, JSON_OPTION, switchOption } from '../../cli/command.ts';
import { quoted } from '../../cli/output/shown.ts';
import { OperatorError } from '../../core/errors.ts';
import { STEP_DOWN_COMMAND, type SteppedDown } from '../remote/step-down-command.ts';

export const stepDownAction = action({
  summary: 'Make another compute node the leader, for example before restarting the machine of the leader',
  about: [
    'The leader finishes its tick, releases its lease and does not take it again for 12 seconds, so another node publishes the next tick in time. --data is the directory of a compute node that runs on this machine; that node forwards the command.',
    'Fails if no other compute node can lead now, unless --force is given.',
  ],
  options: {
    force: switchOption('Step down even if no other node can lead; ticks may be missed'),
    json: JSON_OPTION,
  },
  settings: ['data'],
  exitCodes: [[1, 'if the leader does not step down']],
  examples: ['tidemark cluster step-down --data /srv/tidemark'],
  run: async ({ options: { force, json }, config }, io) => {
    const folder = existingDirectory(config().settings.data);
    const sent = await sendCommand(folder, { command: STEP_DOWN_COMMAND, arguments: { force } });
    if (!sent)
      throw new OperatorError(
        `no node runs on ${folder}: set --data to the directory of a running compute node`,
      );
    const stepped = sent.result as SteppedDown;
    io.out(json ? `${quoted(stepped)}\n` : textOf(stepped));
    return 0;
  },
});

function textOf({ node, lastTick, candidates }: SteppedDown): string {
  const others =
    candidates.length === 0 ? 'no other node can lead' : `can lead now: ${candidates.join(', ')}`;
  return `${node} steps down after the tick of ${lastTick}; ${others}\n`;
}
