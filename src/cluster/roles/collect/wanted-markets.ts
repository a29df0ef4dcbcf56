import type { Clock } from '../../../core/clocks/clock.ts';
import { MINUTE_MS, type Millis } from '../../../core/time.ts';
import type { CollectRequest, RequestedMarket } from '../../../sources/shared/collect-link.ts';

/** A process that was silent for this long is gone, and its request expires. */
const SILENT_MS: Millis = MINUTE_MS;

interface ReceivedMarkets {
  readonly markets: readonly RequestedMarket[];
  readonly receivedAt: Millis;
}

/** The markets whose trades any process wants. The leader and a standby may want different ones for a moment. */
export class WantedMarkets {
  readonly #clock: Clock;
  readonly #by = new Map<string, ReceivedMarkets>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Adds a request; returns all wanted markets, each once. */
  take({ by, markets }: CollectRequest): readonly RequestedMarket[] {
    const now = this.#clock.monotonic();
    this.#by.set(by, { markets, receivedAt: now });
    for (const [name, { receivedAt }] of this.#by) if (now - receivedAt > SILENT_MS) this.#by.delete(name);
    const byName = new Map<string, RequestedMarket>();
    for (const received of this.#by.values())
      for (const market of received.markets) byName.set(`${market.exchange} ${market.symbol}`, market);
    // Always in the same order: a changed order would restart the subscriptions.
    return [...byName.keys()].toSorted().map((name) => byName.get(name)!);
  }
}
