import { backUp } from '../../app/operate/backup/backup.ts';
import { SystemClock } from '../../core/clocks/clock.ts';
import { interruption } from '../interruption.ts';
import { byteProgress } from '../output/progress.ts';
import { action, JSON_OPTION, switchOption, type Output } from '../command.ts';
import { damageText, quoted } from '../output/shown.ts';

export const command = action({
  about: [
    'Creates a new folder named after the current time, with everything that a restore needs: history up to the newest tick, clients and keys. Works whether the service is running or stopped. Files that never change are hard-linked to the data directory or to the previous backup if the file system allows it, so the next backup takes little space and time.',
    'Every file is checked as it is copied. Damage is reported on standard error and in the manifest, and the backup is still made. A backup contains secrets: keep it private.',
  ],
  positionals: [
    {
      name: 'DIR',
      about: 'The folder to create the backup in',
      completes: 'folder',
      missingMessage: 'name the folder for backups: tidemark backup DIR',
    },
  ],
  options: { inputs: switchOption('Copy the recorded inputs too'), json: JSON_OPTION },
  settings: ['data'],
  exitCodes: [
    [1, 'if something is damaged, or no backup could be made'],
    [130, 'if interrupted; nothing was written'],
  ],
  examples: ['tidemark backup /mnt/backups --data /srv/tidemark'],
  run: async ({ positionals, options, config }, io) =>
    backup({ target: positionals[0]!, data: config().settings.data, ...options }, io),
});

interface Order {
  readonly target: string;
  readonly data: string;
  readonly inputs: boolean;
  readonly json: boolean;
}

async function backup({ target, data, inputs, json }: Order, io: Output): Promise<number> {
  const result = await backUp({
    data,
    target,
    inputs,
    clock: new SystemClock(),
    signal: interruption(),
    onBytes: byteProgress(io, 'backup'),
  });
  if (result.note !== undefined) io.err(`tidemark: ${result.note}\n`);
  io.out(
    json
      ? `${quoted(result)}\n`
      : `${result.folder}: ${result.files} files, ${result.bytes} bytes, ${result.copiedBytes} of them copied\n`,
  );
  for (const { file, what, reason } of result.damaged) {
    const state = result.leftOut.includes(file) ? 'left out of the backup' : 'damaged, copied anyway';
    io.err(`tidemark: ${state}: ${damageText({ file, what, reason })}\n`);
  }
  return result.damaged.length === 0 ? 0 : 1;
}
