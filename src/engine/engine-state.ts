import { NO_LX_MEMORY, type LxMemory } from './lx/lx.ts';
import { NO_MEMORY, type MarketMemory } from './market/market-outcome.ts';
import type { AssetMemory } from './gwa/asset-case.ts';
import type { EngineReference } from './engine-reference.ts';

export interface MarketMemories {
  readonly price: Float64Array;
  readonly volume: Float64Array;
  readonly realAt: Float64Array;
  readonly exchanges: Uint16Array;
  readonly holdTicks: Uint8Array;
  readonly holdMoves: Uint8Array;
  readonly holdFrom: Float64Array;
  readonly anchor: Float64Array;
  readonly trust: Float64Array;
  /** 1 if the market is weak. */
  readonly weak: Uint8Array;
}

export interface AssetMemories {
  readonly price: Float64Array;
  readonly volume: Float64Array;
  readonly realAt: Float64Array;
  readonly holdTicks: Uint8Array;
  /** The flags of the last real value. */
  readonly flags: Uint16Array;
}

/**
 * Everything that a tick takes from earlier ticks, in the order of its `EngineReference`. Plain data: together with the tick's
 * input it is sufficient to recompute that tick alone. A tick never changes its input state.
 */
export interface EngineState {
  readonly markets: MarketMemories;
  readonly assets: AssetMemories;
  /** One per index of the reference. */
  readonly lx: readonly LxMemory[];
  /** The last slot with a trade, for each constituent of each index in turn; 0 if there is none. */
  readonly tradedAt: Float64Array;
}

export function emptyState({
  marketIds,
  assetIds,
  lx,
}: Pick<EngineReference, 'marketIds' | 'assetIds' | 'lx'>): EngineState {
  const markets = marketIds.length;
  const assets = assetIds.length;
  return {
    markets: {
      price: new Float64Array(markets),
      volume: new Float64Array(markets),
      realAt: new Float64Array(markets),
      exchanges: new Uint16Array(markets),
      holdTicks: new Uint8Array(markets),
      holdMoves: new Uint8Array(markets),
      holdFrom: new Float64Array(markets),
      anchor: new Float64Array(markets),
      trust: new Float64Array(markets),
      weak: new Uint8Array(markets),
    },
    assets: {
      price: new Float64Array(assets),
      volume: new Float64Array(assets),
      realAt: new Float64Array(assets),
      holdTicks: new Uint8Array(assets),
      flags: new Uint16Array(assets),
    },
    lx: lx.map(() => NO_LX_MEMORY),
    tradedAt: new Float64Array(lx.reduce((count, { constituents }) => count + constituents.length, 0)),
  };
}

export function marketMemory({ markets }: EngineState, m: number): MarketMemory {
  return {
    price: markets.price[m]!,
    volume: markets.volume[m]!,
    realAt: markets.realAt[m]!,
    exchanges: markets.exchanges[m]!,
    hold: { ticks: markets.holdTicks[m]!, moves: markets.holdMoves[m]!, from: markets.holdFrom[m]! },
    anchor: markets.anchor[m]!,
    trust: markets.trust[m]!,
    weak: markets.weak[m] === 1,
  };
}

export function rememberMarket({ markets }: EngineState, m: number, memory: MarketMemory): void {
  markets.price[m] = memory.price;
  markets.volume[m] = memory.volume;
  markets.realAt[m] = memory.realAt;
  markets.exchanges[m] = memory.exchanges;
  markets.holdTicks[m] = memory.hold.ticks;
  markets.holdMoves[m] = memory.hold.moves;
  markets.holdFrom[m] = memory.hold.from;
  markets.anchor[m] = memory.anchor;
  markets.trust[m] = memory.trust;
  markets.weak[m] = memory.weak ? 1 : 0;
}

export function assetMemory({ assets }: EngineState, asset: number): AssetMemory {
  return {
    price: assets.price[asset]!,
    realAt: assets.realAt[asset]!,
    holdTicks: assets.holdTicks[asset]!,
    flags: assets.flags[asset]!,
  };
}

/** The state under another version of the reference data: removed entities are dropped, new ones start empty. */
export function carryState(state: EngineState, from: EngineReference, to: EngineReference): EngineState {
  const next = emptyState(to);
  to.marketIds.forEach((id, m) => {
    const old = from.marketIndex(id);
    rememberMarket(next, m, old === undefined ? NO_MEMORY : marketMemory(state, old));
  });
  to.assetIds.forEach((id, asset) => {
    const old = from.assetIndex(id);
    if (old === undefined) return;
    for (const column of ['price', 'volume', 'realAt', 'holdTicks', 'flags'] as const) {
      next.assets[column][asset] = state.assets[column][old]!;
    }
  });
  const tradedAt = tradedAtByListing(state, from);
  let constituent = 0;
  for (const { constituents } of to.lx) {
    for (const listing of constituents) {
      next.tradedAt[constituent++] = tradedAt.get(listingName(to, listing)) ?? 0;
    }
  }
  const lx = to.lx.map(({ name }) => state.lx[from.lx.findIndex((old) => old.name === name)] ?? NO_LX_MEMORY);
  return { ...next, lx };
}

function tradedAtByListing({ tradedAt }: EngineState, reference: EngineReference): Map<string, number> {
  const listings = reference.lx.flatMap(({ constituents }) => constituents);
  return new Map(listings.map((listing, i) => [listingName(reference, listing), tradedAt[i]!]));
}

function listingName(reference: EngineReference, listing: number): string {
  const { exchanges, listingExchange, listingMarket, marketIds } = reference;
  return `${exchanges[listingExchange[listing]!]!.id} ${marketIds[listingMarket[listing]!]}`;
}
