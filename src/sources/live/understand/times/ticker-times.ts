import { MINUTE_MS, SECOND_MS, type Millis } from '../../../../core/time.ts';

/** A ticker that was missing from the previous reply although it is older than that reply by more than this is late. */
const LATE_MS = MINUTE_MS;
/** Timestamps of the same ticker may differ slightly between servers. */
const TOLERANCE_MS = 5 * SECOND_MS;
/** A whole minute may be the start of a candle: the time of the ticker is unknown then. */
const COARSE_MS = MINUTE_MS;
/** A late ticker without a newer timestamp stops being late after this: its market may be quiet. */
const HOLDS_MS = 10 * MINUTE_MS;

/** The reply against which its tickers are judged. */
export interface JudgedReply {
  readonly at: Millis;
  /** Time of the reply on our clock; never later than `at`. */
  readonly asOf: Millis;
  /** Lag of the exchange's clock behind ours. */
  readonly offsetMs: Millis;
}

/**
 * Whether one ticker is late by its own timestamps. They are often those of its last trade, so an old timestamp alone
 * proves nothing. But a new timestamp that is older than the previous reply, which did not contain it, came late, and
 * so did one that is older than the one shown before.
 */
export class TickerTimes {
  #newest = -Infinity;
  /** Time of the last reply with this ticker. */
  #shownUpTo: Millis = -Infinity;
  #lateSince = -Infinity;

  /** The time of the ticker on our clock if it is late, else undefined. */
  take(timestamp: number | undefined, { at, asOf, offsetMs }: JudgedReply): Millis | undefined {
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
