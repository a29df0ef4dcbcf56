import { createHash } from 'node:crypto';
import type { Clock } from '../core/clock.ts';
import { networkOf } from '../core/network-address.ts';
import { MINUTE_MS, type Millis } from '../core/time.ts';

/** Of one client and address. */
const FREE_GUESSES = 60;
/** Of one address, whatever ids it tries. */
const FREE_GUESSES_OF_ADDRESS = 300;
const MAX_TRACKED = 50_000;

/** Who guessed too often, and how long it lasts. */
export interface TooManyGuesses {
  readonly of: 'client' | 'address';
  readonly waitMs: Millis;
}

/**
 * Counts wrong secrets for each client and address, and for each address over all client ids (IPv6: for its /64). It
 * never refuses a right secret: it only decides how a wrong one is answered.
 */
export class GuessLimiter {
  readonly #clock: Clock;
  readonly #ofClients = new GuessWindows(FREE_GUESSES);
  readonly #ofAddresses = new GuessWindows(FREE_GUESSES_OF_ADDRESS);

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts one wrong secret. Undefined while there were not too many. */
  countWrong(clientId: string, address: string): TooManyGuesses | undefined {
    const now = this.#clock.monotonic();
    const clientWaitMs = this.#ofClients.count(`${address} ${clientId}`, now);
    const addressWaitMs = this.#ofAddresses.count(networkOf(address), now);
    if (addressWaitMs !== undefined && addressWaitMs >= (clientWaitMs ?? 0))
      return { of: 'address', waitMs: addressWaitMs };
    return clientWaitMs === undefined ? undefined : { of: 'client', waitMs: clientWaitMs };
  }
}

interface Window {
  readonly endsAt: Millis;
  wrong: number;
}

/** Windows of a minute that start with the first wrong secret, for a bounded number of guessers. */
class GuessWindows {
  readonly #free: number;
  readonly #windows = new Map<string, Window>();

  constructor(free: number) {
    this.#free = free;
  }

  /** The time to wait once there were too many, else undefined. */
  count(guesser: string, now: Millis): Millis | undefined {
    // A hash, because the guesser chooses how long an id is.
    const key = createHash('sha256').update(guesser).digest('base64');
    let window = this.#windows.get(key);
    if (!window || window.endsAt <= now) {
      window = { endsAt: now + MINUTE_MS, wrong: 0 };
      this.#makeRoom(now);
      this.#windows.delete(key);
      this.#windows.set(key, window);
    }
    window.wrong++;
    return window.wrong > this.#free ? window.endsAt - now : undefined;
  }

  /** Windows stand in the order in which they started, so the oldest are first. */
  #makeRoom(now: Millis): void {
    for (const [key, window] of this.#windows) {
      if (window.endsAt > now && this.#windows.size < MAX_TRACKED) return;
      this.#windows.delete(key);
    }
  }
}
