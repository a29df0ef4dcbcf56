import { toNumber, type DerivativeTicker } from '@tidemark/sdk';
import { numberIn } from '../../format/ticker.ts';
import type { Listed } from './contract-book.ts';

/** The reference price of the underlying market. */
export interface Spot {
  readonly price: number;
  /** Whether the price was not newly computed, or is older than the others. */
  readonly isPale: boolean;
}

/** The fair price of a contract, and its source. */
export interface Fair {
  readonly price: number;
  readonly from: 'mark' | 'middle of bid and ask' | 'last trade';
}

/**
 * A contract with its newest ticker. Numbers that the exchange did not send, or that cannot be computed, are
 * undefined.
 */
export interface ContractRow extends Listed {
  readonly at: number | undefined;
  readonly expiration: number | undefined;
  readonly days: number | undefined;
  readonly last: number | undefined;
  readonly fair: Fair | undefined;
  readonly spot: Spot | undefined;
  /** Premium of the fair price over the spot reference, as a fraction. */
  readonly basis: number | undefined;
  /** Per year: the basis of a future until it expires, or the funding of a perpetual. */
  readonly annual: number | undefined;
  /** For perpetuals, over 8 hours. */
  readonly funding: number | undefined;
  readonly openInterestUsd: number | undefined;
  readonly volumeUsd: number | undefined;
  readonly isStale: boolean;
}

/** The newest tick, and the age limit of tickers at that time. 0 before the first tick. */
export interface Moment {
  readonly newest: number;
  readonly staleBefore: number;
}

const DAY_MS = 86_400_000;
const YEAR_DAYS = 365;
const FUNDINGS_PER_DAY = 3;
/** On the last day, a single price step would give an annual basis of hundreds of percent. */
const MIN_DAYS = 1;

export function fairOf({ markPrice, bid, ask, price }: DerivativeTicker): Fair {
  if (markPrice !== undefined) return { price: toNumber(markPrice), from: 'mark' };
  if (bid !== undefined && ask !== undefined)
    return { price: (toNumber(bid) + toNumber(ask)) / 2, from: 'middle of bid and ask' };
  return { price: toNumber(price), from: 'last trade' };
}

export function contractRow(
  listed: Listed,
  ticker: DerivativeTicker | undefined,
  spot: Spot | undefined,
  { newest, staleBefore }: Moment,
): ContractRow {
  const at = ticker && Date.parse(ticker.timestamp);
  const { expiration: expires } = listed.contract;
  const expiration = expires === undefined ? undefined : Date.parse(expires);
  const days =
    expiration === undefined || (at ?? newest) === 0 ? undefined : (expiration - (at ?? newest)) / DAY_MS;
  const fair = ticker && fairOf(ticker);
  const basis = fair && spot ? fair.price / spot.price - 1 : undefined;
  const funding = numberIn(ticker?.fundingRate);
  return {
    ...listed,
    at,
    expiration,
    days,
    last: numberIn(ticker?.price),
    fair,
    spot,
    basis,
    annual:
      listed.type === 'perpetuals'
        ? funding === undefined
          ? undefined
          : funding * FUNDINGS_PER_DAY * YEAR_DAYS
        : annualised(basis, days),
    funding,
    openInterestUsd: numberIn(ticker?.openInterestUsd),
    volumeUsd: numberIn(ticker?.volumeUsd),
    isStale: at !== undefined && at < staleBefore,
  };
}

export function annualised(basis: number | undefined, days: number | undefined): number | undefined {
  if (basis === undefined || days === undefined || days < MIN_DAYS) return undefined;
  return (basis * YEAR_DAYS) / days;
}

/** Sum of the defined values; undefined if there are none. */
export function sumOf(values: readonly (number | undefined)[]): number | undefined {
  const defined = values.filter((value) => value !== undefined);
  return defined.length === 0 ? undefined : defined.reduce((sum, value) => sum + value, 0);
}
