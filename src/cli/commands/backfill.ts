import { SOURCES } from '../../app/compose/source-table.ts';
import { sendCommand } from '../../app/directory/control-socket.ts';
import { MAX_DAYS } from '../../app/pipeline/backfill/backfill-plan.ts';
import type { Extension } from '../../app/pipeline/backfill/backfill.ts';
import { backfillReports, seedingReports } from '../../app/pipeline/backfill/progress-reports.ts';
import { leftText } from '../../app/pipeline/backfill/backfill-text.ts';
import { existingDirectory, identityOf } from '../../app/directory/data-directory.ts';
import { readNode } from '../../app/directory/node-file.ts';
import { createLog } from '../../app/operate/terminal/log.ts';
import { fillInStopped } from '../../app/operate/control/stopped-backfill.ts';
import { seedingStatus, seedingText } from '../../app/operate/status/seeding-status.ts';
import { checkFillable, defaultDaysOf } from '../../app/pipeline/seeding/default-days.ts';
import { DEFAULT_SEED_DAYS, type SeedingExtension } from '../../app/pipeline/seeding/seeding.ts';
import { SystemClock } from '../../core/clocks/clock.ts';
import { OperatorError } from '../../core/errors.ts';
import { optional, wholeNumber } from '../../core/setting.ts';
import { action, JSON_OPTION, switchOption, type Call, type Given, type Output } from '../command.ts';
import { quoted } from '../output/shown.ts';

const OPTIONS = {
  days: optional(
    wholeNumber(1, MAX_DAYS),
    `Number of days; by default ${MAX_DAYS} for a simulated market and ${DEFAULT_SEED_DAYS} for live exchanges`,
  ),
  replace: switchOption(
    'Replace a running back-fill of more days; without this option a smaller number is refused. Days already filled in are kept',
  ),
  json: JSON_OPTION,
} as const;

export const command = action({
  about: [
    'For a simulated market, fills in 30-second values of every series before its first tick, and end-of-day records. For live exchanges, requests their daily candles, combines them and stores end-of-day records with the flag SEEDED; existing records are kept.',
    'There must be a first tick: start the service once. A running service fills in history in the background; otherwise this command does the work itself. You can stop it at any time; it continues where it stopped. Days are added to a running back-fill, and days whose files were lost are filled in again.',
  ],
  options: OPTIONS,
  settings: ['data'],
  exitCodes: [
    [1, 'if nothing can be filled in, or more days are being filled in and --replace is not given'],
  ],
  examples: ['tidemark backfill --days 30'],
  run: backfill,
});

async function backfill(
  { options, config, settingArguments }: Call<typeof OPTIONS>,
  io: Output,
): Promise<number> {
  // Before settings are checked for other problems.
  checkFillable(SOURCES, sourceIn(settingArguments));
  const { settings } = config();
  const folder = existingDirectory(settings.data);
  const source = identityOf(folder)?.source ?? settings.source;
  checkFillable(SOURCES, source);
  const { replace } = options;
  const days = options.days ?? defaultDaysOf(SOURCES, source);
  const answered = await sendCommand(folder, { command: 'backfill', arguments: { days, replace } });
  if (answered) {
    const result = answered.result as Extension | SeedingExtension;
    printResult(
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
  printResult(
    options,
    done,
    'kind' in done ? seedingText(seedingStatus(done.state)!) : doneText(days, done),
    io,
  );
  return 0;
}

/** The history of a node is in the store, and the leading compute node fills it in. */
function refuseStoppedNode(folder: string): void {
  const node = readNode(folder);
  if (!node) return;
  throw new OperatorError(
    `${folder} is the directory of a stopped node (--role ${node.role}) whose history is in the store ${node.store}: start ` +
      'the node, or give the --data of a running one; the leading compute node fills in the history',
  );
}

function printResult(
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
    ? `${dayCount(days)} of everything ${days === 1 ? 'is' : 'are'} filled in already: nothing to do`
    : `${state.points} values and end-of-day records filled in`;
}

/** What the running service did with the request. */
function extensionText(days: number, { outcome, missing, days: plan, state }: Extension): string {
  const requested = `${dayCount(days)} of everything`;
  const left = leftText(state.leftMs);
  if (missing > 0)
    return `the running service fills in ${dayCount(missing)} that ${missing === 1 ? 'was' : 'were'} lost, and ${requested}`;
  if (outcome === 'replaced')
    return `the running service fills in ${requested}, instead of the days requested before`;
  if (outcome === 'started') return `the running service fills in ${requested}`;
  if (outcome === 'covered' && state.stage === 'done')
    return `${requested} ${days === 1 ? 'is' : 'are'} filled in already: nothing to do`;
  const whole = `${dayCount(plan.everything)} of everything and ${dayCount(plan.largest)} of the largest assets`;
  const going = `${whole}, ${Math.floor(state.done * 100)} % done${left ? `, ${left}` : ''}`;
  if (outcome === 'covered')
    return `the running service is filling in ${requested} already, as part of ${going}`;
  return `the running service fills in ${requested} in addition to the running back-fill: now ${going}`;
}

function seedingExtensionText(days: number, { outcome, state }: SeedingExtension): string {
  const requested = `${dayCount(days)} before the first tick`;
  if (outcome === 'covered')
    return state.stage === 'done'
      ? `${requested} ${days === 1 ? 'is' : 'are'} seeded already: nothing to do`
      : `the running service is already requesting ${requested} from exchanges, ${Math.floor(state.done * 100)} % done`;
  return `the running service requests daily candles of ${requested} from exchanges`;
}

function dayCount(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}

/** The source given on the command line; empty if none is. */
function sourceIn(args: readonly string[]): string {
  const at = args.findIndex((argument) => /^--source(?:=|$)/.test(argument));
  return at < 0 ? '' : (args[at]?.split('=')[1] ?? args[at + 1] ?? '');
}
