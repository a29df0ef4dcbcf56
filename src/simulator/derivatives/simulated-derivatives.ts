import type { DerivativeContract, DerivativeTick } from '../../core/contract.ts';
import { Lru } from '../../core/lru.ts';
import type { Millis } from '../../core/time.ts';
import type { PriceModel } from '../prices/price-model.ts';
import type { SimulatedWorld } from '../world.ts';
import { ContractSeries } from './contract-series.ts';
import { quotesOf } from './derivative-quotes.ts';
import { derivativeProducts, type DerivativeProduct } from './products.ts';

/** Enough for daily prices of every underlying over a year and a half. Evicted prices are computed again. */
const MAX_KEPT_PRICES = 20_000;

/**
 * The derivatives of a world. Contracts and tickers are pure functions of (world, seed, time), so instants may be queried in
 * any order.
 */
export class SimulatedDerivatives {
  readonly #series: ReadonlyMap<string, readonly ContractSeries[]>;
  readonly #prices: PriceModel;
  readonly #pastUsd = new Lru<string, number>({ maxEntries: MAX_KEPT_PRICES });

  constructor(world: SimulatedWorld, prices: PriceModel, seed: string) {
    this.#prices = prices;
    const byExchange = new Map<string, ContractSeries[]>();
    for (const product of derivativeProducts(world, seed)) {
      const series = new ContractSeries(product, (at) => this.#spotAt(product, at));
      byExchange.set(product.exchangeId, [...(byExchange.get(product.exchangeId) ?? []), series]);
    }
    this.#series = byExchange;
  }

  /** Whether the exchange lists derivatives. */
  lists(exchangeId: string): boolean {
    return this.#series.has(exchangeId);
  }

  /** Contracts that an exchange listed in after < t <= upTo; with -Infinity, also recently expired ones. */
  contractsListed(exchangeId: string, after: Millis, upTo: Millis): DerivativeContract[] {
    return this.#of(exchangeId).flatMap((series) => series.listedBetween(after, upTo));
  }

  /** Tickers of every unexpired contract of the exchange at an instant. */
  ticksOf(exchangeId: string, at: Millis): DerivativeTick[] {
    return this.#of(exchangeId).flatMap((series) => {
      const { base, quote } = series.product;
      const quoteUsd = this.#prices.at(quote, at);
      return quotesOf(series, { at, index: this.#prices.at(base, at) / quoteUsd, quoteUsd });
    });
  }

  #of(exchangeId: string): readonly ContractSeries[] {
    return this.#series.get(exchangeId) ?? [];
  }

  #spotAt({ base, quote }: DerivativeProduct, at: Millis): number {
    return this.#usdAt(base, at) / this.#usdAt(quote, at);
  }

  /** Cached, because strikes are set by spot prices of past hours, which are the same for many contracts. */
  #usdAt(asset: number, at: Millis): number {
    const key = `${asset} ${at}`;
    let usd = this.#pastUsd.get(key);
    if (usd === undefined) {
      usd = this.#prices.at(asset, at);
      this.#pastUsd.set(key, usd);
    }
    return usd;
  }
}
