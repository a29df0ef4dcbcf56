import { isPlainDecimal } from '../core/decimal.ts';
import { parseUuid } from '../core/entity-id.ts';
import type { Exchange } from '../core/exchange.ts';
import type { ReferenceData } from '../core/reference-data.ts';

const MAX_PROBLEMS = 100;

/** Everything that is wrong with the data, in words that name the entity; empty when it can be served. */
export function problemsOf(data: ReferenceData): string[] {
  const problems: string[] = [];
  const report = (problem: string) => {
    if (problems.length < MAX_PROBLEMS) problems.push(problem);
  };
  const assetIds = uniqueIds('asset', data.assets, report);
  const marketIds = uniqueIds('market', data.markets, report);
  uniqueIds('exchange', data.exchanges, report);
  unique('asset slug', data.assets, (asset) => asset.slugName, report);
  unique('market pair', data.markets, (market) => `${market.baseAssetId}/${market.quoteAssetId}`, report);
  unique('exchange name', data.exchanges, (exchange) => exchange.name.toLowerCase(), report);
  unique('supply of asset', data.supplies, (supply) => supply.assetId, report);

  for (const asset of data.assets) {
    if (asset.symbol === '' || asset.name === '') report(`asset ${asset.id} has no name or symbol`);
    if (!URL.canParse(asset.url)) report(`asset ${asset.id} (${asset.symbol}) has no valid url`);
  }
  for (const market of data.markets) {
    if (market.baseAssetId === market.quoteAssetId) report(`market ${market.id} is priced in itself`);
    for (const assetId of [market.baseAssetId, market.quoteAssetId]) {
      if (!assetIds.has(assetId)) report(`market ${market.id} names an unknown asset ${assetId}`);
    }
  }
  for (const exchange of data.exchanges) checkExchange(exchange, assetIds, marketIds, report);
  for (const { assetId, totalSupply, freeFloatSupply } of data.supplies) {
    if (!assetIds.has(assetId)) report(`supply names an unknown asset ${assetId}`);
    if (!isPlainDecimal(totalSupply) || !isPlainDecimal(freeFloatSupply)) {
      report(`supply of asset ${assetId} is not a plain decimal`);
    }
  }
  return problems;
}

function checkExchange(
  exchange: Exchange,
  assetIds: ReadonlySet<string>,
  marketIds: ReadonlySet<string>,
  report: (problem: string) => void,
): void {
  if (exchange.name === '' || !URL.canParse(exchange.url))
    report(`exchange ${exchange.id} has no name or no valid url`);
  unique(`listing on ${exchange.name} of market`, exchange.listings, (listing) => listing.marketId, report);
  for (const { marketId } of exchange.listings) {
    if (!marketIds.has(marketId)) report(`exchange ${exchange.name} lists an unknown market ${marketId}`);
  }
  for (const { assetId } of exchange.ownSymbols) {
    if (!assetIds.has(assetId))
      report(`exchange ${exchange.name} has a symbol for an unknown asset ${assetId}`);
  }
}

function uniqueIds(
  what: string,
  items: readonly { readonly id: string }[],
  report: (problem: string) => void,
): ReadonlySet<string> {
  for (const { id } of items) {
    if (parseUuid(id) !== id) report(`${what} id ${id} is not a UUID in lower case`);
  }
  return unique(`${what} id`, items, (item) => item.id, report);
}

function unique<T>(
  what: string,
  items: readonly T[],
  keyOf: (item: T) => string,
  report: (problem: string) => void,
): ReadonlySet<string> {
  const seen = new Set<string>();
  for (const item of items) {
    const key = keyOf(item);
    if (seen.has(key)) report(`${what} ${key} appears twice`);
    seen.add(key);
  }
  return seen;
}
