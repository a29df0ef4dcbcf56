import { MINUTE_MS, type Millis } from '../../../core/time.ts';
import type { MessageId } from './pieces.ts';

/** Clocks of two machines may differ by seconds, and a message may be delayed by seconds. */
export const FRESH_MS: Millis = MINUTE_MS;

/** Rejects replayed messages of one topic. */
export class TopicFreshness {
  readonly #isRetained: boolean;
  #newestAt: Millis = -Infinity;

  constructor(isRetained: boolean) {
    this.#isRetained = isRetained;
  }

  /** A retained message may be of any age, but not older than the newest known one by more than clocks may differ. */
  refusal(sentAt: Millis, now: Millis): 'old' | 'future' | undefined {
    if (sentAt > now + FRESH_MS) return 'future';
    const oldestAt = (this.#isRetained ? this.#newestAt : now) - FRESH_MS;
    if (sentAt < oldestAt) return 'old';
    this.#newestAt = Math.max(this.#newestAt, sentAt);
    return undefined;
  }
}

/** Rejects replayed questions. */
export class QuestionFreshness {
  #newer = new Set<string>();
  #older = new Set<string>();
  #since: Millis = -Infinity;

  /** Accepts each question once. */
  refusal(
    { publisher, number, sentAt }: MessageId & { readonly sentAt: Millis },
    now: Millis,
  ): 'old' | 'future' | 'repeated' | undefined {
    if (sentAt > now + FRESH_MS) return 'future';
    if (sentAt < now - FRESH_MS) return 'old';
    // A question dated at the limit of the future stays acceptable for twice the time.
    if (Math.abs(now - this.#since) > 2 * FRESH_MS) {
      this.#older = this.#newer;
      this.#newer = new Set();
      this.#since = now;
    }
    const id = `${publisher} ${number}`;
    if (this.#newer.has(id) || this.#older.has(id)) return 'repeated';
    this.#newer.add(id);
    return undefined;
  }
}
