import type { Millis } from '../core/time.ts';
import type { PreparedAnswer } from './prepared-answer.ts';

/** An answer that stays true until an instant at which something in it expires; Infinity where nothing does. */
export interface TimedAnswer {
  readonly prepared: PreparedAnswer;
  readonly until: Millis;
}

/** Answers for repeated questions, as long as they are true. A clock that was set back gets new ones. */
export class TimedAnswers {
  readonly #most: number;
  readonly #mostBytes: number;
  readonly #kept = new Map<string, TimedAnswer & { readonly from: Millis }>();
  #bytes = 0;

  constructor(most: number, mostBytes: number) {
    this.#most = most;
    this.#mostBytes = mostBytes;
  }

  find(key: string, now: Millis, make: () => TimedAnswer): TimedAnswer {
    const known = this.#kept.get(key);
    if (known && known.from <= now && now < known.until) return known;
    const answer = make();
    const bytes = this.#bytes + answer.prepared.identity.bytes.length;
    if (this.#kept.size >= this.#most || bytes > this.#mostBytes) this.clear();
    this.#bytes += answer.prepared.identity.bytes.length;
    this.#kept.set(key, { ...answer, from: now });
    return answer;
  }

  clear(): void {
    this.#kept.clear();
    this.#bytes = 0;
  }
}
