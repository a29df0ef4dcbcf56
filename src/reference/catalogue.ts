import type { Asset, AssetStatus, AssetType, Supply } from '../core/asset.ts';
import type { Exchange, ExchangeStatus } from '../core/exchange.ts';
import type { Market } from '../core/market.ts';
import type { ReferenceData } from '../core/reference-data.ts';
import { runToEnd, inBatches, type Slices } from '../core/async/slices.ts';
import { idOfFormerSlug, idOfRenamedExchange } from './names/current-names.ts';
import { problemsInSlices } from './validation.ts';

export interface AssetFilter {
  readonly type?: AssetType | undefined;
  readonly symbol?: string | undefined;
  readonly slugName?: string | undefined;
  readonly status?: AssetStatus | undefined;
}

export interface MarketFilter {
  readonly baseAssetId?: string | undefined;
  readonly quoteAssetId?: string | undefined;
}

export interface ExchangeFilter {
  readonly status?: ExchangeStatus | undefined;
  readonly name?: string | undefined;
}

/** The tables of a catalogue with their indexes. */
interface Indexes {
  readonly assets: Index<Asset, 'symbol' | 'slugName'>;
  readonly markets: Index<Market, 'base' | 'quote'>;
  readonly exchanges: Index<Exchange, 'name'>;
  readonly supplies: Index<Supply, never>;
}

interface Index<Row, By extends string> {
  readonly rows: readonly Row[];
  readonly byId: ReadonlyMap<string, Row>;
  readonly by: Readonly<Record<By, ReadonlyMap<string, readonly Row[]>>>;
}

const ROWS_PER_STEP = 1000;

/**
 * One version of the reference data, validated and indexed. It is immutable: a change of listings or statuses creates a
 * new catalogue. Lists keep the order of the data.
 */
export class Catalogue {
  readonly #indexes: Indexes;

  /** Throws with all problems: inconsistent data are never served. */
  constructor(data: ReferenceData | { readonly indexes: Indexes }) {
    this.#indexes = 'indexes' in data ? data.indexes : runToEnd(indexed(data, undefined));
  }

  /** The same in slices, for a thread that must not block; tables that are unchanged since `previous` are reused. */
  static *inSlices(data: ReferenceData, previous?: Catalogue): Slices<Catalogue> {
    return new Catalogue({ indexes: yield* indexed(data, previous && previous.#indexes) });
  }

  get assets(): readonly Asset[] {
    return this.#indexes.assets.rows;
  }

  get markets(): readonly Market[] {
    return this.#indexes.markets.rows;
  }

  get exchanges(): readonly Exchange[] {
    return this.#indexes.exchanges.rows;
  }

  asset(id: string): Asset | undefined {
    return this.#indexes.assets.byId.get(id);
  }

  market(id: string): Market | undefined {
    return this.#indexes.markets.byId.get(id);
  }

  exchange(id: string): Exchange | undefined {
    return this.#indexes.exchanges.byId.get(id);
  }

  supply(assetId: string): Supply | undefined {
    return this.#indexes.supplies.byId.get(assetId);
  }

  findAssets({ type, symbol, slugName, status }: AssetFilter): readonly Asset[] {
    return this.#candidates(symbol, slugName).filter(
      (asset) =>
        (type === undefined || asset.type === type) &&
        (status === undefined || asset.status === status) &&
        (symbol === undefined || asset.symbol === symbol),
    );
  }

  findMarkets({ baseAssetId, quoteAssetId }: MarketFilter): readonly Market[] {
    if (baseAssetId !== undefined) {
      const candidates = this.#indexes.markets.by.base.get(baseAssetId) ?? [];
      return quoteAssetId === undefined
        ? candidates
        : candidates.filter((market) => market.quoteAssetId === quoteAssetId);
    }
    return quoteAssetId === undefined
      ? this.markets
      : (this.#indexes.markets.by.quote.get(quoteAssetId) ?? []);
  }

  #candidates(symbol: string | undefined, slugName: string | undefined): readonly Asset[] {
    const { by, byId } = this.#indexes.assets;
    if (slugName !== undefined)
      return by.slugName.get(slugName) ?? only(byId.get(idOfFormerSlug(slugName) ?? ''));
    return symbol === undefined ? this.assets : (by.symbol.get(symbol) ?? []);
  }

  /** The whole name, ignoring case. Former names match too, unless another exchange has that name now. */
  findExchanges({ status, name }: ExchangeFilter): readonly Exchange[] {
    const candidates = name === undefined ? this.exchanges : this.#exchangesNamed(name);
    return status === undefined ? candidates : candidates.filter((exchange) => exchange.status === status);
  }

  #exchangesNamed(name: string): readonly Exchange[] {
    const { by, byId } = this.#indexes.exchanges;
    return by.name.get(name.toLowerCase()) ?? only(byId.get(idOfRenamedExchange(name) ?? ''));
  }
}

function* indexed(data: ReferenceData, known: Indexes | undefined): Slices<Indexes> {
  const sound = known && {
    assets: known.assets.rows,
    markets: known.markets.rows,
    exchanges: known.exchanges.rows,
    supplies: known.supplies.rows,
  };
  const problems = yield* problemsInSlices(data, sound);
  if (problems.length > 0) throw new Error(`reference data is not consistent:\n${problems.join('\n')}`);
  const { assets, markets, exchanges, supplies } = data;
  return {
    assets: yield* indexOf(
      assets,
      idOf,
      { symbol: ({ symbol }) => symbol, slugName: ({ slugName }) => slugName },
      known?.assets,
    ),
    markets: yield* indexOf(
      markets,
      idOf,
      { base: ({ baseAssetId }) => baseAssetId, quote: ({ quoteAssetId }) => quoteAssetId },
      known?.markets,
    ),
    exchanges: yield* indexOf(exchanges, idOf, { name: ({ name }) => name.toLowerCase() }, known?.exchanges),
    supplies: yield* indexOf(supplies, ({ assetId }) => assetId, {}, known?.supplies),
  };
}

function only<Row>(row: Row | undefined): readonly Row[] {
  return row === undefined ? [] : [row];
}

function idOf({ id }: { readonly id: string }): string {
  return id;
}

function* indexOf<Row, By extends string>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  groupings: Readonly<Record<By, (row: Row) => string>>,
  known: Index<Row, By> | undefined,
): Slices<Index<Row, By>> {
  if (known?.rows === rows) return known;
  const byId = new Map<string, Row>();
  yield* inBatches(rows, ROWS_PER_STEP, (row) => void byId.set(keyOf(row), row));
  const by: Partial<Record<By, ReadonlyMap<string, readonly Row[]>>> = {};
  for (const [name, groupOf] of Object.entries(groupings) as [By, (row: Row) => string][])
    by[name] = yield* grouped(rows, groupOf);
  return { rows, byId, by: by as Index<Row, By>['by'] };
}

function* grouped<Row>(
  rows: readonly Row[],
  groupOf: (row: Row) => string,
): Slices<ReadonlyMap<string, readonly Row[]>> {
  const groups = new Map<string, Row[]>();
  yield* inBatches(rows, ROWS_PER_STEP, (row) => {
    const group = groups.get(groupOf(row));
    if (group) group.push(row);
    else groups.set(groupOf(row), [row]);
  });
  return groups;
}
