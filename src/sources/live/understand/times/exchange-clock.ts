import { HOUR_MS, MINUTE_MS, SECOND_MS, type Millis } from '../../../../core/time.ts';
import type { ReplyTime } from '../../ports/exchange-api.ts';

/**
 * Minimum age at which an exchange's own timestamps make its reply old; below, delays and clock offsets cannot be
 * distinguished.
 */
const OLD_MS = 60 * SECOND_MS;
/** Number of replies for estimating the offset of a clock: 20 minutes. */
const WINDOW = 40;
/** A low quantile, because quiet minutes and slow replies only make the newest timestamp older. */
const QUANTILE = 0.1;
/** Number of replies whose `Date` headers must agree before a slow clock is accepted, and how closely. */
const CONFIRMING = 4;
const CONFIRMED_WITHIN_MS = 10 * SECOND_MS;
/** Number of newest timestamps of a reply; the distances between them show how often the exchange has something new. */
const NEWEST = 8;
const MIN_TIMESTAMPS = 3;
/** If nothing is new after this many usual distances, the exchange is not quiet: its reply is old. */
const QUIET_TIMES = 8;
/** An exchange that had something new in this many of the watched replies does not suddenly become quiet. */
const USUALLY_NEW = 6;
const WATCHED = 8;
/** After a longer pause, anything may have happened in between: the reply is judged like a first one. */
const PAUSE_MS = 75 * SECOND_MS;
/** Times of readings and timestamps are not exact. */
const TOLERANCE_MS = 5 * SECOND_MS;
/** Nothing was traded before Bitcoin. A timestamp further ahead than this is not the time of a ticker. */
const EARLIEST: Millis = Date.UTC(2009, 0, 3);
const MAX_AHEAD_MS = HOUR_MS;
/**
 * Timestamps ahead of our reading count only if at least this many tickers, and this share of the recent ones, have
 * them.
 */
const MIN_AHEAD = 2;
const SHARE_AHEAD = 0.25;
const RECENT_MS = 5 * MINUTE_MS;
/** An offset that the operator should know about. */
export const LARGE_OFFSET_MS = MINUTE_MS / 2;

/** Times of one reply. */
export interface ReplyTimestamps extends ReplyTime {
  /** Timestamps of its tickers, if they have one. */
  readonly timestamps: readonly number[];
  /** Whether a ticker differs from the previous reply. */
  readonly hasMoved: boolean;
  /** How long the exchange has repeated its reply although it is not quiet. */
  readonly standsMs?: Millis;
}

/**
 * Estimates the age of an exchange's replies by its own timestamps. They are trusted when they make a reply old, never
 * when they make it fresh.
 *
 * A ticker's timestamp is often that of its last trade, and a quiet market is not stale, so only the newest timestamp
 * of a whole reply counts. If it has advanced since the previous reply, something has happened in between, and a
 * current reply shows it with a timestamp that is not older than the previous reply. If it has not advanced, the
 * exchange is quiet or its reply is frozen. It is frozen if the exchange usually has something new and the distances
 * between its newest timestamps are short. The same distances judge the first reply. If tickers have moved and the
 * newest timestamp never has, timestamps reveal nothing about replies.
 *
 * The constant offset of the exchange's clock is estimated as a low quantile of our time minus the newest timestamp. A
 * clock that is ahead makes replies look fresh, so its offset always counts if several tickers have it; a single
 * timestamp ahead of our reading is not the time of the reply. A clock that is behind looks like a delayed feed; its
 * offset counts only as far as the `Date` headers of the same server are behind too, steadily for some minutes.
 * Otherwise the reply counts as old.
 *
 * A limit: a delay of an exchange whose clock is ahead looks like a corrected clock. It is accepted as one after 18
 * minutes, and stays hidden if it exceeds the lead of the clock by at most a minute.
 */
export class ExchangeClock {
  readonly #lags: Millis[] = [];
  readonly #serverBehind: Millis[] = [];
  #newest = -Infinity;
  #readAt = -Infinity;
  #isOldNow = false;
  /** Whether the newest timestamp advanced in each of the last replies: 1 or 0. */
  readonly #advances: number[] = [];
  #hasAdvanced = false;
  #offsetMs: Millis | undefined;
  #asOf = -Infinity;
  #oldMs: Millis = 0;

  /** Lag of its clock behind ours, negative if it is ahead; undefined before it sends a timestamp. */
  get offsetMs(): Millis | undefined {
    return this.#offsetMs;
  }

  /** Age of its last reply by its own timestamps, or because it is repeated; 0 if it is current. */
  get oldMs(): Millis {
    return this.#oldMs;
  }

  /** Time of the last reply with timestamps, on our clock; never later than its reading. */
  get asOf(): Millis {
    return this.#asOf;
  }

  /** The time of the reply on our clock if it is old, else undefined. */
  take(answer: ReplyTimestamps, at: Millis): Millis | undefined {
    const { cachedMs = 0, standsMs = 0 } = answer;
    const repeatedMs = Math.max(cachedMs, standsMs);
    this.#oldMs = Math.max(this.#statedAge(answer, at), repeatedMs > OLD_MS ? repeatedMs : 0);
    return this.#oldMs > 0 ? at - this.#oldMs : undefined;
  }

  /** 0 if it is not old. */
  #statedAge({ timestamps, hasMoved, serverBehindMs }: ReplyTimestamps, at: Millis): Millis {
    const newest = newestOf(timestamps, at, this.#offsetMs ?? 0);
    const [last] = newest;
    if (last === undefined) return 0;
    keepLast(this.#lags, at - last, WINDOW);
    if (serverBehindMs !== undefined) keepLast(this.#serverBehind, serverBehindMs, CONFIRMING);
    this.#offsetMs = Math.min(lowQuantile(this.#lags), Math.max(0, this.#confirmedBehind()));
    const ageMs = at - last - this.#offsetMs;
    this.#asOf = at - Math.max(0, ageMs);
    const isOld = this.#isOld(newest, hasMoved, ageMs, at);
    this.#newest = Math.max(this.#newest, last);
    this.#readAt = at;
    return isOld ? ageMs : 0;
  }

  #isOld(newest: readonly Millis[], hasMoved: boolean, ageMs: Millis, at: Millis): boolean {
    const isFirst = at - this.#readAt > PAUSE_MS;
    const isUsuallyNew = this.#advances.filter((each) => each === 1).length >= USUALLY_NEW;
    const goesBack = newest[0]! < this.#newest - TOLERANCE_MS;
    const advances = !isFirst && newest[0]! > this.#newest;
    // A standstill counts once: however long a reply is frozen, the exchange stays one that usually has something new.
    if (advances || this.#advances.at(-1) !== 0) keepLast(this.#advances, advances ? 1 : 0, WATCHED);
    if (goesBack && ageMs > OLD_MS) this.#isOldNow = true;
    else if (advances) {
      this.#hasAdvanced = true;
      this.#isOldNow = ageMs > Math.max(OLD_MS, at - this.#readAt + TOLERANCE_MS);
    } else if (!isFirst && hasMoved) this.#isOldNow &&= this.#hasAdvanced;
    else if ((isFirst || isUsuallyNew) && ageMs > OLD_MS + QUIET_TIMES * usualDistance(newest))
      this.#isOldNow = true;
    return this.#isOldNow && ageMs > OLD_MS;
  }

  /** Lag of the server's own clock, if its headers agree; otherwise 0. */
  #confirmedBehind(): Millis {
    const sorted = this.#serverBehind.toSorted((a, b) => a - b);
    const [min = 0, max = 0] = [sorted[0], sorted.at(-1)];
    return sorted.length === CONFIRMING && max - min <= CONFIRMED_WITHIN_MS ? min : 0;
  }
}

/** The newest timestamps, newest first, without those ahead of our reading that only a few tickers have. */
function newestOf(timestamps: readonly number[], at: Millis, offsetMs: Millis): readonly Millis[] {
  const sorted = timestamps
    .filter((each) => Number.isFinite(each) && each >= EARLIEST && each <= at + MAX_AHEAD_MS)
    .toSorted((a, b) => b - a);
  const ahead = sorted.filter((each) => each > at - Math.min(0, offsetMs) + TOLERANCE_MS).length;
  const recent = sorted.filter((each) => each > at - RECENT_MS).length;
  const isOfClock = ahead >= Math.max(MIN_AHEAD, SHARE_AHEAD * recent);
  return sorted.slice(isOfClock ? 0 : ahead).slice(0, NEWEST);
}

/** The usual time until something is newer; Infinity with too few timestamps. */
function usualDistance(newest: readonly Millis[]): Millis {
  return newest.length < MIN_TIMESTAMPS ? Infinity : (newest[0]! - newest.at(-1)!) / (newest.length - 1);
}

function lowQuantile(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * QUANTILE)]!;
}

function keepLast(values: number[], value: number, max: number): void {
  values.push(value);
  if (values.length > max) values.shift();
}
