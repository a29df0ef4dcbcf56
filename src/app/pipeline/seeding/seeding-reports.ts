import type { Logger } from 'pino';
import type { Clock } from '../../../core/clocks/clock.ts';
import { MINUTE_MS, SECOND_MS } from '../../../core/time.ts';
import { progressBar, type Terminal } from '../backfill/backfill-reports.ts';
import type { SeedingState } from './seeding-ledger.ts';

const LOG_EVERY_MS = MINUTE_MS;

/** Tells how far the days before the first tick are: as a bar where there is a terminal, else in the log now and then. */
export class SeedingReports {
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #terminal: Terminal | undefined;
  #toldAt = -Infinity;
  #toldStage: SeedingState['stage'];

  constructor(clock: Clock, log: Logger, terminal: Terminal | undefined) {
    this.#clock = clock;
    this.#log = log;
    this.#terminal = terminal;
  }

  tell({ stage, done, days }: SeedingState): void {
    const now = this.#clock.monotonic();
    const everyMs = this.#terminal ? SECOND_MS : LOG_EVERY_MS;
    if (now - this.#toldAt < everyMs && stage === this.#toldStage) return;
    this.#toldAt = now;
    this.#toldStage = stage;
    const what = `daily candles of ${days} days before the first tick`;
    if (this.#terminal) this.#terminal(stage === 'asking' ? progressBar(done, what) : '');
    else if (stage === 'asking')
      this.#log.info({ percent: Math.floor(done * 100), days }, 'exchanges are asked for daily candles');
  }
}
