import { SystemClock, type Clock } from '../../../../core/clocks/clock.ts';
import type { DatabaseRow, Session } from '../../database.ts';
import { progressOf, type Progress } from '../../known-progress.ts';
import type { HistoryMoment } from './moment.ts';

/** For reads that need only memory and instants stored by then: they see a back-fill with this delay. */
const FRESH_MS = 1000;
/** The same for a reader that is notified of ticks and changes: until the next tick, even if it is late. */
const WARM_MS = 45_000;

/** The session cannot answer this: a transaction is needed. */
export class NeedsTransaction extends Error {}

const refuse = () => Promise.reject(new NeedsTransaction());
/** Rejects all queries: only memory can be read with it. */
const MEMORY: Session = { rows: refuse, run: refuse };

/** Allows one query: a single statement sees one snapshot without a transaction. */
export function singleQuery(session: Session): Session {
  let isUsed = false;
  return {
    rows: (...query) => {
      if (isUsed) return refuse();
      isUsed = true;
      return session.rows(...query);
    },
    run: refuse,
  };
}

/** For single statements: requires a transaction if an answer shows that the database is outdated, or has no row to show it. */
export function checkedSession(session: Session, isOutdated: (progress: Progress) => boolean): Session {
  return {
    rows: async <T extends DatabaseRow>(sql: string, values?: readonly unknown[]) => {
      const rows = await session.rows<T>(sql, values);
      const [first] = rows;
      if (!first || isOutdated(progressOf(first))) throw new NeedsTransaction();
      return rows;
    },
    run: refuse,
  };
}

/** The newest moment that was read: each getter returns it only if it is good enough for a kind of read. */
export class MomentCache {
  readonly #clock: Pick<Clock, 'monotonic'>;
  #moment: HistoryMoment | undefined;
  #newest: HistoryMoment | undefined;
  #until = -Infinity;
  #warmUntil = -Infinity;
  /** Increases with each change by this process. A moment read before the change is not cached. */
  #changes = 0;

  constructor(clock: Pick<Clock, 'monotonic'> = new SystemClock()) {
    this.#clock = clock;
  }

  /** For reads from memory: its session rejects all queries. */
  get withinSecond(): HistoryMoment | undefined {
    return this.#clock.monotonic() < this.#until ? this.#moment : undefined;
  }

  /** For values of ticks: also an older moment, while this process is notified of changes. */
  get untilNextTick(): HistoryMoment | undefined {
    return this.#clock.monotonic() < Math.max(this.#until, this.#warmUntil) ? this.#moment : undefined;
  }

  /** Of any age, but not from before a change by this process: days that were sealed then stay sealed. */
  get sinceOwnChange(): HistoryMoment | undefined {
    return this.#moment;
  }

  /** Of any age, even from before a change: for the time in which the store is unreachable. */
  get newest(): HistoryMoment | undefined {
    return this.#newest;
  }

  /** Call before reading a moment, and call the returned function with the result. */
  beginRead(): (moment: HistoryMoment) => void {
    const changes = this.#changes;
    const until = this.#clock.monotonic() + FRESH_MS;
    return (moment) => {
      if (changes !== this.#changes) return;
      this.#moment = { ...moment, session: MEMORY };
      this.#newest = this.#moment;
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
