import type { Asset } from '../../src/core/asset.ts';
import { assetIdOf, exchangeIdOf, marketIdOf } from '../../src/core/ids/entity-id.ts';
import type { Exchange } from '../../src/core/exchange.ts';
import type { Market } from '../../src/core/market.ts';
import type { ReferenceContent } from '../../src/core/reference-data.ts';

export function anAsset(slugName: string, changes: Partial<Asset> = {}): Asset {
  return {
    id: assetIdOf(slugName),
    name: slugName,
    symbol: slugName.slice(0, 3).toUpperCase(),
    slugName,
    status: 'ACTIVE',
    type: 'CRYPTO',
    url: `https://${slugName}.example`,
    ...changes,
  };
}

export function aMarket(base: Asset, quote: Asset, changes: Partial<Market> = {}): Market {
  return { id: marketIdOf(base.id, quote.id), baseAssetId: base.id, quoteAssetId: quote.id, ...changes };
}

export function anExchange(name: string, changes: Partial<Exchange> = {}): Exchange {
  return {
    id: exchangeIdOf(name),
    name,
    url: `https://${name.toLowerCase()}.example`,
    status: 'ACTIVE',
    tier: 'A',
    listings: [],
    ownSymbols: [],
    ...changes,
  };
}

export const DOLLAR = anAsset('dollar', { type: 'FIAT', symbol: 'USD' });
export const COIN = anAsset('coin');
export const TOKEN = anAsset('token', { contractAddress: '0xabc' });
export const COIN_DOLLAR = aMarket(COIN, DOLLAR);
export const TOKEN_COIN = aMarket(TOKEN, COIN);

/** Small, complete and consistent. */
export const SOUND: ReferenceContent = {
  assets: [DOLLAR, COIN, TOKEN],
  markets: [COIN_DOLLAR, TOKEN_COIN],
  exchanges: [
    anExchange('Alpha', {
      listings: [
        { marketId: COIN_DOLLAR.id, status: 'ACTIVE', qualified: true },
        { marketId: TOKEN_COIN.id, status: 'INACTIVE', qualified: false },
      ],
      ownSymbols: [{ assetId: COIN.id, symbol: 'XCN' }],
    }),
    anExchange('Beta', { status: 'MAINTENANCE', tier: 'B' }),
  ],
  supplies: [{ assetId: COIN.id, totalSupply: '21000000', freeFloatSupply: '19500000.5' }],
  lx: [],
  traded: [],
};
