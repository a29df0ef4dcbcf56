import { MINUTE_MS, SECOND_MS, type Millis } from '../../../../core/time.ts';

/** A ticker that should have been in the answer before and is shown later than this is late. */
const LATE_MS = MINUTE_MS;
/** Timestamps of the same ticker may differ slightly between servers. */
const TOLERANCE_MS = 5 * SECOND_MS;
/** A whole minute may be the begin of a candle: the time of the ticker is not known. */
const COARSE_MS = MINUTE_MS;
/** A late ticker without a newer timestamp is late no longer after this: its market may be quiet. */
const HOLDS_MS = 10 * MINUTE_MS;

/** An answer as its tickers are judged by. */
export interface JudgedAnswer {
  readonly at: Millis;
  /** What it shows up to, on our clock; never later than `at`. */
  readonly asOf: Millis;
  /** How far the clock of the exchange is behind ours. */
  readonly offsetMs: Millis;
}

/**
 * Whether one ticker is late by its own timestamps. Often they are those of its last trade, and an old one says nothing. But one that is
 * new and older than the answer before, which did not have it, came late; and so did one that is older than what was shown before.
 */
export class TickerTimes {
  #newest = -Infinity;
  /** Of the last answer with this ticker. */
  #shownUpTo: Millis = -Infinity;
  #lateSince = -Infinity;

  /** The time of the ticker on our clock if it is late, else undefined. */
  take(timestamp: number | undefined, { at, asOf, offsetMs }: JudgedAnswer): Millis | undefined {
    const shownUpTo = this.#shownUpTo;
    this.#shownUpTo = asOf;
    if (timestamp !== undefined && timestamp + offsetMs <= at + TOLERANCE_MS) {
      const isLate = timestamp % COARSE_MS !== 0 && timestamp + offsetMs < shownUpTo - LATE_MS;
      if (timestamp > this.#newest) {
        this.#newest = timestamp;
        if (isLate) this.#lateSince = at;
        else if (timestamp + offsetMs >= shownUpTo - LATE_MS) this.#lateSince = -Infinity;
      } else if (isLate && timestamp < this.#newest - TOLERANCE_MS) return timestamp + offsetMs;
    }
    return at - this.#lateSince <= HOLDS_MS ? this.#newest + offsetMs : undefined;
  }
}
