import { createHash } from 'node:crypto';
import { MINUTE_MS, type Millis } from '../core/time.ts';

const MAX_TRACKED = 50_000;

interface Window {
  readonly endsAt: Millis;
  count: number;
}

/** Counts events per name in windows of one minute. A window starts with the first event. The number of names is bounded. */
export class MinuteCounters {
  readonly #free: number;
  readonly #windows = new Map<string, Window>();

  constructor(free: number) {
    this.#free = free;
  }

  get size(): number {
    return this.#windows.size;
  }

  /** Counts one event. Returns the time to wait if the name has exceeded its limit, else undefined. */
  count(name: string, now: Millis): Millis | undefined {
    // A hash, because a client could send a very long name.
    const key = createHash('sha256').update(name).digest('base64');
    let window = this.#windows.get(key);
    if (!window || window.endsAt <= now) {
      window = { endsAt: now + MINUTE_MS, count: 0 };
      this.#makeRoom(now);
      this.#windows.delete(key);
      this.#windows.set(key, window);
    }
    window.count++;
    return window.count > this.#free ? window.endsAt - now : undefined;
  }

  /** The map keeps windows in the order in which they started, so the oldest are first. */
  #makeRoom(now: Millis): void {
    for (const [key, window] of this.#windows) {
      if (window.endsAt > now && this.#windows.size < MAX_TRACKED) return;
      this.#windows.delete(key);
    }
  }
}
