import { contractsIn, readingOf } from '../../ports/contract-numbers.ts';
import type { ListedContract } from '../../ports/contracts-api.ts';
import { PollFailure, type FailureKind } from '../../ports/poll-failure.ts';
import { ccxtFailure } from '../ccxt-failure.ts';
import {
  readingsOf,
  rowsIn,
  type CcxtCaller,
  type ContractLayout,
  type JsonFields,
} from './contract-layout.ts';
import { listedContract } from './listed-contract.ts';

/** Contracts settle in only a handful of currencies, and have as few indices; each takes a request. */
const MAX_REQUESTS = 32;
const TOO_MANY = `its index has no price: only ${MAX_REQUESTS} indices are requested`;
/** Failures with which an exchange refuses an unknown index. */
const OF_ONE_INDEX: ReadonlySet<FailureKind> = new Set(['exchange-error', 'implausible', 'refused']);

export const deribit: ContractLayout = {
  key: 'deribit',
  options: {},

  /** Combinations of contracts are not contracts. */
  async list(caller) {
    return (await caller.markets()).flatMap((market) =>
      String(market.info['kind']).includes('combo') ? [] : (listedContract(market) ?? []),
    );
  },

  async tickers(caller, contracts) {
    const currencies = [...new Set(contracts.map(({ settle }) => settle))];
    // If some were left out, their contracts would silently have no tickers.
    if (currencies.length > MAX_REQUESTS)
      throw new PollFailure(
        'implausible',
        `contracts settle in ${currencies.length} currencies, at most ${MAX_REQUESTS} are supported`,
      );
    const [answers, indices] = await Promise.all([
      Promise.all(
        currencies.map((currency) => caller.call('publicGetGetBookSummaryByCurrency', { currency })),
      ),
      indexPrices(caller, contracts),
    ]);
    const rows = answers.flatMap((answer) => rowsIn(answer, 'result'));
    return readingsOf(rows, 'instrument_name', contracts, (row, contract) =>
      readingOf(contract.symbol, {
        last: row['last'],
        bid: row['bid_price'],
        ask: row['ask_price'],
        volume: contractsIn(tradedIn(row, contract), contract.value),
        // In dollars for inverse contracts, in the base for all others: the unit they are valued in.
        openInterest: contractsIn(row['open_interest'], contract.value),
        markPrice: row['mark_price'],
        indexPrice: indices.get(indexName(contract)),
        fundingRate: row['funding_8h'],
      }),
    );
  },
};

/** `volume` is in the base for every kind of contract. */
function tradedIn(row: JsonFields, { valuedIn }: ListedContract): unknown {
  return valuedIn === 'base' ? row['volume'] : (row['volume_notional'] ?? row['volume_usd']);
}

/**
 * Index prices of contracts quoted in dollars, which are nearly all: one request per base. An unknown index has no
 * price.
 */
async function indexPrices(
  caller: CcxtCaller,
  contracts: readonly ListedContract[],
): Promise<ReadonlyMap<string, unknown>> {
  const onDollars = contracts.filter(({ quote }) => quote === 'USD');
  const names = mostUsed(onDollars.map(indexName));
  for (const name of names.splice(MAX_REQUESTS)) caller.leaveOut(TOO_MANY, name);
  const prices = await Promise.all(names.map((name) => indexPrice(caller, name)));
  return new Map(names.map((name, i) => [name, prices[i]]));
}

/** Unique names, those of most contracts first. */
function mostUsed(names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([name]) => name);
}

async function indexPrice(caller: CcxtCaller, name: string): Promise<unknown> {
  try {
    return priceIn(await caller.call('publicGetGetIndexPrice', { index_name: name }));
  } catch (error) {
    if (OF_ONE_INDEX.has(ccxtFailure(error).kind)) return undefined;
    throw error;
  }
}

function indexName({ base, quote }: ListedContract): string {
  return `${base}_${quote}`.toLowerCase();
}

function priceIn(answer: unknown): unknown {
  return (answer as { readonly result?: JsonFields } | undefined)?.result?.['index_price'];
}
