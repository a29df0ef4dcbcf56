import { Lru } from '../../core/lru.ts';
import { SECOND_MS, type Millis } from '../../core/time.ts';

/** Limit of senders that are counted at the same time. */
const MAX_SENDERS = 256;

/** Limits the requests of each sender, so that one cannot use up what the others need. */
export class SenderLimits {
  readonly #maxPerSecond: number;
  readonly #senders = new Lru<string, { readonly allowed: number; readonly at: Millis }>({
    maxEntries: MAX_SENDERS,
  });

  constructor(maxPerSecond: number) {
    this.#maxPerSecond = maxPerSecond;
  }

  /** Counts a request. Returns false if it exceeds the limit. */
  allows(id: string, now: Millis): boolean {
    const max = this.#maxPerSecond;
    const before = this.#senders.get(id) ?? { allowed: max, at: now };
    const allowed = Math.min(max, before.allowed + ((now - before.at) / SECOND_MS) * max);
    this.#senders.set(id, { allowed: allowed >= 1 ? allowed - 1 : allowed, at: now });
    return allowed >= 1;
  }
}
