import type { Logger } from 'pino';
import type { Subscribable, Unsubscribe } from '../../../bus/bus.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import { SLOT_MS, type Millis } from '../../../core/time.ts';
import type { MarketTopics } from '../../../latest/market/market-topics.ts';
import { ThrottledLine } from '../../../app/operate/terminal/throttled-line.ts';

/** A leader stores a tick and publishes its refreshes within a slot. */
const MAX_BEHIND_STORE_MS = 5 * SLOT_MS;
/** Published with each tick; the others are published when they change, and may be old. */
const WITH_EACH_TICK: ReadonlySet<keyof MarketTopics> = new Set([
  'tickers',
  'indices',
  'marketCaps',
  'quality',
  'derivatives',
]);

/**
 * Leaves out refreshes that are older than the last stored tick of the start by several slots. A signed message that the servers of the bus kept
 * may be of any age: without this, they could show a starting node exchange tickers of any time in the past.
 */
export class NotOutdated implements Subscribable<MarketTopics> {
  readonly #bus: Subscribable<MarketTopics>;
  readonly #oldest: Millis;
  readonly #line: ThrottledLine<object>;

  /** `storedUpTo`: the slot of the last stored tick, if there is one. */
  constructor(
    bus: Subscribable<MarketTopics>,
    storedUpTo: Millis | undefined,
    clock: Pick<Clock, 'monotonic'>,
    log: Pick<Logger, 'warn'>,
  ) {
    this.#bus = bus;
    this.#oldest = (storedUpTo ?? -Infinity) - MAX_BEHIND_STORE_MS;
    this.#line = new ThrottledLine(clock, (count, last) =>
      log.warn({ count, ...last }, 'refreshes older than the stored ticks are not shown'),
    );
  }

  subscribe<T extends keyof MarketTopics>(
    topic: T,
    receive: (message: MarketTopics[T]) => void,
  ): Unsubscribe {
    if (!WITH_EACH_TICK.has(topic)) return this.#bus.subscribe(topic, receive);
    return this.#bus.subscribe(topic, (message) => {
      const { at } = message as { readonly at: Millis };
      if (at >= this.#oldest) receive(message);
      else this.#line.log({ topic, behindMs: this.#oldest + MAX_BEHIND_STORE_MS - at });
    });
  }
}
