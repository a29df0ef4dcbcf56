import { toNumber, type DerivativeContract, type DerivativeTicker } from '@tidemark/sdk';
import { numberIn } from '../../format/ticker.ts';
import { impliedVolatility } from './black76.ts';
import type { Moment } from './contract-row.ts';
import { grouped } from './grouped.ts';

/** One option. Numbers that the exchange did not send, or that cannot be computed, are undefined. */
export interface OptionQuote {
  readonly contract: DerivativeContract;
  /** As served. */
  readonly bid: string | undefined;
  readonly ask: string | undefined;
  readonly mark: string | undefined;
  readonly openInterestUsd: number | undefined;
  /** As a fraction, computed here from the mark. */
  readonly volatility: number | undefined;
  readonly isStale: boolean;
}

export interface Strike {
  readonly strike: number;
  readonly call: OptionQuote | undefined;
  readonly put: OptionQuote | undefined;
}

export interface Expiry {
  readonly expiration: number;
  readonly days: number | undefined;
  /** Expected price of the underlying at expiry, by put-call parity; undefined if no pair determines it. */
  readonly forward: number | undefined;
  /** In ascending order. */
  readonly strikes: readonly Strike[];
  /** Volatility at the strike nearest to the forward. */
  readonly atTheMoney: number | undefined;
}

/** The options of one exchange on one market. */
export interface Chain {
  /** Unit of the prices; undefined if no option in the money determines it. */
  readonly pricedIn: 'base' | 'quote' | undefined;
  /** When the newest of its tickers was collected. */
  readonly at: number | undefined;
  readonly expiries: readonly Expiry[];
}

interface Standing {
  readonly contract: DerivativeContract;
  readonly strike: number;
  readonly ticker: DerivativeTicker | undefined;
}

const DAY_MS = 86_400_000;
const YEAR_MS = 365 * DAY_MS;

export function chainOf(
  contracts: readonly DerivativeContract[],
  tickers: readonly DerivativeTicker[],
  moment: Moment,
): Chain {
  const byContract = new Map(tickers.map((ticker) => [ticker.contractId, ticker]));
  const standing = contracts.map((contract): Standing => ({
    contract,
    strike: toNumber(contract.optionStrike!),
    ticker: byContract.get(contract.id),
  }));
  const pricedIn = unitOf(standing);
  const byExpiry = grouped(standing, ({ contract }) => contract.expiration!);
  const expiries = [...byExpiry]
    .map(([expiration, options]) => expiryOf(Date.parse(expiration), options, pricedIn, moment))
    .toSorted((a, b) => a.expiration - b.expiration);
  const times = tickers.map(({ timestamp }) => Date.parse(timestamp));
  return { pricedIn, at: times.length === 0 ? undefined : Math.max(...times), expiries };
}

/**
 * Exchanges quote options in the base or in the quote asset, and records do not say which. An option in the
 * money is worth at least its intrinsic value, which differs widely between the two units: the nearer one is
 * chosen.
 */
function unitOf(options: readonly Standing[]): Chain['pricedIn'] {
  let [base, quote] = [0, 0];
  for (const { contract, strike, ticker } of options) {
    const [index, mark] = [numberIn(ticker?.indexPrice), numberIn(ticker?.markPrice)];
    if (index === undefined || mark === undefined) continue;
    const intrinsic = contract.optionType === 'CALL' ? index - strike : strike - index;
    if (!(intrinsic > index * DEEP) || !(mark > 0)) continue;
    quote += Math.abs(Math.log(mark / intrinsic));
    base += Math.abs(Math.log((mark * index) / intrinsic));
  }
  if (base === 0 && quote === 0) return undefined;
  return base < quote ? 'base' : 'quote';
}

/**
 * An option this far in the money (as a share of the index) is worth little more than its intrinsic value.
 */
const DEEP = 0.05;

function expiryOf(
  expiration: number,
  options: readonly Standing[],
  pricedIn: Chain['pricedIn'],
  moment: Moment,
): Expiry {
  const pairs = pairsOf(options);
  const forward = forwardOf(pairs, pricedIn);
  const quote = (option: Standing | undefined) =>
    option && quoteOf(option, { expiration, forward, pricedIn, moment });
  const strikes = pairs.map(({ strike, call, put }): Strike => ({
    strike,
    call: quote(call),
    put: quote(put),
  }));
  const at = options.find(({ ticker }) => ticker)?.ticker?.timestamp;
  const now = at === undefined ? moment.newest : Date.parse(at);
  return {
    expiration,
    days: now === 0 ? undefined : (expiration - now) / DAY_MS,
    forward,
    strikes,
    atTheMoney: forward === undefined ? undefined : volatilityAt(strikes, forward),
  };
}

interface Pair {
  readonly strike: number;
  readonly call: Standing | undefined;
  readonly put: Standing | undefined;
}

function pairsOf(options: readonly Standing[]): Pair[] {
  return [...grouped(options, ({ strike }) => strike)]
    .map(([strike, both]) => ({
      strike,
      call: both.find(({ contract }) => contract.optionType === 'CALL'),
      put: both.find(({ contract }) => contract.optionType === 'PUT'),
    }))
    .toSorted((a, b) => a.strike - b.strike);
}

/** A call minus a put is the forward minus the strike. Uses the pair nearest to the money. */
function forwardOf(pairs: readonly Pair[], pricedIn: Chain['pricedIn']): number | undefined {
  let best: { readonly apart: number; readonly forward: number } | undefined;
  for (const { strike, call, put } of pairs) {
    const [c, p] = [numberIn(call?.ticker?.markPrice), numberIn(put?.ticker?.markPrice)];
    if (c === undefined || p === undefined || pricedIn === undefined) continue;
    const forward = pricedIn === 'base' ? strike / (1 - (c - p)) : strike + c - p;
    const apart = Math.abs(c - p);
    if (forward > 0 && (!best || apart < best.apart)) best = { apart, forward };
  }
  return best?.forward;
}

interface About {
  readonly expiration: number;
  readonly forward: number | undefined;
  readonly pricedIn: Chain['pricedIn'];
  readonly moment: Moment;
}

function quoteOf({ contract, strike, ticker }: Standing, about: About): OptionQuote {
  const at = ticker && Date.parse(ticker.timestamp);
  return {
    contract,
    bid: ticker?.bid,
    ask: ticker?.ask,
    mark: ticker?.markPrice,
    openInterestUsd: numberIn(ticker?.openInterestUsd),
    volatility: ticker && volatilityOf(contract, strike, ticker, about),
    isStale: at !== undefined && at < about.moment.staleBefore,
  };
}

function volatilityOf(
  { optionType }: DerivativeContract,
  strike: number,
  { markPrice, timestamp }: DerivativeTicker,
  { expiration, forward, pricedIn }: About,
): number | undefined {
  if (markPrice === undefined || forward === undefined) return undefined;
  const unit = pricedIn === 'base' ? forward : 1;
  const years = (expiration - Date.parse(timestamp)) / YEAR_MS;
  const terms = { isCall: optionType === 'CALL', forward, strike, years };
  return impliedVolatility(terms, toNumber(markPrice) * unit, digitOf(markPrice) * unit);
}

/** The weight of the last digit of a decimal. */
function digitOf(text: string): number {
  const point = text.indexOf('.');
  return point === -1 ? 1 : 10 ** (point + 1 - text.length);
}

/** Options out of the money are traded more and give better volatilities. */
export function outOfTheMoney(
  { strike, call, put }: Strike,
  forward: number | undefined,
): OptionQuote | undefined {
  if (forward === undefined) return undefined;
  return strike < forward ? put : call;
}

function volatilityAt(strikes: readonly Strike[], forward: number): number | undefined {
  const quoted = strikes.filter((each) => outOfTheMoney(each, forward)?.volatility !== undefined);
  const [nearest] = quoted.toSorted((a, b) => Math.abs(a.strike - forward) - Math.abs(b.strike - forward));
  return nearest && outOfTheMoney(nearest, forward)?.volatility;
}
