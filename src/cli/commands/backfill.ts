import { sendCommand } from '../../app/control/control-socket.ts';
import { loadConfig, processEnvironment } from '../../app/config/config.ts';
import { MOST_DAYS } from '../../app/backfill/backfill-plan.ts';
import type { Extension } from '../../app/backfill/backfill.ts';
import { BackfillReports } from '../../app/backfill/backfill-reports.ts';
import { leftText } from '../../app/backfill/backfill-words.ts';
import { existingDirectory } from '../../app/directory/data-directory.ts';
import { createLog } from '../../app/terminal/log.ts';
import { fillInStopped } from '../../app/control/stopped-backfill.ts';
import { SystemClock } from '../../core/clock.ts';
import { takeOptions } from '../options.ts';
import { UsageError, type Command, type Output } from '../usage.ts';

const HELP = `tidemark backfill [--days N] [--data DIR] [options of serve]

Fills in N days (${MOST_DAYS}) of 30-second values of every series before the first tick of a simulated world, and its
end-of-day records. A running service does it in the background; without one it is done here and now. It may be stopped
at any moment and goes on where it was. Days are added to what is being filled in: a smaller number takes nothing away.
Days that were filled in and whose files are lost are filled in again.
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
    io.out(`${extensionText(days, answered.result as Extension)}\n`);
    return 0;
  }
  const wallClock = new SystemClock();
  const log = createLog(settings, wallClock, io.errors);
  const reports = new BackfillReports(wallClock, log, io.errors.progress);
  const onProgress = reports.tell.bind(reports);
  const { outcome, state } = await fillInStopped({ settings, wallClock, log, days, onProgress });
  const isCovered = outcome === 'covered' && state.points === 0;
  io.out(
    isCovered
      ? `${dayCount(days)} of everything ${days === 1 ? 'is' : 'are'} filled in already: nothing was left to do\n`
      : `${state.points} values and end-of-day records filled in\n`,
  );
  return 0;
}

/** What the running service makes of so many days. */
function extensionText(days: number, { outcome, missing, days: plan, state }: Extension): string {
  const asked = `${dayCount(days)} of everything`;
  const left = leftText(state.leftMs);
  if (missing > 0)
    return `the running service fills in ${dayCount(missing)} that ${missing === 1 ? 'was' : 'were'} lost, and ${asked}`;
  if (outcome === 'started') return `the running service fills in ${asked}`;
  if (outcome === 'covered' && state.stage === 'done')
    return `${asked} ${days === 1 ? 'is' : 'are'} filled in already: nothing is left to do`;
  const whole = `${dayCount(plan.everything)} of everything and ${dayCount(plan.largest)} of the largest assets`;
  const going = `${whole}, ${Math.floor(state.done * 100)} % done${left ? `, ${left}` : ''}`;
  if (outcome === 'covered') return `the running service is filling in ${asked} already, as part of ${going}`;
  return `the running service fills in ${asked} beside what it is filling in: now ${going}`;
}

function dayCount(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}

function daysIn(text: string): number {
  const days = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (days < 1 || days > MOST_DAYS)
    throw new UsageError(`--days must be a whole number from 1 to ${MOST_DAYS}`);
  return days;
}
