import { createHash } from 'node:crypto';
import type { Clock } from '../core/clock.ts';
import { MINUTE_MS, type Millis } from '../core/time.ts';

const FREE_GUESSES = 60;
const MAX_TRACKED = 50_000;

interface Window {
  readonly endsAt: Millis;
  wrong: number;
}

/**
 * Counts wrong secrets for each client and address, in windows of a minute that start with the first wrong
 * one. It never refuses a right secret: it only decides how a wrong one is answered.
 */
export class GuessLimiter {
  readonly #clock: Clock;
  readonly #windows = new Map<string, Window>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts one wrong secret. Returns the time to wait once there were too many, else undefined. */
  countWrong(clientId: string, address: string): Millis | undefined {
    const now = this.#clock.monotonic();
    // A hash, because whoever guesses chooses how long an id is.
    const key = createHash('sha256').update(`${address} ${clientId}`).digest('base64');
    let window = this.#windows.get(key);
    if (!window || window.endsAt <= now) {
      window = { endsAt: now + MINUTE_MS, wrong: 0 };
      this.#makeRoom(now);
      this.#windows.delete(key);
      this.#windows.set(key, window);
    }
    window.wrong++;
    return window.wrong > FREE_GUESSES ? window.endsAt - now : undefined;
  }

  /** Windows stand in the order in which they started, so the oldest are first. */
  #makeRoom(now: Millis): void {
    for (const [key, window] of this.#windows) {
      if (window.endsAt > now && this.#windows.size < MAX_TRACKED) return;
      this.#windows.delete(key);
    }
  }
}
