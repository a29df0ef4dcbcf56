import type { Asset } from '../../../core/asset.ts';
import { slugOf } from '../../../reference/well-known/slugs.ts';
import type { NamedSupply, SupplyFinding } from './supply-row.ts';

/** If several entries match the same asset, the strongest match is used. */
const STRENGTH = { symbol: 1, name: 2, slugName: 3, assetId: 4 } as const;
type By = keyof typeof STRENGTH;

export interface MatchedSupplies<Row> {
  readonly byAsset: ReadonlyMap<string, Row>;
  /** Entries whose asset is ambiguous: none of them is used. */
  readonly doubts: readonly SupplyFinding[];
}

interface Match<Row> {
  readonly asset: Asset;
  readonly by: By;
  readonly row: Row;
}

/** Finds assets that have market caps: ACTIVE ones that are not currencies. */
export class AssetNames {
  readonly #byId = new Map<string, Asset>();
  readonly #bySlug = new Map<string, Asset>();
  readonly #bySymbol = new Map<string, Asset[]>();

  constructor(assets: Iterable<Asset>) {
    for (const asset of assets) {
      if (asset.status !== 'ACTIVE' || asset.type !== 'CRYPTO') continue;
      this.#byId.set(asset.id, asset);
      this.#bySlug.set(asset.slugName, asset);
      const symbol = asset.symbol.toUpperCase();
      const sameSymbol = this.#bySymbol.get(symbol);
      if (sameSymbol) sameSymbol.push(asset);
      else this.#bySymbol.set(symbol, [asset]);
    }
  }

  symbolOf(assetId: string): string {
    return this.#byId.get(assetId)?.symbol ?? assetId;
  }

  /**
   * Matches by id, then by slug, then by symbol if only one asset has it, or if one of them also has the name.
   * `usesOurSlugs`: an unknown slug means an asset that is not listed; otherwise it may be a name that only its origin
   * uses.
   */
  match<Row extends NamedSupply>(rows: readonly Row[], usesOurSlugs: boolean): MatchedSupplies<Row> {
    const doubts: SupplyFinding[] = [];
    const matches = new Map<string, Match<Row>[]>();
    for (const row of rows) {
      const match = this.#matchOf(row, usesOurSlugs, doubts);
      if (!match) continue;
      const others = matches.get(match.asset.id);
      if (others) others.push(match);
      else matches.set(match.asset.id, [match]);
    }
    const byAsset = new Map<string, Row>();
    for (const [assetId, all] of matches) {
      const strongest = Math.max(...all.map(({ by }) => STRENGTH[by]));
      const best = all.filter(({ by }) => STRENGTH[by] === strongest);
      if (best.length === 1) byAsset.set(assetId, best[0]!.row);
      else doubts.push(severalFor(best));
    }
    return { byAsset, doubts };
  }

  #matchOf<Row extends NamedSupply>(
    row: Row,
    usesOurSlugs: boolean,
    doubts: SupplyFinding[],
  ): Match<Row> | undefined {
    const { assetId, slugName, symbol } = row;
    const byId = assetId === undefined ? undefined : this.#byId.get(assetId);
    const bySlug = slugName === undefined ? undefined : this.#bySlug.get(slugName);
    const asset = byId ?? (assetId === undefined ? bySlug : undefined);
    if (asset) {
      if (symbol === undefined || asset.symbol.toUpperCase() === symbol.toUpperCase())
        return { asset, by: byId ? 'assetId' : 'slugName', row };
      doubts.push({
        supply: row.place,
        why: `it names ${asset.slugName}, whose symbol is ${asset.symbol}, not ${symbol}`,
      });
      return undefined;
    }
    if (assetId !== undefined || (slugName !== undefined && usesOurSlugs)) {
      // An address knows thousands of assets that are not listed; the operator's file contains only what the operator
      // wants.
      if (usesOurSlugs)
        doubts.push({ supply: row.place, why: `no listed asset is named ${slugName ?? assetId}` });
      return undefined;
    }
    return symbol === undefined ? undefined : this.#bySymbolOf(row, symbol, doubts);
  }

  #bySymbolOf<Row extends NamedSupply>(
    row: Row,
    symbol: string,
    doubts: SupplyFinding[],
  ): Match<Row> | undefined {
    const assets = this.#bySymbol.get(symbol.toUpperCase()) ?? [];
    const [named, ...more] = assets.filter((asset) => isNamed(asset, row.name));
    if (named && more.length === 0) return { asset: named, by: 'name', row };
    const [only, ...others] = assets;
    if (only && others.length === 0) return { asset: only, by: 'symbol', row };
    if (only)
      doubts.push({
        supply: row.place,
        why: `${assets.length} assets have the symbol ${symbol}: ${slugs(assets)}`,
      });
    return undefined;
  }
}

function isNamed({ name, slugName }: Asset, given: string | undefined): boolean {
  if (given === undefined) return false;
  return name.toLowerCase() === given.toLowerCase() || slugName === slugOf(given);
}

function severalFor(matches: readonly Match<NamedSupply>[]): SupplyFinding {
  const { asset, by } = matches[0]!;
  const places = matches.slice(0, 5).map(({ row }) => row.place);
  return { supply: asset.slugName, why: `${matches.length} entries have its ${by}: ${places.join(', ')}` };
}

function slugs(assets: readonly Asset[]): string {
  return assets
    .slice(0, 5)
    .map(({ slugName }) => slugName)
    .join(', ');
}
