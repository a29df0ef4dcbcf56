import type { Logger } from 'pino';
import type { Clock } from '../../../core/clocks/clock.ts';
import { MINUTE_MS, SECOND_MS } from '../../../core/time.ts';
import type { BackfillState } from './backfill-state.ts';
import { leftText, presentText, STAGE_WORDS } from './backfill-words.ts';

/** A line of a terminal, below the log: it is shown in place of the one before it, and the empty string takes it away. */
export type Terminal = (line: string) => void;

/** Narrow, so that the words beside it fit into 80 columns. */
const BAR_WIDTH = 12;
const LOG_EVERY_MS = 10 * MINUTE_MS;

/** Tells how far the back-fill is: as a bar where there is a terminal, else in the log now and then. */
export class BackfillReports {
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #terminal: Terminal | undefined;
  #toldAt = -Infinity;
  #toldStage: BackfillState['stage'];

  constructor(clock: Clock, log: Logger, terminal: Terminal | undefined) {
    this.#clock = clock;
    this.#log = log;
    this.#terminal = terminal;
  }

  tell(state: BackfillState): void {
    const now = this.#clock.monotonic();
    const isNew = state.stage !== this.#toldStage;
    const everyMs = this.#terminal ? SECOND_MS : LOG_EVERY_MS;
    if (now - this.#toldAt < everyMs && !isNew) return;
    this.#toldAt = now;
    this.#toldStage = state.stage;
    if (this.#terminal) this.#terminal(state.stage === 'done' ? '' : barOf(state));
    else this.#log.info(fieldsOf(state), 'history is being filled in');
  }
}

export function barOf(state: BackfillState): string {
  const left = leftText(state.leftMs);
  return progressBar(state.done, `${stageText(state)}${left ? `, ${left}` : ''}`);
}

/** How much of the past is there, from 0 to 1, and what is being filled in. */
export function progressBar(done: number, what: string): string {
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
  return stage === undefined || stage === 'done' ? 'complete' : STAGE_WORDS[stage];
}
