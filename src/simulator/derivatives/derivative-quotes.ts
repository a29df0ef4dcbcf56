import type { DerivativeTick } from '../../core/contract.ts';
import { formatNumber } from '../../core/numbers/decimal.ts';
import { DAY_MS, type Millis } from '../../core/time.ts';
import { hashPair } from '../hash.ts';
import { powerOfTen } from '../prices/scaled-number.ts';
import { slotIndexOf } from '../runs/slot-index.ts';
import { black76 } from './black76.ts';
import { forwardAt, premiumAt, YEAR_MS } from './carry.ts';
import type { ContractSeries, ExpiringContracts, OptionTwins } from './contract-series.ts';
import type { Tenor } from './expiry-schedule.ts';
import { stepSize } from './price-step.ts';
import type { DerivativeProduct } from './products.ts';
import { quotedPrice, rounded } from './quoted-price.ts';
import { smileAt } from './smile.ts';
import { turnoverAt } from './turnover.ts';
import { waveAt } from './wave.ts';

/** The state of the underlying when the exchange is read. */
export interface Underlying {
  readonly at: Millis;
  /** Price of the base in the quote. */
  readonly index: number;
  readonly quoteUsd: number;
}

const FUNDING_DECIMALS = 6;
/** Indices are finer than what can be traded. */
const INDEX_DECIMALS = 2;
/** For options that are priced in the base, whose price step does not apply to the index. */
const COIN_INDEX_DECIMALS = 2;
const HALF_SPREAD = 0.00008;
/** As a fraction of an option's premium, and a minimum as a fraction of the forward. */
const OPTION_HALF_SPREAD = 0.015;
const MIN_OPTION_HALF_SPREAD = 0.00002;
const VOLATILITY_SWING = 0.2;
const VOLATILITY_SPAN_MS = 5 * DAY_MS;
/** Shares of a product's volume: of one expiry, and of one strike of it. */
const TENOR_SHARES: Readonly<Record<Tenor, number>> = { week: 0.12, month: 0.2, quarter: 0.35 };
const STRIKE_SHARE = 0.06;
/** Strikes at this distance from the forward have half the volume of those at it. */
const USUAL_DISTANCE = 0.12;
const OPEN_SHARES = { perpetuals: 0.35, futures: 2, options: 9 } as const;

/** Tickers of all unexpired contracts of a product: a pure function of product and underlying. */
export function quotesOf(series: ContractSeries, underlying: Underlying): DerivativeTick[] {
  if (series.perpetual) return [perpetualTick(series.product, series.perpetual.id, underlying)];
  return series.unexpiredAt(underlying.at).flatMap((expiring) => {
    const forward = forwardAt(series.product, underlying.index, underlying.at, expiring.expiry.expiration);
    return expiring.future
      ? [futureTick(series.product, expiring, forward, underlying)]
      : expiring.twins.flatMap((twins) => twinTicks(series.product, expiring, twins, forward, underlying));
  });
}

function perpetualTick(
  product: DerivativeProduct,
  contractId: string,
  underlying: Underlying,
): DerivativeTick {
  const { at, index } = underlying;
  const fair = index * (1 + premiumAt(product, at));
  const quoted = quotedPrice(fair, fair * HALF_SPREAD, product.step, momentOf(product.key, at));
  const indexPrice = indexText(product, index);
  // From the published numbers, so that its sign matches the premium that clients see.
  const funding = Number(quoted.markPrice) / Number(indexPrice) - 1;
  const scale = powerOfTen(FUNDING_DECIMALS);
  return {
    contractId,
    ...quoted,
    ...turnoverAt(
      {
        usdPerDay: product.usdPerDay,
        openShare: OPEN_SHARES.perpetuals,
        usdPerContract: usdPerContract(product, Number(quoted.price), underlying),
        listing: -Infinity,
        key: product.key,
      },
      at,
    ),
    indexPrice,
    fundingRate: formatNumber(Math.round(funding * scale) / scale),
  };
}

function futureTick(
  product: DerivativeProduct,
  { expiry, future }: ExpiringContracts,
  forward: number,
  underlying: Underlying,
): DerivativeTick {
  const { at, index } = underlying;
  const key = hashPair(product.key, slotIndexOf(expiry.expiration));
  const quoted = quotedPrice(forward, forward * HALF_SPREAD, product.step, momentOf(key, at));
  return {
    contractId: future?.id ?? '',
    ...quoted,
    ...turnoverAt(
      {
        usdPerDay: product.usdPerDay * TENOR_SHARES[expiry.tenor],
        openShare: OPEN_SHARES.futures,
        usdPerContract: usdPerContract(product, Number(quoted.price), underlying),
        listing: expiry.listing,
        key,
      },
      at,
    ),
    indexPrice: indexText(product, index),
  };
}

/** The call and the put of one strike. Their mark prices satisfy put-call parity, and so do their bid and ask. */
function twinTicks(
  product: DerivativeProduct,
  { expiry }: ExpiringContracts,
  { strike, call, put }: OptionTwins,
  forward: number,
  underlying: Underlying,
): DerivativeTick[] {
  const { at, index } = underlying;
  const years = (expiry.expiration - at) / YEAR_MS;
  const volatility = smileAt(atTheMoney(product, at, years), forward, strike.price, years);
  const premiums = black76(forward, strike.price, volatility, years);
  const unit = product.pricedIn === 'base' ? forward : 1;
  const usd = usdPerContract(product, index, underlying);
  const key = hashPair(hashPair(product.key, slotIndexOf(expiry.expiration)), Math.round(strike.price * 1e6));
  const distance = (strike.price / forward - 1) / USUAL_DISTANCE;
  const nearness = 1 / (1 + distance * distance);
  return (
    [
      [call.id, premiums.call, 1],
      [put.id, premiums.put, 2],
    ] as const
  ).map(([contractId, premium, side]) => {
    const fair = premium / unit;
    const halfSpread =
      OPTION_HALF_SPREAD * fair + (MIN_OPTION_HALF_SPREAD * forward) / unit + stepSize(product.step) / 2;
    const own = hashPair(key, side);
    return {
      contractId,
      ...quotedPrice(fair, halfSpread, product.step, momentOf(own, at)),
      ...turnoverAt(
        {
          usdPerDay: product.usdPerDay * TENOR_SHARES[expiry.tenor] * STRIKE_SHARE * nearness,
          openShare: OPEN_SHARES.options,
          usdPerContract: usd,
          listing: strike.listing,
          key: own,
        },
        at,
      ),
      indexPrice: indexText(product, index),
    };
  });
}

/** Volatility clusters; it moves less for distant expiries. */
function atTheMoney({ volatility, assetKey }: DerivativeProduct, at: Millis, years: number): number {
  const mood = waveAt(hashPair(assetKey, 3), at, VOLATILITY_SPAN_MS);
  return volatility * (1 + (VOLATILITY_SWING * mood) / (1 + 4 * years));
}

/** USD value of one contract, at a price of its base in its quote. */
function usdPerContract(
  { contractValue, valuedIn }: DerivativeProduct,
  price: number,
  { quoteUsd }: Underlying,
): number {
  return Number(contractValue) * (valuedIn === 'base' ? price : 1) * quoteUsd;
}

function momentOf(key: number, at: Millis): number {
  return hashPair(key, slotIndexOf(at));
}

function indexText({ pricedIn, step }: DerivativeProduct, index: number): string {
  const decimals = pricedIn === 'base' ? COIN_INDEX_DECIMALS : step.decimals + INDEX_DECIMALS;
  return rounded(index, decimals);
}
