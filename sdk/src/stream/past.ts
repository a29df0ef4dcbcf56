import type { Api } from '../api.ts';
import type { Clock } from '../clock.ts';
import type { IndexTicker } from '../contract.ts';
import { mayPass } from '../errors.ts';
import { PAGE, recordsOf } from '../pages.ts';
import { BackOff } from './closing.ts';

const AT_ONCE = 4;

export type PastSelector = { readonly indexId: string } | { readonly indexType: IndexTicker['indexType'] };

/**
 * Ticks from history for all streams, with a few concurrent requests however many indices have to catch up.
 */
export class Past {
  readonly #api: Api;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #waiting: (() => void)[] = [];
  #free = AT_ONCE;

  constructor(api: Api, clock: Clock, random: () => number) {
    this.#api = api;
    this.#clock = clock;
    this.#random = random;
  }

  /** From an instant on, oldest first. Continues after a failure; a tick may be repeated then. */
  async *ticks(
    selector: PastSelector,
    fromMs: number,
    signal: AbortSignal,
  ): AsyncGenerator<IndexTicker, void, undefined> {
    const backOff = new BackOff(this.#clock, this.#random);
    let from = new Date(fromMs).toISOString();
    for (;;) {
      let askedMs: number | undefined;
      const query = { ...selector, from, order: 'asc', size: PAGE } as const;
      try {
        const inTurn: Pick<Api, 'read'> = {
          read: (...call) => this.#inTurn(() => this.#api.read(...call)),
        };
        for await (const tick of recordsOf(inTurn, 'listIndexTickers', query, { signal, fresh: true })) {
          from = tick.timestamp;
          yield tick;
        }
        return;
      } catch (error) {
        if (!mayPass(error)) throw error;
        askedMs = error.retryAfterMs;
      }
      await this.#clock.wait(backOff.waitMs('later', 0, askedMs), signal);
    }
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    }
  }
}
