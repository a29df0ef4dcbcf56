import { overEightHours, readingOf } from '../../ports/contract-numbers.ts';
import { readingsOf, rowsBy, rowsIn, type ContractLayout } from './contract-layout.ts';
import { listedContract } from './listed-contract.ts';

/** Used for contracts that the list of funding intervals does not contain. */
const USUAL_FUNDING_HOURS = 8;

/**
 * Contracts that settle in their quote (`fapi`) or in their base (`dapi`). Open interest is only available for single
 * contracts and is not read.
 */
function binance(key: string, api: 'fapi' | 'dapi'): ContractLayout {
  return {
    key,
    options: {},

    async list(caller) {
      const [markets, intervals] = await Promise.all([
        caller.markets(),
        caller.call(`${api}PublicGetFundingInfo`),
      ]);
      const intervalOf = rowsBy('symbol', rowsIn(intervals));
      return markets.flatMap((market) => {
        const hours = intervalOf.get(market.id)?.['fundingIntervalHours'] ?? USUAL_FUNDING_HOURS;
        return listedContract(market, { fundingHours: Number(hours) }) ?? [];
      });
    },

    async tickers(caller, contracts) {
      const [tickers, books, premiums] = await Promise.all([
        caller.call(`${api}PublicGetTicker24hr`),
        caller.call(`${api}PublicGetTickerBookTicker`),
        caller.call(`${api}PublicGetPremiumIndex`),
      ]);
      const bookOf = rowsBy('symbol', rowsIn(books));
      const premiumOf = rowsBy('symbol', rowsIn(premiums));
      return readingsOf(rowsIn(tickers), 'symbol', contracts, (row, { symbol, type, fundingHours }) => {
        const [book, premium] = [bookOf.get(symbol), premiumOf.get(symbol)];
        return readingOf(symbol, {
          last: row['lastPrice'],
          bid: book?.['bidPrice'],
          ask: book?.['askPrice'],
          // In the base if a contract is one unit of it, in contracts if it is worth some dollars.
          volume: row['volume'],
          indexPrice: premium?.['indexPrice'],
          markPrice: premium?.['markPrice'],
          fundingRate:
            type === 'perpetuals'
              ? overEightHours(premium?.['lastFundingRate'], fundingHours ?? USUAL_FUNDING_HOURS)
              : undefined,
        });
      });
    },
  };
}

export const binanceUsdm = binance('binanceusdm', 'fapi');
export const binanceCoinm = binance('binancecoinm', 'dapi');
