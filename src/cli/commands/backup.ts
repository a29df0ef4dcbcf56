import { backUp } from '../../app/backup/backup.ts';
import { loadConfig, processEnvironment } from '../../app/config/config.ts';
import { SystemClock } from '../../core/clock.ts';
import { interruption } from '../interruption.ts';
import { takeOptions } from '../options.ts';
import { byteProgress } from '../progress.ts';
import { UsageError, type Command, type Output } from '../usage.ts';

const HELP = `tidemark backup DIR [--inputs] [--data DIR] [--json]

Makes a copy of the data directory in a new folder of DIR that has the time for its name: history up to the newest tick,
clients, keys, everything a restore needs; with --inputs also the recorded inputs. Works on a running service, which goes
on meanwhile, and on a stopped one. Files that never change are linked, to the data directory or to the backup before,
where the file system allows it, so the next backup takes little room and time. What is copied is checked: damage is named
on standard error and in the manifest, the backup is made all the same, and the command ends with 1. A backup holds
secrets: keep it private.
`;

export const backupCommand: Command = {
  help: () => HELP,
  run: backup,
};

async function backup(args: readonly string[], io: Output): Promise<number> {
  const { options, positional, others } = takeOptions(args, { values: [], switches: ['--inputs', '--json'] });
  const [target, ...more] = positional;
  if (target === undefined || more.length > 0)
    throw new UsageError(`name one folder for backups: tidemark backup DIR\n\n${HELP}`);
  const { settings } = loadConfig({ argv: others, environment: processEnvironment() });
  const made = await backUp({
    data: settings.data,
    target,
    inputs: options.has('--inputs'),
    clock: new SystemClock(),
    signal: interruption(),
    onBytes: byteProgress(io, 'backup'),
  });
  if (made.note !== undefined) io.err(`tidemark: ${made.note}\n`);
  io.out(
    options.has('--json')
      ? `${JSON.stringify(made)}\n`
      : `${made.folder}: ${made.files} files, ${made.bytes} bytes, ${made.copiedBytes} of them copied\n`,
  );
  for (const { file, what, reason } of made.damaged) {
    const state = made.leftOut.includes(file) ? 'not in the backup' : 'damaged, copied as it is';
    io.err(`tidemark: ${state}: ${file}${what === undefined ? '' : ` ${what}`}: ${reason}\n`);
  }
  return made.damaged.length === 0 ? 0 : 1;
}
