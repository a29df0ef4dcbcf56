import { SystemClock, type Clock } from '../../../../core/clocks/clock.ts';
import type { Session } from '../../database.ts';
import type { HistoryMoment } from './moment.ts';

/**
 * How long a moment counts as recent. Reads that need only memory and instants stored by then use it, so a back-fill is seen with
 * this delay.
 */
const RECENT_MS = 1000;
/** The same for a reader that is notified of ticks and changes: until the next tick, even if it is late. */
const WARM_MS = 45_000;

/** The session cannot answer this: a transaction is needed. */
export class NeedsTransaction extends Error {}

const refuse = () => Promise.reject(new NeedsTransaction());
/** Rejects all queries: only memory can be read with it. */
const MEMORY: Session = { rows: refuse, run: refuse };

/** Allows one query: a single statement sees one snapshot without a transaction. */
export function singleQuery(session: Session): Session {
  let isAsked = false;
  return {
    rows: (...question) => {
      if (isAsked) return refuse();
      isAsked = true;
      return session.rows(...question);
    },
    run: refuse,
  };
}

/** Caches the last moment for a short time. */
export class RecentMoment {
  readonly #clock: Pick<Clock, 'monotonic'>;
  #moment: HistoryMoment | undefined;
  #lastKnown: HistoryMoment | undefined;
  #until = -Infinity;
  #warmUntil = -Infinity;
  /** Increases with each change by this process. A moment read before the change is not cached. */
  #changes = 0;

  constructor(clock: Pick<Clock, 'monotonic'> = new SystemClock()) {
    this.#clock = clock;
  }

  /** For reads from memory: its session rejects all queries. */
  get recent(): HistoryMoment | undefined {
    return this.#clock.monotonic() < this.#until ? this.#moment : undefined;
  }

  /** For values of ticks: also an older moment, while this process is notified of changes. */
  get recentOrWarm(): HistoryMoment | undefined {
    return this.#clock.monotonic() < Math.max(this.#until, this.#warmUntil) ? this.#moment : undefined;
  }

  /** The last moment of any age: days that were sealed then stay sealed. */
  get last(): HistoryMoment | undefined {
    return this.#moment;
  }

  /** The last moment, even after a change: for the time in which the store is unreachable. */
  get lastKnown(): HistoryMoment | undefined {
    return this.#lastKnown;
  }

  /** Call before reading a moment, and call the returned function with the result. */
  beginRead(): (moment: HistoryMoment) => void {
    const changes = this.#changes;
    const until = this.#clock.monotonic() + RECENT_MS;
    return (moment) => {
      if (changes !== this.#changes) return;
      this.#moment = { ...moment, session: MEMORY };
      this.#lastKnown = this.#moment;
      this.#until = until;
    };
  }

  /** From now on this process is notified of changes, by `changed` or by the next call. */
  markWarm(): void {
    this.#warmUntil = this.#clock.monotonic() + WARM_MS;
  }

  /** A write has changed something. */
  changed(): void {
    this.#changes++;
    this.#moment = undefined;
  }
}
