import type { ListedMarket, TickerReading } from '../ports/exchange-api.ts';

/** Currency in which volumes of markets with different quotes are compared. */
const COMMON = 'BTC';

/**
 * Chooses the next markets of an exchange that has one request per market: in every cycle the most traded ones with up
 * to half of the requests, and then those that have waited longest.
 */
export class MarketRotation {
  readonly #maxInCycle: number;
  readonly #askedAt = new Map<string, number>();
  readonly #readings = new Map<string, TickerReading>();
  #count = 0;

  constructor(maxInCycle: number) {
    this.#maxInCycle = maxInCycle;
  }

  /** In the order of the requests; the caller may stop anywhere. */
  next(markets: readonly ListedMarket[]): readonly ListedMarket[] {
    const active = markets.filter((market) => market.active);
    if (active.length <= this.#maxInCycle) return active.toSorted(this.#byWait);
    const values = new Map(active.map((market) => [market, this.#valueOf(market)]));
    const traded = active.filter((market) => values.get(market)! > 0);
    const first = traded
      .toSorted((a, b) => values.get(b)! - values.get(a)!)
      .slice(0, Math.floor(this.#maxInCycle / 2));
    const others = active.filter((market) => !first.includes(market)).toSorted(this.#byWait);
    return [...first, ...others].slice(0, this.#maxInCycle);
  }

  markRequested(symbol: string): void {
    this.#askedAt.set(symbol, ++this.#count);
  }

  read(reading: TickerReading): void {
    this.#readings.set(reading.symbol, reading);
  }

  readonly #byWait = (a: ListedMarket, b: ListedMarket): number =>
    (this.#askedAt.get(a.symbol) ?? 0) - (this.#askedAt.get(b.symbol) ?? 0);

  /** Traded value of a day; 0 if it is not known. */
  #valueOf({ symbol, quote }: ListedMarket): number {
    const { last, baseVolume, quoteVolume } = this.#readings.get(symbol) ?? {};
    const value = Number(quoteVolume ?? Number(baseVolume) * Number(last));
    const rate = quote === COMMON ? 1 : Number(this.#readings.get(`${COMMON}/${quote}`)?.last);
    return value / rate > 0 ? value / rate : 0;
  }
}
