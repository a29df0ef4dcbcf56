import type { DerivativeContract, DerivativeTicker, Market, Tidemark } from '@tidemark/sdk';
import type { Venue } from './derivative-exchanges.ts';
import { grouped } from './grouped.ts';
import { settled, type Settled } from './settled.ts';

export type LinearType = 'futures' | 'perpetuals';

/** A contract and its exchange. */
export interface Listed {
  readonly type: LinearType;
  readonly venue: Venue;
  readonly market: Market;
  readonly contract: DerivativeContract;
}

/** All active contracts on one asset. */
export interface Underlying {
  readonly assetId: string;
  readonly symbol: string;
  readonly contracts: readonly Listed[];
}

interface Asked {
  readonly type: LinearType;
  readonly venue: Venue;
}

const TYPES: readonly LinearType[] = ['perpetuals', 'futures'];

/** Futures and perpetuals of all exchanges. */
export async function loadContracts(
  tidemark: Tidemark,
  venues: readonly Venue[],
  markets: readonly Market[],
  signal: AbortSignal,
): Promise<Settled<Listed>> {
  const byId = new Map(markets.map((market) => [market.id, market]));
  const asked = venues.flatMap((venue) => TYPES.map((type): Asked => ({ type, venue })));
  const { values, failed } = await settled(asked, nameOf, async ({ type, venue }) => {
    const query = { derivativeType: type, exchangeId: venue.id } as const;
    const { content } = await tidemark.read('listDerivativeContracts', query, { signal });
    return content.flatMap((contract): Listed[] => {
      const market = byId.get(contract.marketId);
      return market ? [{ type, venue, market, contract }] : [];
    });
  });
  return { values: values.flat(), failed };
}

const nameOf = ({ type, venue }: Asked) => `${type} of ${venue.name}`;

/** By asset, those with most contracts first. */
export function underlyingsOf(listed: readonly Listed[]): Underlying[] {
  const byAsset = grouped(listed, ({ market }) => market.baseAssetId);
  return [...byAsset]
    .map(([assetId, contracts]) => ({ assetId, symbol: contracts[0]!.market.baseSymbol, contracts }))
    .toSorted((a, b) => b.contracts.length - a.contracts.length || (a.symbol < b.symbol ? -1 : 1));
}

/** The newest tickers of contracts, by contract. */
export async function loadTickers(
  tidemark: Tidemark,
  contracts: readonly Listed[],
  signal: AbortSignal,
): Promise<Settled<DerivativeTicker>> {
  const asked = new Map(contracts.map(({ type, venue }) => [`${type} ${venue.id}`, { type, venue }]));
  const { values, failed } = await settled([...asked.values()], nameOf, async ({ type, venue }) => {
    const query = { derivativeType: type, exchangeId: venue.id } as const;
    return (await tidemark.read('listDerivativeTickers', query, { signal })).content;
  });
  return { values: values.flat(), failed };
}
