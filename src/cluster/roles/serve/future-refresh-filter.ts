import type { Logger } from 'pino';
import type { Subscribable, Unsubscribe } from '../../../bus/bus.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import { MINUTE_MS } from '../../../core/time.ts';
import type { MarketTopics } from '../../../latest/market/market-topics.ts';
import { ThrottledLine } from '../../../app/operate/terminal/throttled-line.ts';

/** Clocks of two machines may differ by seconds. */
const MAX_AHEAD_MS = MINUTE_MS;

/** Drops refreshes of slots far in the future, from a wrong clock: showing one would block all older refreshes. */
export class FutureRefreshFilter implements Subscribable<MarketTopics> {
  readonly #bus: Subscribable<MarketTopics>;
  readonly #clock: Clock;
  readonly #line: ThrottledLine<object>;

  constructor(bus: Subscribable<MarketTopics>, clock: Clock, log: Logger) {
    this.#bus = bus;
    this.#clock = clock;
    this.#line = new ThrottledLine(clock, (count, last) =>
      log.error(
        { count, ...last },
        'refreshes dated in the future are not shown: check the clocks of the compute nodes',
      ),
    );
  }

  subscribe<T extends keyof MarketTopics>(
    topic: T,
    receive: (message: MarketTopics[T]) => void,
  ): Unsubscribe {
    return this.#bus.subscribe(topic, (message) => {
      const aheadMs = slotOf(message) - this.#clock.now();
      if (aheadMs <= MAX_AHEAD_MS) receive(message);
      else this.#line.log({ topic, aheadMs });
    });
  }
}

/** -Infinity if the message has no slot. */
function slotOf(message: MarketTopics[keyof MarketTopics]): number {
  const { at, slot } = message as { readonly at?: unknown; readonly slot?: unknown };
  return [at, slot].reduce<number>((last, each) => (typeof each === 'number' ? each : last), -Infinity);
}
