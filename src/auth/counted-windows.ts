import { createHash } from 'node:crypto';
import { MINUTE_MS, type Millis } from '../core/time.ts';

const MAX_TRACKED = 50_000;

interface Window {
  readonly endsAt: Millis;
  count: number;
}

/** How often someone did something: windows of a minute that start with the first time, for a bounded number of names. */
export class CountedWindows {
  readonly #free: number;
  readonly #windows = new Map<string, Window>();

  constructor(free: number) {
    this.#free = free;
  }

  get size(): number {
    return this.#windows.size;
  }

  /** The time to wait once there were too many, else undefined. */
  count(name: string, now: Millis): Millis | undefined {
    // A hash, because the caller may choose how long a name is.
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

  /** Windows stand in the order in which they started, so the oldest are first. */
  #makeRoom(now: Millis): void {
    for (const [key, window] of this.#windows) {
      if (window.endsAt > now && this.#windows.size < MAX_TRACKED) return;
      this.#windows.delete(key);
    }
  }
}
