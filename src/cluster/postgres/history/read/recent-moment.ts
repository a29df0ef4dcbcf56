import { SystemClock, type Clock } from '../../../../core/clocks/clock.ts';
import type { Session } from '../../database.ts';
import type { Moment } from './moment.ts';

/**
 * For so long a reader goes by what it knew, where all that it is asked for is in memory and of an instant that was stored then: what
 * was filled in of the past since is seen so much later.
 */
const RECENT_MS = 1000;
/** The same for a reader that is told of ticks and of changes: until the next tick, however late it may be. */
const WARM_MS = 45_000;

/** More is asked for than a session answers: a transaction of its own does. */
export class NeedsTransaction extends Error {}

const refuse = () => Promise.reject(new NeedsTransaction());
/** Answers nothing: what is read with it is in memory. */
const MEMORY: Session = { rows: refuse, run: refuse };

/** Answers once: one statement sees one moment without a transaction. */
export function oneQuestion(session: Session): Session {
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

/** How far the history was when it was last asked, for a short time. */
export class RecentMoment {
  readonly #clock: Pick<Clock, 'monotonic'>;
  #moment: Moment | undefined;
  #lastKnown: Moment | undefined;
  #until = -Infinity;
  #warmUntil = -Infinity;
  /** Rises with each change that this process makes: what was asked for before it is not recent. */
  #changes = 0;

  constructor(clock: Pick<Clock, 'monotonic'> = new SystemClock()) {
    this.#clock = clock;
  }

  /** To be read in memory: its session answers nothing. */
  get recent(): Moment | undefined {
    return this.#clock.monotonic() < this.#until ? this.#moment : undefined;
  }

  /** The same, for values of ticks: also an older one, where this process is told what changes. */
  get told(): Moment | undefined {
    return this.#clock.monotonic() < Math.max(this.#until, this.#warmUntil) ? this.#moment : undefined;
  }

  /** However old it is: days that were sealed then are sealed for good. */
  get last(): Moment | undefined {
    return this.#moment;
  }

  /** The same, even where something has changed since: for the time in which the store is away. */
  get lastKnown(): Moment | undefined {
    return this.#lastKnown;
  }

  /** To be called before a moment is asked for, and what it returns with the answer. */
  asking(): (moment: Moment) => void {
    const changes = this.#changes;
    const until = this.#clock.monotonic() + RECENT_MS;
    return (moment) => {
      if (changes !== this.#changes) return;
      this.#moment = { ...moment, session: MEMORY };
      this.#lastKnown = this.#moment;
      this.#until = until;
    };
  }

  /** What changes from now on is told, by `changed` or by the next call. */
  warmed(): void {
    this.#warmUntil = this.#clock.monotonic() + WARM_MS;
  }

  /** A write has changed something. */
  changed(): void {
    this.#changes++;
    this.#moment = undefined;
  }
}
