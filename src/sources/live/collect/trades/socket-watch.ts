import { SECOND_MS, type Millis } from '../../../../core/time.ts';
import type { TradeReading } from '../../ports/trades-api.ts';

/** Trades around the opening of a socket, and the newest ones, may arrive by a poll first. */
const GRACE_MS = 10 * SECOND_MS;
/** Fewer missing trades are not significant. */
const MIN_MISSING = 3;
/** Maximum lead of an exchange's clock over ours. */
const MAX_AHEAD_MS = 60 * SECOND_MS;
/** Ids remembered per market: more than one reply contains. */
const MAX_IDS = 5000;
/** Without shared ids, a socket trade and a listed trade within this time count as the same. */
const SAME_TIME_MS = 2 * SECOND_MS;

/**
 * Checks whether a socket delivers what it should: of the listed trades made since it opened and since the last check,
 * it must have delivered at least one. A socket that has gone silent, does not know a market, or uses other ids lacks
 * all of them.
 */
export class SocketWatch {
  readonly #hasSharedIds: boolean;
  readonly #idsBySymbol = new Map<string, Set<string>>();
  /** By market: the time up to which trades were checked. */
  readonly #checkedUntil = new Map<string, Millis>();
  #openedAt: Millis = Infinity;

  /** Whether the socket and the list use the same trade ids; otherwise trades are compared by time. */
  constructor(hasSharedIds = true) {
    this.#hasSharedIds = hasSharedIds;
  }

  opened(at: Millis): void {
    this.#openedAt = at;
    this.#idsBySymbol.clear();
    this.#checkedUntil.clear();
  }

  record(readings: readonly TradeReading[]): void {
    for (const reading of readings) {
      const ids = this.#idsBySymbol.get(reading.symbol) ?? new Set();
      this.#idsBySymbol.set(reading.symbol, ids);
      const id = this.#hasSharedIds ? reading.id : timeId(reading.timestamp);
      if (id !== undefined) ids.add(id);
      if (ids.size > MAX_IDS) ids.delete(ids.values().next().value!);
    }
  }

  /** Ignores trades far ahead of our clock: they would delay the next check by as much. */
  lacks(symbol: string, all: readonly TradeReading[], now: Millis): boolean {
    const listed = all.filter(({ timestamp }) => timestamp <= now + MAX_AHEAD_MS);
    const newest = listed.reduce((latest, { timestamp }) => Math.max(latest, timestamp), -Infinity);
    const from = this.#checkedUntil.get(symbol) ?? this.#openedAt + GRACE_MS;
    const to = newest - GRACE_MS;
    const due = listed.filter(({ timestamp }) => timestamp > from && timestamp <= to);
    if (due.length < MIN_MISSING) return false;
    this.#checkedUntil.set(symbol, to);
    const ids = this.#idsBySymbol.get(symbol);
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
