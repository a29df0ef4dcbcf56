import type { Logger } from 'pino';
import type { Clock } from '../../../core/clocks/clock.ts';
import { MINUTE_MS, SECOND_MS, type Millis } from '../../../core/time.ts';
import type { SeedingState } from '../seeding/seeding-ledger.ts';
import type { BackfillState } from './backfill-state.ts';
import { leftText, presentText, STAGE_TEXTS } from './backfill-text.ts';

/** Shows a status line below the log, replacing the previous one; the empty string removes it. */
export type Terminal = (line: string) => void;

/** Narrow, so that bar and text fit into 80 columns. */
const BAR_WIDTH = 12;

export function backfillReports(
  clock: Clock,
  log: Logger,
  terminal: Terminal | undefined,
): (state: BackfillState) => void {
  if (terminal)
    return limited(clock, SECOND_MS, (state) => terminal(state.stage === 'done' ? '' : barOf(state)));
  return limited(clock, 10 * MINUTE_MS, (state) => log.info(fieldsOf(state), 'history is being filled in'));
}

export function seedingReports(
  clock: Clock,
  log: Logger,
  terminal: Terminal | undefined,
): (state: SeedingState) => void {
  return limited(clock, terminal ? SECOND_MS : MINUTE_MS, ({ stage, done, days }) => {
    const what = `daily candles of ${days} days before the first tick`;
    if (terminal) terminal(stage === 'asking' ? progressBar(done, what) : '');
    else if (stage === 'asking')
      log.info({ percent: Math.floor(done * 100), days }, 'requesting daily candles from exchanges');
  });
}

/** Calls `report` once per interval, and whenever the stage changes. */
function limited<State extends { readonly stage: unknown }>(
  clock: Clock,
  everyMs: Millis,
  report: (state: State) => void,
): (state: State) => void {
  let reportedAt = -Infinity;
  let stage: unknown;
  return (state) => {
    const now = clock.monotonic();
    if (now - reportedAt < everyMs && state.stage === stage) return;
    reportedAt = now;
    stage = state.stage;
    report(state);
  };
}

function barOf(state: BackfillState): string {
  const left = leftText(state.leftMs);
  return progressBar(state.done, `${stageText(state)}${left ? `, ${left}` : ''}`);
}

/** `done` is from 0 to 1. */
function progressBar(done: number, what: string): string {
  const filled = Math.round(done * BAR_WIDTH);
  const percent = Math.floor(done * 100);
  const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
  return `history ${bar} ${String(percent).padStart(3)} %  ${what}`;
}

function fieldsOf(state: BackfillState) {
  const { done, points, present, leftMs } = state;
  return {
    percent: Math.floor(done * 100),
    points,
    at: stageText(state),
    present: presentText(present),
    ...(leftMs === undefined ? {} : { secondsLeft: Math.ceil(leftMs / SECOND_MS) }),
  };
}

function stageText({ stage }: BackfillState): string {
  return stage === undefined || stage === 'done' ? 'complete' : STAGE_TEXTS[stage];
}
