import type { DerivativeType } from '../../core/contract.ts';
import { yearlyVolatility } from '../prices/asset-traits.ts';
import { shippedTable } from '../../disk/shipped-table.ts';
import { hashPair, hashText } from '../hash.ts';
import { parseTable } from '../table.ts';
import type { SimulatedAsset, SimulatedWorld } from '../world.ts';
import { ExpirySchedule, parseExpiryCounts } from './expiry-schedule.ts';
import { parseStep, type PriceStep } from './price-step.ts';

/** The contracts of one type that an exchange lists on one underlying, with everything about them that does not change. */
export interface DerivativeProduct {
  readonly exchangeId: string;
  readonly marketId: string;
  readonly type: DerivativeType;
  /** Template of the contracts' names. */
  readonly name: string;
  /** The exchange's symbol of the base asset. */
  readonly symbol: string;
  /** Positions of the assets in the world. */
  readonly base: number;
  readonly quote: number;
  readonly settlementCurrency: string;
  readonly contractValue: string;
  readonly valueCurrency: string;
  /** The unit of a contract's value, and the unit of its price. Only option prices may be in the base. */
  readonly valuedIn: 'base' | 'quote';
  readonly pricedIn: 'base' | 'quote';
  readonly step: PriceStep;
  readonly schedule: ExpirySchedule;
  readonly usdPerDay: number;
  /** Annual volatility of the base. */
  readonly volatility: number;
  /** Hashes of the seed with the base asset; with exchange and market; with the product itself. */
  readonly assetKey: number;
  readonly marketKey: number;
  readonly key: number;
}

const COLUMNS = [
  'exchange',
  'type',
  'name',
  'quote',
  'settles',
  'valued',
  'priced',
  'expiries',
  'usd',
  'bases',
] as const;
type Row = Readonly<Record<(typeof COLUMNS)[number], string>>;

const MILLION = 1e6;
/** Exchanges that write XBT in the names of contracts. */
const XBT_EXCHANGES = ['BitMEX', 'Kraken'];

/** In the small world there are only options on this asset. */
const SMALL_OPTION_BASE = 'bitcoin';

/** All products of the table whose exchange and market exist in this world. */
export function derivativeProducts(world: SimulatedWorld, seed: string): DerivativeProduct[] {
  const rows = parseTable(shippedTable('../data/derivative-products.txt', import.meta.url), COLUMNS);
  const isSmall = world.size === 'small';
  const directory = new Directory(world);
  return rows.flatMap((row) =>
    row.bases
      .split(',')
      .filter((entry) => !isSmall || row.type !== 'options' || entry.startsWith(`${SMALL_OPTION_BASE}:`))
      .flatMap((entry, place) => productOf(row, entry, place, directory, hashText(seed)) ?? []),
  );
}

/** Looks up exchanges, assets and markets of a world. */
class Directory {
  readonly #exchanges: ReadonlyMap<string, string>;
  readonly #assets: ReadonlyMap<string, { readonly index: number; readonly asset: SimulatedAsset }>;
  readonly #markets: ReadonlyMap<string, string>;

  constructor({ assets, reference, exchangeKeys }: SimulatedWorld) {
    this.#exchanges = new Map(reference.exchanges.map(({ name, id }) => [exchangeKeys.get(id) ?? name, id]));
    this.#assets = new Map(assets.map((asset, index) => [asset.key, { index, asset }]));
    this.#markets = new Map(
      reference.markets.map(({ id, baseAssetId, quoteAssetId }) => [`${baseAssetId} ${quoteAssetId}`, id]),
    );
  }

  /** Undefined if the world lacks the exchange, an asset or the market. */
  find(exchangeName: string, baseSlug: string, quoteSlug: string) {
    const exchangeId = this.#exchanges.get(exchangeName);
    const base = this.#assets.get(baseSlug);
    const quote = this.#assets.get(quoteSlug);
    if (exchangeId === undefined || !base || !quote) return undefined;
    const marketId = this.#markets.get(`${base.asset.asset.id} ${quote.asset.asset.id}`);
    return marketId === undefined ? undefined : { exchangeId, marketId, base, quote };
  }
}

function productOf(
  row: Row,
  entry: string,
  place: number,
  directory: Directory,
  seedHash: number,
): DerivativeProduct | undefined {
  const [slug = '', contractValue = '', step = ''] = entry.split(':');
  const found = directory.find(row.exchange, slug, row.quote);
  if (!found) return undefined;
  const { exchangeId, marketId, base, quote } = found;
  const symbols = { base: base.asset.asset.symbol, quote: quote.asset.asset.symbol };
  const marketKey = hashPair(seedHash, hashText(`carry ${row.exchange} ${marketId}`));
  return {
    exchangeId,
    marketId,
    type: row.type as DerivativeType,
    name: row.name,
    symbol: slug === 'bitcoin' && XBT_EXCHANGES.includes(row.exchange) ? 'XBT' : symbols.base,
    base: base.index,
    quote: quote.index,
    settlementCurrency: symbols[row.settles as 'base' | 'quote'],
    contractValue,
    valueCurrency: symbols[row.valued as 'base' | 'quote'],
    valuedIn: row.valued as 'base' | 'quote',
    pricedIn: row.priced as 'base' | 'quote',
    step: parseStep(step),
    schedule: new ExpirySchedule(row.exchange, parseExpiryCounts(row.expiries)),
    usdPerDay: (Number(row.usd) * MILLION) / (1 + place),
    volatility: yearlyVolatility(slug, base.asset.rank, base.asset.sector),
    assetKey: hashPair(seedHash, hashText(`carry ${slug}`)),
    marketKey,
    key: hashPair(marketKey, hashText(row.name)),
  };
}
