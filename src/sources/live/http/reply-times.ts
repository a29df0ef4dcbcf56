import type { Clock } from '../../../core/clocks/clock.ts';
import { SECOND_MS, type Millis } from '../../../core/time.ts';
import type { ReplyTime } from '../ports/exchange-api.ts';
import type { ExchangeHttp } from './exchange-http.ts';

/** `Date` has whole seconds: on average half a second is missing. */
const HALF_SECOND_MS = SECOND_MS / 2;

/** Times from the response headers of one reading. */
export class ReplyTimes {
  readonly #clock: Pick<Clock, 'now'>;
  #serverBehindMs: Millis | undefined;
  #cachedMs: Millis = 0;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** Starts another reading. */
  begin(): void {
    this.#serverBehindMs = undefined;
    this.#cachedMs = 0;
  }

  /** The latest reply determines the clock, the oldest one the cache. */
  get time(): ReplyTime {
    return {
      ...(this.#serverBehindMs === undefined ? {} : { serverBehindMs: this.#serverBehindMs }),
      ...(this.#cachedMs === 0 ? {} : { cachedMs: this.#cachedMs }),
    };
  }

  /** Wraps a client to record the headers of its replies. */
  over(http: Pick<ExchangeHttp, 'send'>): Pick<ExchangeHttp, 'send'> {
    return {
      send: async (...request) => {
        const answer = await http.send(...request);
        this.#note(answer.headers);
        return answer;
      },
    };
  }

  /** A cache adds `Age` and leaves the `Date` of the exchange unchanged. */
  #note(headers: Readonly<Record<string, string>>): void {
    const date = Date.parse(headers['date'] ?? '');
    const age = /^\d{1,9}$/.test(headers['age'] ?? '') ? Number(headers['age']) * SECOND_MS : 0;
    this.#cachedMs = Math.max(this.#cachedMs, age);
    if (!Number.isNaN(date)) this.#serverBehindMs = this.#clock.now() - (date + HALF_SECOND_MS + age);
  }
}
