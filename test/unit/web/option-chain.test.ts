import type { DerivativeContract, DerivativeTicker } from '@tidemark/sdk';
import { describe, expect, test } from 'vitest';
import { normalCdf, optionValue } from '../../../web/src/views/derivatives/black76.ts';
import { chainOf, type OptionQuote } from '../../../web/src/views/derivatives/option-chain.ts';

const NOW = Date.parse('2026-11-16T12:00:00.000Z');
const EXPIRATION = '2026-12-25T08:00:00.000Z';
const YEARS = (Date.parse(EXPIRATION) - NOW) / (365 * 86_400_000);
const [INDEX, FORWARD] = [90_000, 90_600];
const MOMENT = { newest: NOW, staleBefore: NOW - 75_000 };

/** More volatility away from the money. */
const volatilityAt = (strike: number) => 0.4 + 0.3 * Math.abs(Math.log(strike / FORWARD));

interface Made {
  readonly contract: DerivativeContract;
  readonly ticker: DerivativeTicker;
}

function optionOf(strike: number, optionType: 'CALL' | 'PUT', unit: number, decimals: number): Made {
  const id = `${strike}-${optionType}`;
  const terms = { isCall: optionType === 'CALL', forward: FORWARD, strike, years: YEARS };
  const markPrice = (optionValue(terms, volatilityAt(strike)) / unit).toFixed(decimals);
  const common = { exchangeId: 'e', marketId: 'm' };
  const contract = {
    id,
    ...common,
    exchangeName: id,
    settlementCurrency: 'BTC',
    contractValue: '1',
    valueCurrency: 'BTC',
    optionType,
    optionStrike: String(strike),
    listing: '2026-06-26T08:00:00.000Z',
    expiration: EXPIRATION,
  };
  const ticker = {
    id,
    contractId: id,
    ...common,
    timestamp: new Date(NOW).toISOString(),
    price: markPrice,
    volume: '1',
    volumeUsd: '1',
    indexPrice: String(INDEX),
    markPrice,
  };
  return { contract, ticker };
}

const STRIKES = [70_000, 80_000, 90_000, 100_000, 120_000];

function madeChain(unit: number, decimals: number) {
  return STRIKES.flatMap((strike) => [
    optionOf(strike, 'CALL', unit, decimals),
    optionOf(strike, 'PUT', unit, decimals),
  ]);
}

function chainFrom(made: readonly Made[], change: (ticker: DerivativeTicker) => DerivativeTicker = (t) => t) {
  const tickers = made.map(({ ticker }) => change(ticker));
  return chainOf(
    made.map(({ contract }) => contract),
    tickers,
    MOMENT,
  );
}

test('the normal distribution has its known values, in the tail too', () => {
  expect(normalCdf(0)).toBe(0.5);
  expect(normalCdf(1.959963984540054)).toBeCloseTo(0.975, 12);
  expect(normalCdf(-6) / 9.865876450376981e-10).toBeCloseTo(1, 9);
  expect(normalCdf(-2.5 - 1e-9)).toBeCloseTo(normalCdf(-2.5 + 1e-9), 9);
});

describe.each([
  ['base', FORWARD, 8],
  ['quote', 1, 4],
] as const)('options that are priced in the %s asset', (pricedIn, unit, decimals) => {
  const chain = chainFrom(madeChain(unit, decimals));
  const [expiry] = chain.expiries;

  test('are known as such, and tell the forward', () => {
    expect(chain.pricedIn).toBe(pricedIn);
    expect(chain.expiries).toHaveLength(1);
    expect(expiry!.forward! / FORWARD).toBeCloseTo(1, 5);
  });

  test('have the volatility that their marks were made with', () => {
    const volatilities = expiry!.strikes.flatMap(({ strike, call, put }) =>
      [call, put].map((quote) => [strike, quote!.volatility] as const),
    );
    expect(volatilities).toHaveLength(2 * STRIKES.length);
    for (const [strike, volatility] of volatilities) expect(volatility).toBeCloseTo(volatilityAt(strike), 3);
  });
});

test('what is not served is not made up', () => {
  const without = (ticker: DerivativeTicker) => {
    const { markPrice: _, indexPrice: __, ...rest } = ticker;
    return rest;
  };
  const chain = chainFrom(madeChain(1, 4), without);
  expect(chain.pricedIn).toBeUndefined();
  const [{ forward, strikes, atTheMoney }] = chain.expiries as [(typeof chain.expiries)[number]];
  expect([forward, atTheMoney]).toEqual([undefined, undefined]);
  const quotes = strikes.flatMap(({ call, put }) => [call, put]) as OptionQuote[];
  expect(quotes.map(({ volatility, bid, mark }) => volatility ?? bid ?? mark)).toEqual(
    Array.from({ length: 2 * STRIKES.length }, () => undefined),
  );
});

test('a mark that is too coarse tells no volatility', () => {
  const chain = chainFrom(madeChain(FORWARD, 2));
  const far = chain.expiries[0]!.strikes.find(({ strike }) => strike === 120_000);
  expect(far!.call!.mark).toBe('0.00');
  expect(far!.call!.volatility).toBeUndefined();
});

test('a ticker that was left behind is stale', () => {
  const old = new Date(NOW - 90_000).toISOString();
  const chain = chainFrom(madeChain(1, 4), (ticker) =>
    ticker.contractId === '90000-CALL' ? { ...ticker, timestamp: old } : ticker,
  );
  const { call, put } = chain.expiries[0]!.strikes.find(({ strike }) => strike === 90_000)!;
  expect([call!.isStale, put!.isStale]).toEqual([true, false]);
});
