import type { Asset } from '../core/asset.ts';
import { isPlainDecimal } from '../core/numbers/decimal.ts';
import type { Exchange } from '../core/exchange.ts';
import type { Market } from '../core/market.ts';
import type { ReferenceData } from '../core/reference-data.ts';
import { runToEnd, inBatches, type Slices } from '../core/async/slices.ts';
import { parseUuid } from '../core/ids/uuid.ts';

const MAX_PROBLEMS = 100;
const ROWS_PER_STEP = 500;
const EXCHANGES_PER_STEP = 4;

type Report = (problem: string) => void;

/** All problems of the data, each with the entity; empty if the data can be served. */
export function referenceProblems(data: ReferenceData): string[] {
  return runToEnd(problemsInSlices(data));
}

/**
 * The same in slices, for a thread that must not block. `sound`: valid data; their rows are not checked again if
 * nothing that they may refer to has been removed.
 */
export function* problemsInSlices(data: ReferenceData, sound?: ReferenceData): Slices<string[]> {
  const problems: string[] = [];
  const report = (problem: string) => {
    if (problems.length < MAX_PROBLEMS) problems.push(problem);
  };
  const known = sound && keepsEntities(sound, data) ? sound : undefined;
  yield;
  if (data.assets !== known?.assets) yield* checkAssets(data.assets, report);
  if (data.markets !== known?.markets) yield* checkMarkets(data, report);
  if (data.exchanges !== known?.exchanges) yield* checkExchanges(data, known?.exchanges ?? [], report);
  if (data.supplies !== known?.supplies) checkSupplies(data, report);
  return problems;
}

/** Whether every asset and market still exists, so that references stay valid. */
function keepsEntities(before: ReferenceData, after: ReferenceData): boolean {
  return keepsIds(before.assets, after.assets) && keepsIds(before.markets, after.markets);
}

function keepsIds(before: readonly WithId[], after: readonly WithId[]): boolean {
  if (before === after) return true;
  const ids = idsOf(after);
  return before.every(({ id }) => ids.has(id));
}

function* checkAssets(assets: readonly Asset[], report: Report): Slices<void> {
  checkUnique('asset id', assets, ({ id }) => id, report);
  checkUnique('asset slug', assets, ({ slugName }) => slugName, report);
  yield;
  yield* inBatches(assets, ROWS_PER_STEP, ({ id, symbol, name, url }) => {
    checkId('asset', id, report);
    if (symbol === '' || name === '') report(`asset ${id} has no name or symbol`);
    if (!URL.canParse(url)) report(`asset ${id} (${symbol}) has no valid url`);
  });
}

function* checkMarkets({ markets, assets }: ReferenceData, report: Report): Slices<void> {
  const assetIds = idsOf(assets);
  checkUnique('market id', markets, ({ id }) => id, report);
  yield;
  checkUnique('market pair', markets, pairOf, report);
  yield;
  yield* inBatches(markets, ROWS_PER_STEP, ({ id, baseAssetId, quoteAssetId }) => {
    checkId('market', id, report);
    if (baseAssetId === quoteAssetId) report(`market ${id} is priced in itself`);
    for (const assetId of [baseAssetId, quoteAssetId]) {
      if (!assetIds.has(assetId)) report(`market ${id} names an unknown asset ${assetId}`);
    }
  });
}

function pairOf({ baseAssetId, quoteAssetId }: Market): string {
  return `${baseAssetId}/${quoteAssetId}`;
}

function* checkExchanges(
  { exchanges, assets, markets }: ReferenceData,
  sound: readonly Exchange[],
  report: Report,
): Slices<void> {
  const [assetIds, marketIds, checked] = [idsOf(assets), idsOf(markets), new Set(sound)];
  checkUnique('exchange id', exchanges, ({ id }) => id, report);
  checkUnique('exchange name', exchanges, ({ name }) => name.toLowerCase(), report);
  yield;
  const unchecked = exchanges.filter((exchange) => !checked.has(exchange));
  yield* inBatches(unchecked, EXCHANGES_PER_STEP, (exchange) =>
    checkExchange(exchange, assetIds, marketIds, report),
  );
}

function checkExchange(
  exchange: Exchange,
  assetIds: ReadonlySet<string>,
  marketIds: ReadonlySet<string>,
  report: Report,
): void {
  checkId('exchange', exchange.id, report);
  if (exchange.name === '' || !URL.canParse(exchange.url))
    report(`exchange ${exchange.id} has no name or no valid url`);
  checkUnique(`listing on ${exchange.name} of market`, exchange.listings, ({ marketId }) => marketId, report);
  for (const { marketId } of exchange.listings) {
    if (!marketIds.has(marketId)) report(`exchange ${exchange.name} lists an unknown market ${marketId}`);
  }
  for (const { assetId } of exchange.ownSymbols) {
    if (!assetIds.has(assetId))
      report(`exchange ${exchange.name} has a symbol for an unknown asset ${assetId}`);
  }
}

function checkSupplies({ supplies, assets }: ReferenceData, report: Report): void {
  const assetIds = idsOf(assets);
  checkUnique('supply of asset', supplies, ({ assetId }) => assetId, report);
  for (const { assetId, totalSupply, freeFloatSupply } of supplies) {
    if (!assetIds.has(assetId)) report(`supply names an unknown asset ${assetId}`);
    if (!isPlainDecimal(totalSupply) || !isPlainDecimal(freeFloatSupply)) {
      report(`supply of asset ${assetId} is not a plain decimal`);
    }
  }
}

interface WithId {
  readonly id: string;
}

function idsOf(items: readonly WithId[]): ReadonlySet<string> {
  return new Set(items.map(({ id }) => id));
}

function checkId(what: string, id: string, report: Report): void {
  if (parseUuid(id) !== id) report(`${what} id ${id} is not a UUID in lower case`);
}

function checkUnique<T>(what: string, items: readonly T[], keyOf: (item: T) => string, report: Report): void {
  const seen = new Set<string>();
  for (const item of items) {
    const key = keyOf(item);
    if (seen.has(key)) report(`${what} ${key} appears twice`);
    seen.add(key);
  }
}
