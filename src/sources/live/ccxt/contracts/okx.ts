import { HOUR_MS } from '../../../../core/time.ts';
import { positiveMillis, overEightHours, price, product, readingOf } from '../../ports/contract-numbers.ts';
import type { ListedContract } from '../../ports/contracts-api.ts';
import {
  readingsOf,
  rowsBy,
  rowsIn,
  type CcxtCaller,
  type CcxtContract,
  type ContractLayout,
  type JsonFields,
} from './contract-layout.ts';
import { listedContract } from './listed-contract.ts';

/** Options are requested by their underlying. */
const OPTIONS_ON = ['BTC-USD', 'ETH-USD'];
/** Index tickers are requested by quote currency. */
const INDEX_QUOTES = ['USDT', 'USD', 'USDC'];

export const okx: ContractLayout = {
  key: 'okx',
  options: { fetchMarkets: { types: ['future', 'swap', 'option'] }, defaultUnderlying: OPTIONS_ON },

  async list(caller) {
    return (await caller.markets()).flatMap((market) => contractOf(market) ?? []);
  },

  async tickers(caller, contracts) {
    const [tickers, interests, marks, funding, indices] = await Promise.all([
      ofAllKinds(caller, 'publicGetMarketTickers'),
      ofAllKinds(caller, 'publicGetPublicOpenInterest'),
      ofAllKinds(caller, 'publicGetPublicMarkPrice'),
      rowsOf(caller, 'publicGetPublicFundingRate', { instId: 'ANY' }),
      Promise.all(
        INDEX_QUOTES.map((quoteCcy) => rowsOf(caller, 'publicGetMarketIndexTickers', { quoteCcy })),
      ),
    ]);
    const interestOf = rowsBy('instId', interests);
    const markOf = rowsBy('instId', marks);
    const fundingOf = rowsBy('instId', funding);
    const indexOf = rowsBy('instId', indices.flat());
    return readingsOf(tickers, 'instId', contracts, (row, contract) => {
      const { instId } = row;
      return readingOf(contract.symbol, {
        last: row['last'],
        bid: row['bidPx'],
        ask: row['askPx'],
        // For derivatives this is a number of contracts, although ccxt treats it as base volume.
        volume: row['vol24h'],
        openInterest: interestOf.get(instId)?.['oi'],
        markPrice: markOf.get(instId)?.['markPx'],
        indexPrice: indexOf.get(`${contract.base}-${contract.quote}`)?.['idxPx'],
        fundingRate: fundingRate(fundingOf.get(instId)),
      });
    });
  },
};

/**
 * The value of a contract is in units of `ctValCcy`, which is neither base nor quote if it settles in a third currency.
 */
function contractOf(market: CcxtContract): ListedContract | undefined {
  const { ctVal, ctMult, ctValCcy } = market.info;
  const { baseId, quoteId } = market;
  const valuedIn = ctValCcy === baseId ? 'base' : ctValCcy === quoteId ? 'quote' : undefined;
  if (!valuedIn) return undefined;
  return listedContract(market, { value: product(price(ctVal), price(ctMult) ?? '1'), valuedIn });
}

async function ofAllKinds(caller: CcxtCaller, endpoint: string): Promise<readonly JsonFields[]> {
  const options = OPTIONS_ON.map((uly) => ({ instType: 'OPTION', uly }));
  const kinds = [{ instType: 'SWAP' }, { instType: 'FUTURES' }, ...options];
  return (await Promise.all(kinds.map((kind) => rowsOf(caller, endpoint, kind)))).flat();
}

async function rowsOf(
  caller: CcxtCaller,
  endpoint: string,
  params: JsonFields,
): Promise<readonly JsonFields[]> {
  return rowsIn(await caller.call(endpoint, params), 'data');
}

/** The rate covers the time from one payment to the next. */
function fundingRate(row: JsonFields | undefined): string | undefined {
  const [from, to] = [positiveMillis(row?.['fundingTime']), positiveMillis(row?.['nextFundingTime'])];
  return from !== undefined && to !== undefined
    ? overEightHours(row?.['fundingRate'], (to - from) / HOUR_MS)
    : undefined;
}
