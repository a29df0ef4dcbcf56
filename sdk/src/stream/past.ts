import type { Api } from '../api.ts';
import type { Clock } from '../clock.ts';
import type { IndexTicker } from '../contract.ts';
import { mayPass } from '../errors.ts';
import { PAGE, recordsOf } from '../pages.ts';
import { BackOff } from './closing.ts';

const MAX_CONCURRENT = 4;

export type PastSelector = { readonly indexId: string } | { readonly indexType: IndexTicker['indexType'] };

/**
 * Ticks from history for all streams. The number of concurrent requests is limited, however many indices have to catch up.
 */
export class Past {
  readonly #api: Api;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #queued: (() => void)[] = [];
  #free = MAX_CONCURRENT;

  constructor(api: Api, clock: Clock, random: () => number) {
    this.#api = api;
    this.#clock = clock;
    this.#random = random;
  }

  /** From an instant on, oldest first. Continues after a failure, and may then repeat a tick. */
  async *ticks(
    selector: PastSelector,
    fromMs: number,
    signal: AbortSignal,
  ): AsyncGenerator<IndexTicker, void, undefined> {
    const backOff = new BackOff(this.#clock, this.#random);
    let from = new Date(fromMs).toISOString();
    for (;;) {
      let requestedMs: number | undefined;
      const query = { ...selector, from, order: 'asc', size: PAGE } as const;
      try {
        const limited: Pick<Api, 'read'> = {
          read: (...call) => this.#limited(() => this.#api.read(...call)),
        };
        for await (const tick of recordsOf(limited, 'listIndexTickers', query, { signal, fresh: true })) {
          from = tick.timestamp;
          yield tick;
        }
        return;
      } catch (error) {
        if (!mayPass(error)) throw error;
        requestedMs = error.retryAfterMs;
      }
      await this.#clock.wait(backOff.waitMs('later', 0, requestedMs), signal);
    }
  }

  async #limited<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#queued.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#queued.shift();
      if (next) next();
      else this.#free++;
    }
  }
}
