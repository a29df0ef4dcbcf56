import { sendCommand } from '../../app/control-socket.ts';
import { loadConfig, processEnvironment } from '../../app/config.ts';
import { MOST_DAYS } from '../../app/backfill/backfill-plan.ts';
import { BackfillReports } from '../../app/backfill/backfill-reports.ts';
import { existingDirectory } from '../../app/data-directory.ts';
import { createLog } from '../../app/log.ts';
import { fillInStopped } from '../../app/stopped-backfill.ts';
import { SystemClock } from '../../core/clock.ts';
import { takeOptions } from '../options.ts';
import { UsageError, type Command, type Output } from '../usage.ts';

const HELP = `tidemark backfill [--days N] [--data DIR] [options of serve]

Fills in N days (${MOST_DAYS}) of 30-second values of every series before the first tick of a simulated world, and its
end-of-day records. A running service does it in the background; without one it is done here and now. It may be stopped
at any moment and goes on where it was.
`;

export const backfillCommand: Command = {
  help: () => HELP,
  run: backfill,
};

async function backfill(args: readonly string[], io: Output): Promise<number> {
  const { options, positional, others } = takeOptions(args, { values: ['--days'], switches: [] });
  if (positional.length > 0) throw new UsageError(`unexpected '${positional[0]}'\n\n${HELP}`);
  const days = daysIn(options.get('--days') ?? String(MOST_DAYS));
  const { settings } = loadConfig({ argv: others, environment: processEnvironment() });
  const folder = existingDirectory(settings.data);
  const answered = await sendCommand(folder, { command: 'backfill', arguments: { days } });
  if (answered) {
    io.out(`the running service fills in ${days} ${days === 1 ? 'day' : 'days'} of everything\n`);
    return 0;
  }
  const wallClock = new SystemClock();
  const log = createLog(settings, wallClock, io.errors);
  const reports = new BackfillReports(wallClock, log, io.errors.progress);
  const onProgress = reports.tell.bind(reports);
  const { points } = await fillInStopped({ settings, wallClock, log, days, onProgress });
  io.out(`${points} values and end-of-day records filled in\n`);
  return 0;
}

function daysIn(text: string): number {
  const days = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (days < 1 || days > MOST_DAYS)
    throw new UsageError(`--days must be a whole number from 1 to ${MOST_DAYS}`);
  return days;
}
