import { SOURCES } from '../../app/compose/source-table.ts';
import { sendCommand } from '../../app/directory/control-socket.ts';
import { MOST_DAYS } from '../../app/pipeline/backfill/backfill-plan.ts';
import type { Extension } from '../../app/pipeline/backfill/backfill.ts';
import { backfillReports, seedingReports } from '../../app/pipeline/backfill/progress-reports.ts';
import { leftText } from '../../app/pipeline/backfill/backfill-words.ts';
import { existingDirectory, identityOf } from '../../app/directory/data-directory.ts';
import { readNode } from '../../app/directory/node-file.ts';
import { createLog } from '../../app/operate/terminal/log.ts';
import { fillInStopped } from '../../app/operate/control/stopped-backfill.ts';
import { seedingStatus, seedingText } from '../../app/operate/status/seeding-status.ts';
import { checkFillable, usualDaysOf } from '../../app/pipeline/seeding/usual-days.ts';
import { USUAL_DAYS, type SeedingExtension } from '../../app/pipeline/seeding/seeding.ts';
import { SystemClock } from '../../core/clocks/clock.ts';
import { OperatorError } from '../../core/errors.ts';
import { optional, wholeNumber } from '../../core/setting.ts';
import { action, JSON_OPTION, switchOption, type Call, type Given, type Output } from '../command.ts';
import { quoted } from '../output/shown.ts';

const OPTIONS = {
  days: optional(
    wholeNumber(1, MOST_DAYS),
    `How many days; by default ${MOST_DAYS} of a simulated world and ${USUAL_DAYS} of live exchanges`,
  ),
  replace: switchOption(
    'Give up a larger number of days that is being filled in; without it a smaller number is refused. What is filled in stays',
  ),
  json: JSON_OPTION,
} as const;

export const command = action({
  about: [
    'Of a simulated world, fills in 30-second values of every series before its first tick, and end-of-day records. Of live exchanges, asks them for their daily candles, combines them and stores end-of-day records, flagged SEEDED; records that are there stay.',
    'There must have been a first tick: start the service once. A running service does it in the background; without one it is done here and now. It may be stopped at any moment and goes on where it was. Days are added to what is being filled in, and days that were filled in and whose files are lost are filled in again.',
  ],
  options: OPTIONS,
  settings: ['data'],
  ends: [[1, 'where nothing can be filled in, or more days are being filled in and --replace is not given']],
  examples: ['tidemark backfill --days 30'],
  run: backfill,
});

async function backfill(
  { options, config, settingArguments }: Call<typeof OPTIONS>,
  io: Output,
): Promise<number> {
  // Before anything that its settings lack.
  checkFillable(SOURCES, sourceIn(settingArguments));
  const { settings } = config();
  const folder = existingDirectory(settings.data);
  const source = identityOf(folder)?.source ?? settings.source;
  checkFillable(SOURCES, source);
  const { replace } = options;
  const days = options.days ?? usualDaysOf(SOURCES, source);
  const answered = await sendCommand(folder, { command: 'backfill', arguments: { days, replace } });
  if (answered) {
    const result = answered.result as Extension | SeedingExtension;
    tell(
      options,
      result,
      'kind' in result ? seedingExtensionText(days, result) : extensionText(days, result),
      io,
    );
    return 0;
  }
  refuseStoppedNode(folder);
  const wallClock = new SystemClock();
  const log = createLog(settings, wallClock, io.errors);
  const onProgress = backfillReports(wallClock, log, io.errors.progress);
  const onSeeding = seedingReports(wallClock, log, io.errors.progress);
  const given = { settings, sources: SOURCES, days, replace };
  const done = await fillInStopped({ ...given, wallClock, log, onProgress, onSeeding });
  tell(options, done, 'kind' in done ? seedingText(seedingStatus(done.state)!) : doneText(days, done), io);
  return 0;
}

/** Its history is not here, and the process that leads fills it in. */
function refuseStoppedNode(folder: string): void {
  const node = readNode(folder);
  if (!node) return;
  throw new OperatorError(
    `${folder} is the directory of a node (--role ${node.role}) that does not run, and its history is in the store ${node.store}: start ` +
      'the node, or give the --data of one that runs; the leading compute node fills in the past',
  );
}

function tell(
  { json }: Given<typeof OPTIONS>,
  { outcome, days, state }: Extension | SeedingExtension,
  text: string,
  io: Output,
): void {
  const { stage, done } = state;
  io.out(json ? `${quoted({ outcome, days, stage, done })}\n` : `${text}\n`);
}

function doneText(days: number, { outcome, state }: Extension): string {
  const isCovered = outcome === 'covered' && state.points === 0;
  return isCovered
    ? `${dayCount(days)} of everything ${days === 1 ? 'is' : 'are'} filled in already: nothing was left to do`
    : `${state.points} values and end-of-day records filled in`;
}

/** What the running service makes of so many days. */
function extensionText(days: number, { outcome, missing, days: plan, state }: Extension): string {
  const asked = `${dayCount(days)} of everything`;
  const left = leftText(state.leftMs);
  if (missing > 0)
    return `the running service fills in ${dayCount(missing)} that ${missing === 1 ? 'was' : 'were'} lost, and ${asked}`;
  if (outcome === 'replaced')
    return `the running service fills in ${asked}, and no more of what was asked for before`;
  if (outcome === 'started') return `the running service fills in ${asked}`;
  if (outcome === 'covered' && state.stage === 'done')
    return `${asked} ${days === 1 ? 'is' : 'are'} filled in already: nothing is left to do`;
  const whole = `${dayCount(plan.everything)} of everything and ${dayCount(plan.largest)} of the largest assets`;
  const going = `${whole}, ${Math.floor(state.done * 100)} % done${left ? `, ${left}` : ''}`;
  if (outcome === 'covered') return `the running service is filling in ${asked} already, as part of ${going}`;
  return `the running service fills in ${asked} beside what it is filling in: now ${going}`;
}

function seedingExtensionText(days: number, { outcome, state }: SeedingExtension): string {
  const asked = `${dayCount(days)} before the first tick`;
  if (outcome === 'covered')
    return state.stage === 'done'
      ? `${asked} ${days === 1 ? 'is' : 'are'} seeded already: nothing is left to do`
      : `the running service is asking exchanges for ${asked} already, ${Math.floor(state.done * 100)} % done`;
  return `the running service asks exchanges for their daily candles of ${asked}`;
}

function dayCount(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}

/** The source that the command line names; empty where it names none. */
function sourceIn(args: readonly string[]): string {
  const at = args.findIndex((argument) => /^--source(?:=|$)/.test(argument));
  return at < 0 ? '' : (args[at]?.split('=')[1] ?? args[at + 1] ?? '');
}
