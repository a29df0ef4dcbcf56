/** The position of an asset that is not the quote of any market. */
export const OUTER = -1;

/**
 * Which assets are connected by markets, prepared for elimination. Quote assets are numbered in ascending id order. USD, the unit
 * of all rates, is the ground and comes after the last of them. An outer asset is never a quote, so all its markets lead to quote
 * assets or to the ground, and it can be eliminated on its own.
 */
export interface RateTopology {
  readonly assets: number;
  readonly markets: number;
  readonly usd: number;
  readonly base: Int32Array;
  readonly quote: Int32Array;
  /** The assets at the numbered positions; the ground is the position after them. */
  readonly quoteAssets: Int32Array;
  /** The position of each market's base (OUTER if it has none) and quote. */
  readonly basePosition: Int32Array;
  readonly quotePosition: Int32Array;
  /** Markets between two quote assets, or between one and the ground. */
  readonly innerMarkets: Int32Array;
  /** The markets of outer asset i are outerMarkets[firstOuterMarket[i] .. firstOuterMarket[i + 1]). */
  readonly outerAssets: Int32Array;
  readonly firstOuterMarket: Int32Array;
  readonly outerMarkets: Int32Array;
}

export function rateTopology(assets: number, base: Int32Array, quote: Int32Array, usd: number): RateTopology {
  const position = new Int32Array(assets).fill(OUTER);
  for (const asset of quote) position[asset] = 0;
  if (usd >= 0) position[usd] = OUTER;
  const quoteAssets = indicesWhere(position, (value) => value === 0);
  quoteAssets.forEach((asset, i) => (position[asset] = i));
  if (usd >= 0) position[usd] = quoteAssets.length;
  const outerAssets = indicesWhere(position, (value) => value === OUTER);
  const marketsOf = outerMarketsOf(assets, base, position);
  const firstOuterMarket = new Int32Array(outerAssets.length + 1);
  outerAssets.forEach((asset, i) => {
    firstOuterMarket[i + 1] = firstOuterMarket[i]! + marketsOf[asset]!.length;
  });
  return {
    assets,
    markets: base.length,
    usd,
    base,
    quote,
    quoteAssets,
    basePosition: base.map((asset) => position[asset]!),
    quotePosition: quote.map((asset) => position[asset]!),
    innerMarkets: indicesWhere(base, (asset) => position[asset] !== OUTER),
    outerAssets,
    firstOuterMarket,
    outerMarkets: Int32Array.from([...outerAssets].flatMap((asset) => marketsOf[asset]!)),
  };
}

function indicesWhere(values: Int32Array, holds: (value: number, index: number) => boolean): Int32Array {
  const indices: number[] = [];
  values.forEach((value, index) => {
    if (holds(value, index)) indices.push(index);
  });
  return Int32Array.from(indices);
}

function outerMarketsOf(assets: number, base: Int32Array, position: Int32Array): number[][] {
  const markets: number[][] = Array.from({ length: assets }, () => []);
  base.forEach((asset, m) => {
    if (position[asset] === OUTER) markets[asset]!.push(m);
  });
  return markets;
}
