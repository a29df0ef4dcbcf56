import { restore } from '../../app/backup/restore.ts';
import { loadConfig, processEnvironment } from '../../app/config/config.ts';
import { SystemClock } from '../../core/clock.ts';
import { interruption } from '../interruption.ts';
import { takeOptions } from '../options.ts';
import { byteProgress } from '../progress.ts';
import { UsageError, type Command, type Output } from '../usage.ts';

const HELP = `tidemark restore BACKUP --data DIR

Makes the data directory DIR, which must be empty or missing, from BACKUP, one of the folders that 'tidemark backup' has
made. Every file is checked against the sums that were taken with it; where one is damaged, nothing is restored.
`;

export const restoreCommand: Command = {
  help: () => HELP,
  run: runRestore,
};

async function runRestore(args: readonly string[], io: Output): Promise<number> {
  const { positional, others } = takeOptions(args, { values: [], switches: [] });
  const [backup, ...more] = positional;
  if (backup === undefined || more.length > 0)
    throw new UsageError(`name one backup: tidemark restore BACKUP --data DIR\n\n${HELP}`);
  const { settings } = loadConfig({ argv: others, environment: processEnvironment() });
  const signal = interruption();
  const {
    createdAt,
    files,
    damaged = [],
  } = await restore({
    backup,
    data: settings.data,
    clock: new SystemClock(),
    signal,
    onBytes: byteProgress(io, 'restore'),
  });
  io.out(`${settings.data} holds the backup of ${createdAt}: ${files.length} files, all of them checked\n`);
  for (const { file, what, reason } of damaged)
    io.err(
      `tidemark: was damaged when the backup was made: ${file}${what === undefined ? '' : ` ${what}`}: ${reason}\n`,
    );
  return 0;
}
