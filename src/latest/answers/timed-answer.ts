import { Lru } from '../../core/lru.ts';
import type { Millis } from '../../core/time.ts';
import type { PreparedAnswer } from './prepared-answer.ts';

/** An answer that is valid until something in it expires; Infinity if nothing does. */
export interface TimedAnswer {
  readonly prepared: PreparedAnswer;
  readonly until: Millis;
}

/** Caches answers while they are valid. After a clock was set back, new ones are made. */
export class TimedAnswers {
  readonly #kept: Lru<string, TimedAnswer & { readonly from: Millis }>;

  constructor(maxEntries: number, maxBytes: number) {
    this.#kept = new Lru({
      maxEntries,
      maxWeight: maxBytes,
      weightOf: ({ prepared }) => prepared.identity.bytes.length,
    });
  }

  find(key: string, now: Millis, make: () => TimedAnswer): TimedAnswer {
    const known = this.#kept.get(key);
    if (known && known.from <= now && now < known.until) return known;
    const answer = make();
    this.#kept.set(key, { ...answer, from: now });
    return answer;
  }

  clear(): void {
    this.#kept.clear();
  }
}
