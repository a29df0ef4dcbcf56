import { restore } from '../../app/operate/backup/restore.ts';
import { SystemClock } from '../../core/clocks/clock.ts';
import { interruption } from '../interruption.ts';
import { byteProgress } from '../output/progress.ts';
import { action, JSON_OPTION, type Output } from '../command.ts';
import { damageText, quoted } from '../output/shown.ts';

export const command = action({
  about: [
    'Every file is checked against the sums that were taken with it; where one is damaged, nothing is restored. The data directory must be empty or missing.',
  ],
  positionals: [
    {
      name: 'BACKUP',
      about: "One of the folders that 'tidemark backup' has made",
      completes: 'folder',
      wanted: 'name one backup: tidemark restore BACKUP --data DIR',
    },
  ],
  options: { json: JSON_OPTION },
  settings: ['data'],
  ends: [[130, 'where it was interrupted; nothing was restored']],
  examples: ['tidemark restore /mnt/backups/2026-03-01T120000.123Z --data /srv/tidemark'],
  run: async ({ positionals, options, config }, io) =>
    runRestore({ backup: positionals[0]!, isJson: options.json, data: config().settings.data }, io),
});

interface Order {
  readonly backup: string;
  readonly data: string;
  readonly isJson: boolean;
}

async function runRestore({ backup, data, isJson }: Order, io: Output): Promise<number> {
  const signal = interruption();
  const {
    createdAt,
    files,
    damaged = [],
  } = await restore({
    backup,
    data,
    clock: new SystemClock(),
    signal,
    onBytes: byteProgress(io, 'restore'),
  });
  const text = `${data} holds the backup of ${createdAt}: ${files.length} files, all of them checked\n`;
  io.out(isJson ? `${quoted({ data, createdAt, files: files.length, damaged })}\n` : text);
  for (const { file, what, reason } of damaged)
    io.err(`tidemark: was damaged when the backup was made: ${damageText({ file, what, reason })}\n`);
  return 0;
}
