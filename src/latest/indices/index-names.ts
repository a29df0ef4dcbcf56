import type { AssetStatus } from '../../core/asset.ts';
import type { SeriesId } from '../../core/index-value.ts';
import { DAY_MS, type Millis } from '../../core/time.ts';
import { LX_INDICES } from '../../core/ids/well-known-ids.ts';
import type { IndexTickers } from './index-tickers.ts';
import type { ServedMarket } from '../market/served-market.ts';

/** Names of an index: of its asset (a GWA), its market (an MWA) or its own (an LX). */
export const INDEX_NAMES = ['symbol', 'slugName', 'marketName', 'name'] as const;
export type IndexNameKind = (typeof INDEX_NAMES)[number];

/** The order in which the kinds are tried for a name whose kind is not given. */
const NAME_ORDER: readonly IndexNameKind[] = ['name', 'marketName', 'symbol', 'slugName'];

/** An index with a given name. */
export interface NamedIndex {
  readonly series: SeriesId;
  /** Distinguishes it from others with the same name, for people. */
  readonly title: string;
}

/** Indices of one name, for an error that asks for an id. */
export function choiceText(indices: readonly NamedIndex[]): string {
  return indices.map(({ series, title }) => `${series.indexId} (${title})`).join(', ');
}

interface Candidate extends NamedIndex {
  readonly isActive: boolean;
}

/** After this time without a value, an index ranks behind others with its name. */
const QUIET_AFTER_MS: Millis = DAY_MS;

/** Finds indices by name. Names are matched exactly; they are not unique. */
export class IndexNames {
  readonly #versions: { readonly current: Pick<ServedMarket, 'catalogue' | 'names'> };
  readonly #tickers: Pick<IndexTickers, 'at' | 'priceOf'>;

  constructor(
    versions: { readonly current: Pick<ServedMarket, 'catalogue' | 'names'> },
    tickers: Pick<IndexTickers, 'at' | 'priceOf'>,
  ) {
    this.#versions = versions;
    this.#tickers = tickers;
  }

  /** Indices in use (ACTIVE with a value of the last day). If there are none, all with this name. */
  indicesNamed(kind: IndexNameKind, name: string): readonly NamedIndex[] {
    const all = this.#candidates(kind, name);
    const notBefore = this.#tickers.at - QUIET_AFTER_MS;
    const inUse = all.filter(
      ({ isActive, series }) => isActive && this.#tickers.priceOf(series, notBefore) !== undefined,
    );
    return inUse.length > 0 ? inUse : all;
  }

  /** The indices with a name of any kind: those of the first kind that matches. */
  indicesOf(name: string): readonly NamedIndex[] {
    for (const kind of NAME_ORDER) {
      const matches = this.indicesNamed(kind, name);
      if (matches.length > 0) return matches;
    }
    return [];
  }

  #candidates(kind: IndexNameKind, name: string): readonly Candidate[] {
    if (kind === 'marketName') return this.#marketsOf(name);
    if (kind === 'name') return liquidIndexOf(name);
    const { catalogue } = this.#versions.current;
    return catalogue.findAssets({ [kind]: name }).map((asset) => ({
      series: { indexType: 'GWA', indexId: asset.id },
      title: asset.name,
      isActive: isActive(asset),
    }));
  }

  #marketsOf(name: string): Candidate[] {
    const { catalogue, names } = this.#versions.current;
    return names.idsOf(name).map((id) => {
      const market = catalogue.market(id);
      const assets = [market?.baseAssetId, market?.quoteAssetId].map((end) => catalogue.asset(end ?? ''));
      return {
        series: { indexType: 'MWA', indexId: id },
        title: assets.map((asset) => asset?.name).join(' / '),
        isActive: assets.every(isActive),
      };
    });
  }
}

function liquidIndexOf(name: string): Candidate[] {
  if (!Object.hasOwn(LX_INDICES, name)) return [];
  const indexId = LX_INDICES[name as keyof typeof LX_INDICES];
  return [{ series: { indexType: 'LX', indexId }, title: name, isActive: true }];
}

function isActive(asset: { readonly status: AssetStatus } | undefined): boolean {
  return asset?.status === 'ACTIVE';
}
