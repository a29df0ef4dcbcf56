import { backUp } from '../../app/operate/backup/backup.ts';
import { SystemClock } from '../../core/clocks/clock.ts';
import { interruption } from '../interruption.ts';
import { byteProgress } from '../output/progress.ts';
import { action, JSON_OPTION, switchOption, type Output } from '../command.ts';
import { damageText, quoted } from '../output/shown.ts';

export const command = action({
  about: [
    'The copy is a new folder that has the time for its name: history up to the newest tick, clients, keys, everything a restore needs. Works on a running service, which goes on meanwhile, and on a stopped one. Files that never change are linked, to the data directory or to the backup before, where the file system allows it, so the next backup takes little room and time.',
    'What is copied is checked: damage is named on standard error and in the manifest, and the backup is made all the same. A backup holds secrets: keep it private.',
  ],
  positionals: [
    {
      name: 'DIR',
      about: 'The folder that backups are made in',
      completes: 'folder',
      wanted: 'name one folder for backups: tidemark backup DIR',
    },
  ],
  options: { inputs: switchOption('Copy the recorded inputs too'), json: JSON_OPTION },
  settings: ['data'],
  ends: [
    [1, 'where something is damaged, or no backup could be made'],
    [130, 'where it was interrupted; nothing was written'],
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
  const made = await backUp({
    data,
    target,
    inputs,
    clock: new SystemClock(),
    signal: interruption(),
    onBytes: byteProgress(io, 'backup'),
  });
  if (made.note !== undefined) io.err(`tidemark: ${made.note}\n`);
  io.out(
    json
      ? `${quoted(made)}\n`
      : `${made.folder}: ${made.files} files, ${made.bytes} bytes, ${made.copiedBytes} of them copied\n`,
  );
  for (const { file, what, reason } of made.damaged) {
    const state = made.leftOut.includes(file) ? 'not in the backup' : 'damaged, copied as it is';
    io.err(`tidemark: ${state}: ${damageText({ file, what, reason })}\n`);
  }
  return made.damaged.length === 0 ? 0 : 1;
}
