import type { Logger } from 'pino';
import {
  SteadyClock,
  type Clock,
  type MarketClock,
  type SharedClockOffset,
} from '../../core/clocks/clock.ts';
import { SECOND_MS, type Millis } from '../../core/time.ts';
import type { Database } from '../postgres/database.ts';
import { storeTime } from './store-time.ts';

export interface NodeTimeParts {
  readonly database: Pick<Database, 'rows'>;
  /** The machine's, which may be set at any moment. */
  readonly machine: Clock;
  readonly log: Logger;
}

const CHECK_EVERY_MS = SECOND_MS;
/** Smaller changes, in total since the database was asked, are followed: normal clock corrections are fractions of this. */
const MIN_STEP_MS = SECOND_MS / 2;
/** A slower answer of the database is too inaccurate. */
const QUICK_MS = SECOND_MS;

/**
 * The time by which a node computes and shows ticks. It continues steadily if the machine's clock is set; then the clock of the database
 * decides which of the two is right. With a wrong clock, a process would skip future slots or wait for past ones, while others rely on
 * it.
 */
export class NodeTime {
  /** Shared with the threads of this process. */
  readonly shared: SharedClockOffset = new Float64Array(
    new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT),
  );
  readonly clock: MarketClock;
  readonly #parts: NodeTimeParts;
  readonly #stop = new AbortController();
  readonly #watching: Promise<void>;
  /** The changes followed since the database was asked. */
  #followedMs = 0;
  #isReported = false;

  constructor(parts: NodeTimeParts) {
    this.#parts = parts;
    this.clock = new SteadyClock(this.shared, parts.machine);
    this.#follow();
    this.#watching = this.#watch();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#watching;
  }

  async #watch(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      await this.#check();
      await this.#parts.machine.wait(CHECK_EVERY_MS, signal).catch(() => undefined);
    }
  }

  async #check(): Promise<void> {
    const { log } = this.#parts;
    const followedMs = this.#followedMs + this.#apart();
    if (Math.abs(followedMs) < MIN_STEP_MS) {
      this.#follow();
      this.#followedMs = followedMs;
      if (this.#isReported) log.info('the clock of this machine is right again');
      this.#isReported = false;
      return;
    }
    const isMachineRight = await this.#isMachineRight();
    if (isMachineRight === undefined) return;
    const seconds = this.#apart() / SECOND_MS;
    if (isMachineRight) {
      this.#follow();
      this.#followedMs = 0;
      // Otherwise many small corrections have added up.
      if (Math.abs(seconds) * SECOND_MS >= MIN_STEP_MS)
        log.warn(
          { seconds },
          'the clock of this machine was set, or the machine slept: ticks follow the new time',
        );
    } else if (!this.#isReported) {
      this.#isReported = true;
      log.error(
        { seconds },
        'the clock of this machine was set and is wrong: ticks continue with the old time',
      );
    }
  }

  /** Undefined if the database does not answer in time. */
  async #isMachineRight(): Promise<boolean | undefined> {
    const { database, machine } = this.#parts;
    const askedAt = machine.monotonic();
    const there = await storeTime(database).catch(() => undefined);
    if (there === undefined || machine.monotonic() - askedAt > QUICK_MS) return undefined;
    const [apart, ownApart] = [machine, this.clock].map((clock) => Math.abs(clock.now() - there));
    return apart! < Math.max(ownApart!, MIN_STEP_MS);
  }

  /** How far the machine's clock is ahead. */
  #apart(): Millis {
    return this.#parts.machine.now() - this.clock.now();
  }

  #follow(): void {
    const { machine } = this.#parts;
    this.shared[0] = machine.now() - machine.monotonic();
  }
}
