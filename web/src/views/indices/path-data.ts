import { NameError, toNumber, type IndexReceipt, type Tidemark } from '@tidemark/sdk';
import { numberIn } from '../../format/ticker.ts';
import { findAsset } from '../asset/find-named.ts';
import type { AskReceipt } from '../../data/receipt-queue.ts';

type ReceiptMarket = NonNullable<IndexReceipt['markets']>[number];

/** One market of the asset in the solution for all prices. */
export interface PathMarket {
  readonly id: string;
  readonly name: string;
  readonly other: string;
  readonly otherId: string;
  readonly rate: number;
  /** The price of the asset in US dollars implied by this market alone. */
  readonly impliedUsd: number | undefined;
  readonly weight: number;
  /** Share of the weights of all markets of the asset, 0 to 1. */
  readonly share: number;
  /** Expected deviation, in basis points. */
  readonly expectedBps: number | undefined;
  /** Implied price compared with the solution, in basis points. */
  readonly offBps: number | undefined;
  readonly exchanges: number;
  readonly takesPart: boolean;
  readonly flags: ReceiptMarket['flags'];
}

/** An asset traded against the requested one, with the markets between the two. */
export interface Neighbour {
  readonly id: string;
  readonly symbol: string;
  readonly markets: readonly PathMarket[];
  readonly weight: number;
  readonly share: number;
  readonly isUsd: boolean;
}

export interface AssetPath {
  readonly assetId: string;
  readonly symbol: string;
  readonly price: number;
  readonly at: number;
  readonly markets: readonly PathMarket[];
  /** The heaviest first. */
  readonly neighbours: readonly Neighbour[];
}

/**
 * How a neighbour is connected to US dollars. `weight` is that of its own USD markets; 0 if none takes part.
 */
export interface Onward {
  readonly neighbourId: string;
  readonly weight: number;
  /** Number of all its markets that take part. */
  readonly marketCount: number;
}

const USD = 'USD';

/** The receipt of an asset's newest value, grouped by neighbour. */
export async function pathOf(
  tidemark: Tidemark,
  ask: AskReceipt,
  name: string,
  signal: AbortSignal,
): Promise<AssetPath> {
  const asset = await findAsset(tidemark, name, signal);
  const { content } = await tidemark.read('listIndexTickers', { indexId: asset.id }, { signal });
  if (!content[0]) throw new NameError(name, []);
  const receipt = await ask(content[0].id, signal);
  const markets = (receipt.markets ?? []).map(marketOf).sort((a, b) => b.share - a.share);
  return {
    assetId: asset.id,
    symbol: asset.symbol,
    price: toNumber(receipt.price),
    at: Date.parse(receipt.timestamp),
    markets,
    neighbours: neighboursOf(markets),
  };
}

export function marketOf(market: ReceiptMarket): PathMarket {
  const deviation = numberIn(market.deviation);
  // Residual of the rate: if the asset is the quote, a higher rate means a lower price.
  const residualBps = numberIn(market.residualBps);
  return {
    id: market.marketId,
    name: market.market,
    other: market.otherAsset,
    otherId: market.otherAssetId,
    rate: toNumber(market.rate),
    impliedUsd: numberIn(market.impliedUsd),
    weight: toNumber(market.weight),
    share: toNumber(market.share),
    expectedBps: deviation === undefined ? undefined : deviation * 10_000,
    offBps: market.side === 'QUOTE' && residualBps !== undefined ? -residualBps : residualBps,
    exchanges: market.exchanges.length,
    takesPart: market.takesPart,
    flags: market.flags,
  };
}

function neighboursOf(markets: readonly PathMarket[]): readonly Neighbour[] {
  const byId = new Map<string, PathMarket[]>();
  for (const market of markets) byId.set(market.otherId, [...(byId.get(market.otherId) ?? []), market]);
  const sum = (list: readonly PathMarket[], of: (market: PathMarket) => number) =>
    list.reduce((total, market) => total + of(market), 0);
  return [...byId]
    .map(([id, list]) => ({
      id,
      symbol: list[0]!.other,
      markets: list,
      weight: sum(list, ({ weight }) => weight),
      share: sum(list, ({ share }) => share),
      isUsd: list[0]!.other === USD,
    }))
    .sort((a, b) => b.weight - a.weight);
}

/** The connection of a neighbour at the same tick. Undefined if its receipt is not kept. */
export async function onwardOf(
  tidemark: Tidemark,
  ask: AskReceipt,
  { id }: Neighbour,
  at: number,
  signal: AbortSignal,
): Promise<Onward | undefined> {
  const query = { indexId: id, timestamp: new Date(at).toISOString(), size: 1 };
  const { content } = await tidemark.read('listIndexTickers', query, { signal });
  const [tick] = content;
  if (!tick || Date.parse(tick.timestamp) !== at) return undefined;
  const { markets = [] } = await ask(tick.id, signal);
  const used = markets.filter(({ takesPart }) => takesPart);
  const direct = used.filter(({ otherAsset }) => otherAsset === USD);
  return {
    neighbourId: id,
    weight: direct.reduce((sum, { weight }) => sum + toNumber(weight), 0),
    marketCount: used.length,
  };
}
