import type { Tidemark } from '@tidemark/sdk';
import { numberIn } from '../format/ticker.ts';

/** Totals of the market, computed by the service: the page does not add anything up. */
export interface MarketTotal {
  /** In US dollars. */
  readonly marketCap: number;
  readonly volumeUsd: number;
  /** In percent; undefined if Bitcoin is not counted. */
  readonly btcShare: number | undefined;
  /** Assets that are counted. */
  readonly assets: number;
  /** Assets with a market cap that are not counted. */
  readonly excluded: number;
}

interface Answer {
  readonly marketCap: string;
  readonly volumeUsd: string;
  readonly btcShare?: string;
  readonly assets: number;
  readonly excluded: number;
}

/**
 * The operation of `GET /v3/market-cap/total`. An SDK that does not know it throws, as for a service without
 * the route.
 */
const OPERATION = 'getMarketCapTotal';

export async function loadMarketTotal(tidemark: Tidemark, signal: AbortSignal): Promise<MarketTotal> {
  const read = tidemark.read.bind(tidemark) as unknown as (
    operation: string,
    query: object,
    options: { readonly signal: AbortSignal },
  ) => Promise<Answer>;
  const { marketCap, volumeUsd, btcShare, assets, excluded } = await read(OPERATION, {}, { signal });
  return {
    marketCap: Number(marketCap),
    volumeUsd: Number(volumeUsd),
    btcShare: numberIn(btcShare),
    assets,
    excluded,
  };
}
