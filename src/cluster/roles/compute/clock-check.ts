import type { Logger } from 'pino';
import type { Clock } from '../../../core/clocks/clock.ts';
import { SECOND_MS, type Millis } from '../../../core/time.ts';
import type { Database } from '../../postgres/database.ts';
import { storeTime } from '../store-time.ts';

export interface ClockCheckParts {
  readonly database: Pick<Database, 'rows'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Ticks have slots by the time of the node that makes them: one that is further from the clock of the database makes none. */
const MOST_APART_MS = 5 * SECOND_MS;

/** Compares the time of this node with that of the database, which all nodes share. */
export class ClockCheck {
  readonly #parts: ClockCheckParts;
  #isTold = false;

  constructor(parts: ClockCheckParts) {
    this.#parts = parts;
  }

  /** Rejects where the database cannot be asked. */
  async isRight(): Promise<boolean> {
    const { log } = this.#parts;
    const apartMs = await this.#apart();
    const isRight = apartMs <= MOST_APART_MS;
    if (!isRight && !this.#isTold)
      log.error(
        { apartMs },
        'the time of this node is not that of the database: it does not lead until the clock of its machine is set',
      );
    if (isRight && this.#isTold) log.info('the time of this node is that of the database again');
    this.#isTold = !isRight;
    return isRight;
  }

  /** At least, whatever the time that the answer took. */
  async #apart(): Promise<Millis> {
    const { database, clock } = this.#parts;
    const before = clock.now();
    const there = await storeTime(database);
    const after = clock.now();
    return Math.max(0, before - there, there - after);
  }
}
