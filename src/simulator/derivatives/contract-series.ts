import type { DerivativeContract, Future, Option, OptionType, Perpetual } from '../../core/contract.ts';
import { contractIdOf } from '../../core/ids/entity-id.ts';
import { DAY_MS, type Millis } from '../../core/time.ts';
import { contractName } from './contract-name.ts';
import type { Expiry } from './expiry-schedule.ts';
import type { DerivativeProduct } from './products.ts';
import { StrikeLadder, type Strike } from './strike-ladder.ts';

/** A call and a put with the same strike and expiry. */
export interface OptionTwins {
  readonly strike: Strike;
  readonly call: Option;
  readonly put: Option;
}

/** Contracts that expire together: one future, or the options of all strikes. */
export interface ExpiringContracts {
  readonly expiry: Expiry;
  readonly future?: Future;
  readonly twins: readonly OptionTwins[];
}

/** How long the exchange still knows expired contracts. Shorter for options, because there are many. */
const PAST_MS = { perpetuals: 0, futures: 365 * DAY_MS, options: 30 * DAY_MS } as const;

/** The contracts of one product, each created once. Which exist depends only on the time. */
export class ContractSeries {
  readonly product: DerivativeProduct;
  readonly perpetual: Perpetual | undefined;
  readonly #spotAt: (at: Millis) => number;
  readonly #byExpiration = new Map<Millis, ContractsOfExpiry>();

  constructor(product: DerivativeProduct, spotAt: (at: Millis) => number) {
    this.product = product;
    this.#spotAt = spotAt;
    if (product.type === 'perpetuals') {
      const exchangeName = contractName(product.name, product);
      this.perpetual = { type: 'perpetuals', ...termsOf(product, exchangeName, Infinity) };
    }
  }

  /** The unexpired contracts at an instant, in the order of expiration. */
  unexpiredAt(at: Millis): ExpiringContracts[] {
    return this.#expiring(at, at);
  }

  /** The contracts added in after < t <= upTo, including recently expired ones. */
  listedBetween(after: Millis, upTo: Millis): DerivativeContract[] {
    if (this.perpetual) return after === -Infinity ? [this.perpetual] : [];
    const past = upTo - PAST_MS[this.product.type];
    for (const expiration of this.#byExpiration.keys())
      if (expiration <= past) this.#byExpiration.delete(expiration);
    const known = this.#expiring(past, upTo).flatMap(({ future, twins }) => [
      ...(future ? [future] : []),
      ...twins.flatMap(({ call, put }) => [call, put]),
    ]);
    return known.filter(({ listing }) => listing > after);
  }

  #expiring(after: Millis, upTo: Millis): ExpiringContracts[] {
    if (this.perpetual) return [];
    return this.product.schedule.between(after, upTo).map((expiry) => {
      let contracts = this.#byExpiration.get(expiry.expiration);
      if (!contracts) {
        contracts = new ContractsOfExpiry(this.product, expiry, this.#spotAt);
        this.#byExpiration.set(expiry.expiration, contracts);
      }
      return contracts.upTo(upTo);
    });
  }
}

/** The contracts of one expiry. */
class ContractsOfExpiry {
  readonly #product: DerivativeProduct;
  readonly #expiry: Expiry;
  readonly #future: Future | undefined;
  readonly #ladder: StrikeLadder | undefined;
  readonly #twins = new Map<string, OptionTwins>();

  constructor(product: DerivativeProduct, expiry: Expiry, spotAt: (at: Millis) => number) {
    this.#product = product;
    this.#expiry = expiry;
    if (product.type === 'options') this.#ladder = new StrikeLadder(expiry, spotAt);
    else {
      const { listing, expiration } = expiry;
      const exchangeName = contractName(product.name, { ...product, expiration });
      this.#future = { type: 'futures', ...termsOf(product, exchangeName, expiration), listing, expiration };
    }
  }

  upTo(at: Millis): ExpiringContracts {
    const strikes = this.#ladder?.upTo(at) ?? [];
    return {
      expiry: this.#expiry,
      ...(this.#future ? { future: this.#future } : {}),
      twins: strikes.map((strike) => this.#twinsOf(strike)),
    };
  }

  #twinsOf(strike: Strike): OptionTwins {
    let twins = this.#twins.get(strike.text);
    if (!twins) {
      twins = { strike, call: this.#option(strike, 'CALL'), put: this.#option(strike, 'PUT') };
      this.#twins.set(strike.text, twins);
    }
    return twins;
  }

  #option({ text: strike, listing }: Strike, optionType: OptionType): Option {
    const { expiration } = this.#expiry;
    const exchangeName = contractName(this.#product.name, {
      symbol: this.#product.symbol,
      expiration,
      strike,
      optionType,
    });
    const terms = termsOf(this.#product, exchangeName, expiration);
    return { type: 'options', ...terms, optionType, optionStrike: strike, listing, expiration };
  }
}

function termsOf(product: DerivativeProduct, exchangeName: string, expiration: Millis) {
  const { exchangeId, marketId, type, settlementCurrency, contractValue, valueCurrency } = product;
  return {
    id: contractIdOf(exchangeId, type, exchangeName, expiration),
    exchangeId,
    marketId,
    exchangeName,
    settlementCurrency,
    contractValue,
    valueCurrency,
  };
}
