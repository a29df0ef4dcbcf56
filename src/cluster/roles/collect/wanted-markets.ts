import type { Clock } from '../../../core/clocks/clock.ts';
import { MINUTE_MS, type Millis } from '../../../core/time.ts';
import type { Wanted, WantedMarket } from '../../../sources/shared/collect-link.ts';

/** A process that has said nothing for so long is gone, and wants nothing any more. */
const SILENT_MS: Millis = MINUTE_MS;

interface Heard {
  readonly markets: readonly WantedMarket[];
  readonly heardAt: Millis;
}

/** The markets that any process wants the trades of: one that leads and one that stands by may want others for a moment. */
export class WantedMarkets {
  readonly #clock: Clock;
  readonly #by = new Map<string, Heard>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** All that are wanted from now on, each once. */
  take({ by, markets }: Wanted): readonly WantedMarket[] {
    const now = this.#clock.monotonic();
    this.#by.set(by, { markets, heardAt: now });
    for (const [name, { heardAt }] of this.#by) if (now - heardAt > SILENT_MS) this.#by.delete(name);
    const byName = new Map<string, WantedMarket>();
    for (const heard of this.#by.values())
      for (const market of heard.markets) byName.set(`${market.exchange} ${market.symbol}`, market);
    // Always in the same order: markets in another one would be followed anew.
    return [...byName.keys()].toSorted().map((name) => byName.get(name)!);
  }
}
