import { restore } from '../../app/operate/backup/restore.ts';
import { SystemClock } from '../../core/clocks/clock.ts';
import { interruption } from '../interruption.ts';
import { byteProgress } from '../output/progress.ts';
import { action, JSON_OPTION, type Output } from '../command.ts';
import { damageText, quoted } from '../output/shown.ts';

export const command = action({
  about: [
    'Every file is checked against its checksum from the backup; if one is damaged, nothing is restored. The data directory must be empty or missing.',
  ],
  positionals: [
    {
      name: 'BACKUP',
      about: "A folder created by 'tidemark backup'",
      completes: 'folder',
      missingMessage: 'name one backup: tidemark restore BACKUP --data DIR',
    },
  ],
  options: { json: JSON_OPTION },
  settings: ['data'],
  exitCodes: [[130, 'if interrupted; nothing was restored']],
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
  const text = `restored the backup of ${createdAt} to ${data}: ${files.length} files, all checked\n`;
  io.out(isJson ? `${quoted({ data, createdAt, files: files.length, damaged })}\n` : text);
  for (const { file, what, reason } of damaged)
    io.err(`tidemark: already damaged when the backup was made: ${damageText({ file, what, reason })}\n`);
  return 0;
}
