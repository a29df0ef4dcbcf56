import { SECOND_MS, type Millis } from '../../../../core/time.ts';
import type { TradeReading } from '../../ports/trades-api.ts';

/** Trades around the opening of a socket, and the newest ones, may come by a poll first. */
const GRACE_MS = 10 * SECOND_MS;
/** Fewer that are missing say nothing. */
const FEWEST_MISSING = 3;
/** The clock of an exchange may be so far ahead of ours. */
const MOST_AHEAD_MS = 60 * SECOND_MS;
/** Of each market, so many are remembered: more than one answer of an exchange has. */
const MOST_IDS = 5000;
/** Without ids in common, a trade of the socket is that of the list if it was made within this time of it. */
const SAME_TIME_MS = 2 * SECOND_MS;

/**
 * Whether a socket says what it should: of the trades that a poll shows, and that were made while it stood and after those of
 * the poll before, it must have brought some. One that has fallen silent, that does not know of a market, or that names
 * trades otherwise, lacks all of them.
 */
export class SocketWatch {
  readonly #hasSharedIds: boolean;
  readonly #heard = new Map<string, Set<string>>();
  /** Of each market: trades up to here were looked at. */
  readonly #lookedAt = new Map<string, Millis>();
  #openedAt: Millis = Infinity;

  /** Whether the socket and the list name trades by the same ids; otherwise they are compared by their times. */
  constructor(hasSharedIds = true) {
    this.#hasSharedIds = hasSharedIds;
  }

  opened(at: Millis): void {
    this.#openedAt = at;
    this.#heard.clear();
    this.#lookedAt.clear();
  }

  heard(readings: readonly TradeReading[]): void {
    for (const reading of readings) {
      const ids = this.#heard.get(reading.symbol) ?? new Set();
      this.#heard.set(reading.symbol, ids);
      const id = this.#hasSharedIds ? reading.id : timeId(reading.timestamp);
      if (id !== undefined) ids.add(id);
      if (ids.size > MOST_IDS) ids.delete(ids.values().next().value!);
    }
  }

  /** A trade that is far ahead of our clock says nothing: it would put off the next look for as long. */
  lacks(symbol: string, all: readonly TradeReading[], now: Millis): boolean {
    const listed = all.filter(({ timestamp }) => timestamp <= now + MOST_AHEAD_MS);
    const newest = listed.reduce((latest, { timestamp }) => Math.max(latest, timestamp), -Infinity);
    const from = this.#lookedAt.get(symbol) ?? this.#openedAt + GRACE_MS;
    const to = newest - GRACE_MS;
    const due = listed.filter(({ timestamp }) => timestamp > from && timestamp <= to);
    if (due.length < FEWEST_MISSING) return false;
    this.#lookedAt.set(symbol, to);
    const ids = this.#heard.get(symbol);
    return !due.some((reading) => this.#idsOf(reading).some((id) => ids?.has(id)));
  }

  #idsOf({ id, timestamp }: TradeReading): readonly string[] {
    if (this.#hasSharedIds) return id === undefined ? [] : [id];
    return [timestamp - SAME_TIME_MS, timestamp, timestamp + SAME_TIME_MS].map(timeId);
  }
}

function timeId(timestamp: Millis): string {
  return String(Math.round(timestamp / SAME_TIME_MS));
}
