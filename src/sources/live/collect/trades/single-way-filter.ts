import { MINUTE_MS, type Millis } from '../../../../core/time.ts';
import type { TradeReading } from '../../ports/trades-api.ts';

/** A trade further ahead of our clock is refused later; here it must not exclude others. */
const MAX_AHEAD_MS = MINUTE_MS;

/** Times of one market. */
interface Times {
  /** Newest trade of any poll. */
  polled: Millis;
  /** First and newest trade of the open socket. */
  first: Millis;
  newest: Millis;
  /** Newest trade of all earlier sockets. */
  before: Millis;
}

/**
 * Passes each trade from one way only, for exchanges whose socket and trade list use different ids. Trades of polls
 * pass if they are older than the first trade of the open socket and newer than the last trade of the previous one;
 * trades of the socket pass if they are newer than all of those. Of trades within the same millisecond at such a
 * boundary some may be lost; none is counted twice.
 */
export class SingleWayFilter {
  readonly #bySymbol = new Map<string, Times>();

  streamed(readings: readonly TradeReading[], now: Millis): readonly TradeReading[] {
    return readings.filter(({ symbol, timestamp }) => {
      const times = this.#of(symbol);
      if (timestamp <= times.polled || timestamp <= times.before) return false;
      if (timestamp > now + MAX_AHEAD_MS) return true;
      times.first = Math.min(times.first, timestamp);
      times.newest = Math.max(times.newest, timestamp);
      return true;
    });
  }

  /** Trades of one reply. */
  polled(readings: readonly TradeReading[], now: Millis): readonly TradeReading[] {
    return readings.filter(({ symbol, timestamp }) => {
      const times = this.#of(symbol);
      if (timestamp >= times.first || timestamp <= times.before) return false;
      if (timestamp <= now + MAX_AHEAD_MS) times.polled = Math.max(times.polled, timestamp);
      return true;
    });
  }

  /** The open socket has closed. */
  ended(): void {
    for (const times of this.#bySymbol.values()) {
      times.before = Math.max(times.before, times.newest);
      times.first = Infinity;
      times.newest = -Infinity;
    }
  }

  #of(symbol: string): Times {
    const known = this.#bySymbol.get(symbol);
    if (known) return known;
    const times: Times = { polled: -Infinity, first: Infinity, newest: -Infinity, before: -Infinity };
    this.#bySymbol.set(symbol, times);
    return times;
  }
}
