import type { Clock } from '../../../core/clocks/clock.ts';
import { SECOND_MS, type Millis } from '../../../core/time.ts';
import type { AnswerTime } from '../ports/exchange-api.ts';
import type { ExchangeHttp } from './exchange-http.ts';

/** `Date` has whole seconds: half of one is missing on average. */
const HALF_SECOND_MS = SECOND_MS / 2;

/** What the headers of the answers of one reading say about their time. */
export class AnswerTimes {
  readonly #clock: Pick<Clock, 'now'>;
  #serverBehindMs: Millis | undefined;
  #cachedMs: Millis = 0;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** From now on answers are of another reading. */
  begin(): void {
    this.#serverBehindMs = undefined;
    this.#cachedMs = 0;
  }

  /** The last answer for the clock, the oldest one for caches. */
  get time(): AnswerTime {
    return {
      ...(this.#serverBehindMs === undefined ? {} : { serverBehindMs: this.#serverBehindMs }),
      ...(this.#cachedMs === 0 ? {} : { cachedMs: this.#cachedMs }),
    };
  }

  /** The same requests, whose answers are noted. */
  over(http: Pick<ExchangeHttp, 'send'>): Pick<ExchangeHttp, 'send'> {
    return {
      send: async (...request) => {
        const answer = await http.send(...request);
        this.#note(answer.headers);
        return answer;
      },
    };
  }

  /** A cache adds `Age`, and leaves `Date` as the exchange wrote it. */
  #note(headers: Readonly<Record<string, string>>): void {
    const date = Date.parse(headers['date'] ?? '');
    const age = /^\d{1,9}$/.test(headers['age'] ?? '') ? Number(headers['age']) * SECOND_MS : 0;
    this.#cachedMs = Math.max(this.#cachedMs, age);
    if (!Number.isNaN(date)) this.#serverBehindMs = this.#clock.now() - (date + HALF_SECOND_MS + age);
  }
}
