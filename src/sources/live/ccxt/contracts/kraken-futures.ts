import { contractsIn, overEightHours, product, quotient, readingOf } from '../../ports/contract-numbers.ts';
import type { ListedContract } from '../../ports/contracts-api.ts';
import { readingsOf, rowsIn, type ContractLayout, type JsonFields } from './contract-layout.ts';
import { listedContract } from './listed-contract.ts';

/** All other types settle in a third currency, or are indices. */
const TYPES: ReadonlySet<unknown> = new Set(['futures_inverse', 'flexible_futures']);
/** ccxt assumes that every contract is quoted in USD. */
const ON_DOLLARS = /^[A-Z]+_[A-Z0-9]+USD(?:_|$)/i;

export const krakenFutures: ContractLayout = {
  key: 'krakenfutures',
  options: {},

  async list(caller) {
    return (await caller.markets()).flatMap((market) =>
      TYPES.has(market.info['type']) && ON_DOLLARS.test(String(market.id))
        ? (listedContract(market) ?? [])
        : [],
    );
  },

  async tickers(caller, contracts) {
    const rows = rowsIn(await caller.call('publicGetTickers'), 'tickers');
    return readingsOf(rows, 'symbol', contracts, (row, contract) =>
      readingOf(contract.symbol, {
        last: row['last'],
        bid: row['bid'],
        ask: row['ask'],
        volume: contractsIn(row['vol24h'], contract.value),
        openInterest: contractsIn(row['openInterest'], contract.value),
        indexPrice: row['indexPrice'],
        markPrice: row['markPrice'],
        fundingRate: overEightHours(relativeRate(row, contract), 1),
      }),
    );
  },
};

/**
 * `fundingRate` is what one contract pays per hour, in dollars or, if it is inverse, in the base. This converts it to a
 * fraction of the contract's value. An inverse contract is worth one dollar, so its rate is multiplied by the price,
 * while ccxt divides for both kinds. The exchange's own history, which contains both rates, confirms it: on 2018-08-31
 * the inverse contract on ether had 2.18900669884E-7 and, relative, 0.00006077996, which is 277.66 times as much; the
 * price of ether was about 280 dollars.
 */
function relativeRate(row: JsonFields, { type, valuedIn }: ListedContract): string | undefined {
  if (type !== 'perpetuals') return undefined;
  const [rate, mark] = [String(row['fundingRate']), String(row['markPrice'])];
  return valuedIn === 'base' ? quotient(rate, mark) : product(rate, mark);
}
