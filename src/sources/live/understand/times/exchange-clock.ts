import { HOUR_MS, MINUTE_MS, SECOND_MS, type Millis } from '../../../../core/time.ts';
import type { AnswerTime } from '../../ports/exchange-api.ts';

/** An exchange is believed when it says that its answer is older than this; below, delays and clocks cannot be told apart. */
const OLD_MS = 60 * SECOND_MS;
/** Answers from which the offset of a clock is learned: 20 minutes. */
const WINDOW = 40;
/** A low quantile: quiet minutes and slow answers only make the newest timestamp older. */
const QUANTILE = 0.1;
/** Answers whose `Date` headers must agree before a slow clock is excused, and how closely. */
const CONFIRMING = 4;
const CONFIRMED_WITHIN_MS = 10 * SECOND_MS;
/** The newest timestamps of an answer, whose distances show how often the exchange has something new. */
const NEWEST = 8;
const FEWEST = 3;
/** After as many usual distances without anything new, the exchange is not quiet: its answer is old. */
const QUIET_TIMES = 8;
/** An exchange that had something new in so many of so many answers is not quiet all at once. */
const USUALLY_NEW = 6;
const WATCHED = 8;
/** After a longer pause, something may have happened at any time in it: the answer is judged like a first one. */
const PAUSE_MS = 75 * SECOND_MS;
/** Readings and timestamps are not exact. */
const TOLERANCE_MS = 5 * SECOND_MS;
/** Nothing was traded before Bitcoin; a timestamp that is further ahead is no time of a ticker. */
const EARLIEST: Millis = Date.UTC(2009, 0, 3);
const MAX_AHEAD_MS = HOUR_MS;
/** Timestamps ahead of our reading count only if at least this many tickers, and this share of the recent ones, have them. */
const FEWEST_AHEAD = 2;
const SHARE_AHEAD = 0.25;
const RECENT_MS = 5 * MINUTE_MS;
/** An offset that an operator should know of. */
export const LARGE_OFFSET_MS = MINUTE_MS / 2;

/** What one answer says about its time. */
export interface AnsweredTimes extends AnswerTime {
  /** Of its tickers, those that have one. */
  readonly timestamps: readonly number[];
  /** Whether a ticker shows something else than in the answer before. */
  readonly hasMoved: boolean;
  /** For how long the exchange has repeated its answer, although it is not quiet. */
  readonly standsMs?: Millis;
}

/**
 * How old the answers of an exchange are by its own timestamps. It is believed when it says that an answer is old, never that one
 * is fresh.
 *
 * A ticker's timestamp is often that of its last trade, and a quiet market is not stale. So the newest timestamp of a whole answer
 * counts. If it has advanced since the answer before, something has happened in between, and a current answer shows it with a
 * timestamp that is not older than the answer before. If it has not advanced, the exchange is quiet or its answer is frozen; frozen
 * it is if the exchange usually has something new, and the distances between its newest timestamps are short. The same
 * distances judge the first answer. If tickers have moved and the newest timestamp never has, timestamps say nothing about answers.
 *
 * A constant offset of the exchange's clock is learned as a low quantile of our time minus the newest timestamp. A clock that is ahead
 * makes answers look fresh, so its offset always counts if it is that of several tickers; a single timestamp ahead of our reading is no
 * time of the answer. A clock that is behind looks like a delayed feed; its offset counts only as far as the `Date` headers of the same
 * server are behind too, steadily for some minutes. Otherwise the answer counts as old.
 *
 * A limit: a delay of an exchange whose clock is ahead looks like a clock that was set right. It is taken for one after 18 minutes, and is
 * hidden if it is at most a minute longer than the clock is ahead.
 */
export class ExchangeClock {
  readonly #lags: Millis[] = [];
  readonly #serverBehind: Millis[] = [];
  #newest = -Infinity;
  #readAt = -Infinity;
  #isOldNow = false;
  /** Whether the newest timestamp advanced, of the last answers: 1 or 0. */
  readonly #advances: number[] = [];
  #hasAdvanced = false;
  #offsetMs: Millis | undefined;
  #asOf = -Infinity;
  #oldMs: Millis = 0;

  /** How far its clock is behind ours, negative if it is ahead; undefined before it gives a timestamp. */
  get offsetMs(): Millis | undefined {
    return this.#offsetMs;
  }

  /** How old its last answer is by its own word, or because it is repeated; 0 if it counts as read. */
  get oldMs(): Millis {
    return this.#oldMs;
  }

  /** What the last answer with timestamps shows up to, on our clock; never later than its reading. */
  get asOf(): Millis {
    return this.#asOf;
  }

  /** The time of the answer on our clock if it is old, else undefined. */
  take(answer: AnsweredTimes, at: Millis): Millis | undefined {
    const { cachedMs = 0, standsMs = 0 } = answer;
    const repeatedMs = Math.max(cachedMs, standsMs);
    this.#oldMs = Math.max(this.#statedAge(answer, at), repeatedMs > OLD_MS ? repeatedMs : 0);
    return this.#oldMs > 0 ? at - this.#oldMs : undefined;
  }

  /** 0 where it is not old. */
  #statedAge({ timestamps, hasMoved, serverBehindMs }: AnsweredTimes, at: Millis): Millis {
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
    // A standstill counts once: however long an answer is frozen, it remains known that the exchange usually has something new.
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

  /** How far behind the server's own clock is, by headers that agree; 0 if they do not. */
  #confirmedBehind(): Millis {
    const behind = this.#serverBehind.toSorted((a, b) => a - b);
    const [least = 0, most = 0] = [behind[0], behind.at(-1)];
    return behind.length === CONFIRMING && most - least <= CONFIRMED_WITHIN_MS ? least : 0;
  }
}

/** The newest first, without those that a few tickers alone have ahead of our reading. */
function newestOf(timestamps: readonly number[], at: Millis, offsetMs: Millis): readonly Millis[] {
  const sorted = timestamps
    .filter((each) => Number.isFinite(each) && each >= EARLIEST && each <= at + MAX_AHEAD_MS)
    .toSorted((a, b) => b - a);
  const ahead = sorted.filter((each) => each > at - Math.min(0, offsetMs) + TOLERANCE_MS).length;
  const recent = sorted.filter((each) => each > at - RECENT_MS).length;
  const isOfClock = ahead >= Math.max(FEWEST_AHEAD, SHARE_AHEAD * recent);
  return sorted.slice(isOfClock ? 0 : ahead).slice(0, NEWEST);
}

/** How long it usually takes until something is newer; Infinity where too few timestamps show it. */
function usualDistance(newest: readonly Millis[]): Millis {
  return newest.length < FEWEST ? Infinity : (newest[0]! - newest.at(-1)!) / (newest.length - 1);
}

function lowQuantile(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * QUANTILE)]!;
}

function keepLast(values: number[], value: number, most: number): void {
  values.push(value);
  if (values.length > most) values.shift();
}
