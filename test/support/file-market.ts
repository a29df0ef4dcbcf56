import { writeFileSync } from 'node:fs';
import { exchangeIdOf, assetIdOf, marketIdOf } from '../../src/core/ids/entity-id.ts';
import type { Asset } from '../../src/core/asset.ts';
import type { ReferenceContent } from '../../src/core/reference-data.ts';
import { SLOT_MS, type Millis } from '../../src/core/time.ts';
import { WELL_KNOWN_ASSETS } from '../../src/core/ids/well-known-ids.ts';
import type { FileLine } from './file-source.ts';

/** Three exchanges with two markets, and a third market that is listed later: enough for MWA and GWA. */
export const EXCHANGES = ['North', 'South', 'West'].map((name) => ({ name, id: exchangeIdOf(name) }));
const COIN = assetIdOf('file-coin');
const TOKEN = assetIdOf('file-token');
export const COIN_USD = marketIdOf(COIN, WELL_KNOWN_ASSETS.USD);
export const TOKEN_USD = marketIdOf(TOKEN, WELL_KNOWN_ASSETS.USD);
/** Listed later. */
export const TOKEN_COIN = marketIdOf(TOKEN, COIN);
export { COIN };

const PRICES = new Map([
  [COIN_USD, 100],
  [TOKEN_USD, 5],
  [TOKEN_COIN, 0.05],
]);

function asset(id: string, symbol: string, type: Asset['type']): Asset {
  const slugName = symbol.toLowerCase();
  return { id, name: symbol, symbol, slugName, status: 'ACTIVE', type, url: 'https://example.com' };
}

function referenceWith(marketIds: readonly string[]): ReferenceContent {
  const markets = [
    { id: COIN_USD, baseAssetId: COIN, quoteAssetId: WELL_KNOWN_ASSETS.USD },
    { id: TOKEN_USD, baseAssetId: TOKEN, quoteAssetId: WELL_KNOWN_ASSETS.USD },
    { id: TOKEN_COIN, baseAssetId: TOKEN, quoteAssetId: COIN },
  ].filter(({ id }) => marketIds.includes(id));
  const listings = marketIds.map((marketId) => ({ marketId, status: 'ACTIVE' as const, qualified: true }));
  return {
    assets: [
      asset(COIN, 'COIN', 'CRYPTO'),
      asset(TOKEN, 'TOKEN', 'CRYPTO'),
      asset(WELL_KNOWN_ASSETS.USD, 'USD', 'FIAT'),
    ],
    markets,
    exchanges: EXCHANGES.map(({ id, name }) => ({
      id,
      name,
      url: 'https://example.com',
      status: 'ACTIVE',
      tier: 'A',
      listings,
      ownSymbols: [],
    })),
    supplies: [{ assetId: COIN, totalSupply: '1000', freeFloatSupply: '900' }],
    lx: [],
    traded: [{ exchangeId: EXCHANGES[0]!.id, marketId: COIN_USD }],
  };
}

function linesOf(slot: Millis, i: number, marketIds: readonly string[]): FileLine[] {
  const receivedAt = slot - 10_000;
  const tickOf = (exchangeId: string, marketId: string) => ({
    exchangeId,
    marketId,
    last: ((PRICES.get(marketId) ?? 0) * (1 + (i % 7) / 1000)).toFixed(6),
    volume: '1000',
    lastMoved: receivedAt,
  });
  const ticks = EXCHANGES.map(({ id }): FileLine => {
    return {
      kind: 'ticks',
      exchangeId: id,
      receivedAt,
      ticks: marketIds.map((market) => tickOf(id, market)),
    };
  });
  const key = { exchangeId: EXCHANGES[0]!.id, marketId: COIN_USD };
  const trade = {
    ...key,
    tradeId: String(i),
    price: '100',
    amount: '1',
    exchangeTimestamp: receivedAt - 200,
  };
  return [...ticks, { kind: 'trades', exchangeId: key.exchangeId, receivedAt, trades: [trade] }];
}

export interface FileMarket {
  /** The first slot with ticks. */
  readonly from: Millis;
  readonly slots: number;
  /** First slot at which the third market is listed. */
  readonly listedFrom: Millis;
  /** Period in which the last exchange does not answer. */
  readonly silence?: { readonly from: Millis; readonly to: Millis };
}

export function writeFileMarket(path: string, { from, slots, listedFrom, silence }: FileMarket): void {
  const few = [COIN_USD, TOKEN_USD];
  const all = [...few, TOKEN_COIN];
  const lines: FileLine[] = [
    { kind: 'reference', from: 0, data: referenceWith(few) },
    { kind: 'reference', from: listedFrom, data: referenceWith(all) },
    ...Array.from({ length: slots }, (_, i) => {
      const slot = from + i * SLOT_MS;
      return linesOf(slot, i, slot >= listedFrom ? all : few);
    }).flat(),
    ...(silence ? [{ kind: 'silence' as const, exchangeId: EXCHANGES[2]!.id, ...silence }] : []),
  ];
  writeFileSync(path, lines.map((line) => JSON.stringify(line)).join('\n'));
}
