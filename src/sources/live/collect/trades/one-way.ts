import { MINUTE_MS, type Millis } from '../../../../core/time.ts';
import type { TradeReading } from '../../ports/trades-api.ts';

/** A trade further ahead of our clock is refused later; it must not keep others out. */
const MAX_AHEAD_MS = MINUTE_MS;

/** Of one market. */
interface Times {
  /** The newest trade of any poll. */
  polled: Millis;
  /** The first and the newest trade of the socket that stands. */
  first: Millis;
  newest: Millis;
  /** The newest trade of all sockets before it. */
  before: Millis;
}

/**
 * Lets each trade through by one way only, for an exchange whose socket and list name trades differently. Polls count for what is older than
 * the first trade of the socket that stands and newer than the last trade of the one before it, the socket for what is newer than
 * all of those. Of trades within the same millisecond at such a limit, some may be lost; none counts twice.
 */
export class OneWay {
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

  /** Of one answer. */
  polled(readings: readonly TradeReading[], now: Millis): readonly TradeReading[] {
    return readings.filter(({ symbol, timestamp }) => {
      const times = this.#of(symbol);
      if (timestamp >= times.first || timestamp <= times.before) return false;
      if (timestamp <= now + MAX_AHEAD_MS) times.polled = Math.max(times.polled, timestamp);
      return true;
    });
  }

  /** The socket that stood is gone. */
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
    const made: Times = { polled: -Infinity, first: Infinity, newest: -Infinity, before: -Infinity };
    this.#bySymbol.set(symbol, made);
    return made;
  }
}
