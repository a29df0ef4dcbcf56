import type { Logger } from 'pino';
import type { Clock } from '../../core/clocks/clock.ts';
import { SECOND_MS, type Millis } from '../../core/time.ts';
import { FRESH_MS } from '../nats/messages/freshness.ts';
import type { Database } from '../postgres/database.ts';
import { clockReason, minApartMs, storeTime } from './store-time.ts';

export interface ClockCheckParts {
  readonly database: Pick<Database, 'rows'>;
  /** The clock that dates messages. */
  readonly time: Pick<Clock, 'now'>;
  /** Measures durations. */
  readonly clock: Clock;
  readonly log: Logger;
}

const CHECK_EVERY_MS = 5 * SECOND_MS;
/** Other nodes reject messages dated a minute from their own clocks, which may be some seconds off too. */
const MAX_APART_MS: Millis = FRESH_MS / 2;

/** Compares the clock of a node with that of the database. While the database does not answer, the last result stands. */
export class ClockCheck {
  readonly #parts: ClockCheckParts;
  readonly #stop = new AbortController();
  #watching: Promise<void> = Promise.resolve();
  #apartMs: Millis = 0;

  private constructor(parts: ClockCheckParts) {
    this.#parts = parts;
  }

  /** Resolves after the first comparison. */
  static async open(parts: ClockCheckParts): Promise<ClockCheck> {
    const check = new ClockCheck(parts);
    await check.#check();
    check.#watching = check.#watch();
    return check;
  }

  /** Why other nodes would reject messages of this one; undefined if its clock is right. */
  get problem(): string | undefined {
    return this.#apartMs > MAX_APART_MS ? clockReason(this.#apartMs) : undefined;
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#watching;
  }

  async #watch(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      // Rejects only when this is closed.
      await this.#parts.clock.wait(CHECK_EVERY_MS, signal).catch(() => undefined);
      if (!signal.aborted) await this.#check();
    }
  }

  async #check(): Promise<void> {
    const { database, time, log } = this.#parts;
    const wasWrong = this.problem !== undefined;
    const before = time.now();
    const there = await storeTime(database).catch(() => undefined);
    if (there === undefined) return;
    this.#apartMs = minApartMs(before, there, time.now());
    const { problem } = this;
    if (problem !== undefined && !wasWrong)
      log.error({ problem }, 'the clock of this node is wrong: the node is not ready until it is set');
    else if (problem === undefined && wasWrong) log.info('the clock of this node is right again');
  }
}
