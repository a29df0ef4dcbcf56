import type { Logger } from 'pino';
import type { Clock } from '../../core/clock.ts';
import { formatDatetime, MINUTE_MS, SECOND_MS } from '../../core/time.ts';
import type { BackfillState } from './backfill.ts';

/** A line of a terminal, below the log: it is shown in place of the one before it, and the empty string takes it away. */
export type Terminal = (line: string) => void;

const BAR_WIDTH = 30;
const LOG_EVERY_MS = 10 * MINUTE_MS;

/** Tells how far the back-fill is: as a bar where there is a terminal, else in the log now and then. */
export class BackfillReports {
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #terminal: Terminal | undefined;
  #toldAt = -Infinity;

  constructor(clock: Clock, log: Logger, terminal: Terminal | undefined) {
    this.#clock = clock;
    this.#log = log;
    this.#terminal = terminal;
  }

  tell(state: BackfillState): void {
    const now = this.#clock.monotonic();
    const isDone = state.frontier?.phase === 'done';
    const everyMs = this.#terminal ? SECOND_MS : LOG_EVERY_MS;
    if (now - this.#toldAt < everyMs && !isDone) return;
    this.#toldAt = now;
    if (this.#terminal) this.#terminal(isDone ? '' : barOf(state));
    else this.#log.info(fieldsOf(state), 'history is being filled in');
  }
}

export function barOf(state: BackfillState): string {
  const filled = Math.round(state.done * BAR_WIDTH);
  const percent = Math.floor(state.done * 100);
  const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
  return `history ${bar} ${String(percent).padStart(3)} %  ${placeOf(state)}`;
}

function fieldsOf(state: BackfillState) {
  return { percent: Math.floor(state.done * 100), points: state.points, at: placeOf(state) };
}

function placeOf({ frontier }: BackfillState): string {
  if (!frontier || frontier.phase === 'done') return 'complete';
  return `${formatDatetime(frontier.day).slice(0, 10)} ${frontier.phase === 'ticks' ? '30-second values' : 'end of day'}`;
}
