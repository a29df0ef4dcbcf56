import { overEightHours, readingOf } from '../../ports/contract-numbers.ts';
import { readingsOf, rowsIn, type ContractLayout, type JsonFields } from './contract-layout.ts';
import { listedContract } from './listed-contract.ts';

/** Options are requested by their underlying. */
const OPTIONS_ON = ['BTC', 'ETH', 'SOL'];
/** One unit of the base, or one dollar. ccxt mistakes the minimum order of an inverse contract for its size. */
const VALUE = '1';
const MINUTES_PER_HOUR = 60;

export const bybit: ContractLayout = {
  key: 'bybit',
  options: {
    fetchMarkets: { types: ['linear', 'inverse', 'option'], options: OPTIONS_ON, loadAllOptions: true },
  },

  async list(caller) {
    return (await caller.markets()).flatMap(
      (market) =>
        listedContract(market, {
          value: VALUE,
          fundingHours: Number(market.info['fundingInterval']) / MINUTES_PER_HOUR,
        }) ?? [],
    );
  },

  async tickers(caller, contracts) {
    const kinds: readonly JsonFields[] = [
      { category: 'linear' },
      { category: 'inverse' },
      ...OPTIONS_ON.map((baseCoin) => ({ category: 'option', baseCoin })),
    ];
    const answers = await Promise.all(kinds.map((kind) => caller.call('publicGetV5MarketTickers', kind)));
    const rows = answers.flatMap((answer) => rowsIn(answer, 'result', 'list'));
    return readingsOf(rows, 'symbol', contracts, (row, { symbol, type, fundingHours = 8 }) =>
      readingOf(symbol, {
        last: row['lastPrice'],
        bid: row['bid1Price'],
        ask: row['ask1Price'],
        volume: row['volume24h'],
        openInterest: row['openInterest'],
        indexPrice: row['indexPrice'],
        markPrice: row['markPrice'],
        fundingRate: type === 'perpetuals' ? overEightHours(row['fundingRate'], fundingHours) : undefined,
      }),
    );
  },
};
