import { formatDecimal, parseDecimal, type Decimal } from '../core/numbers/decimal.ts';
import type { LxDefinition, LxName } from '../core/lx-definition.ts';
import type { ReferenceData } from '../core/reference-data.ts';
import { LX_INDICES, WELL_KNOWN_ASSETS } from '../core/ids/well-known-ids.ts';
import { rateTopology, type RateTopology } from './gwa/rate-topology.ts';
import { solvePlan, type SolvePlan } from './gwa/solve-plan.ts';
import { LX_NAMES, marketsOf } from './lx/lx-constituents.ts';
import { known, layoutOf, type ReferenceLayout } from './reference-layout.ts';

export interface AssetSupply {
  readonly totalSupply: Decimal;
  readonly freeFloatSupply: Decimal;
  /** In published form. */
  readonly totalSupplyText: string;
  readonly freeFloatSupplyText: string;
}

export interface LxIndex {
  readonly name: LxName;
  readonly indexId: string;
  readonly asset: number;
  /** Listings, ascending by exchange. */
  readonly constituents: readonly number[];
  /** The asset's USD, EUR and GBP markets: the index must not be confirmed by its own markets. */
  readonly ownMarkets: readonly number[];
}

/** The reference data in the form in which the engine uses them. Built once per version of the catalogue and never changed. */
export interface EngineReference extends ReferenceLayout {
  /** The known supplies of ACTIVE crypto assets, which are the ranked ones. */
  readonly supplies: ReadonlyMap<number, AssetSupply>;
  readonly topology: RateTopology;
  readonly solvePlan: SolvePlan;
  readonly lx: readonly LxIndex[];
}

/** `definitions` are those in force (`definitionsAt`). Constituents that are no longer listed are dropped. */
export function buildReference(
  data: ReferenceData,
  definitions: readonly LxDefinition[] = [],
  usdId: string = WELL_KNOWN_ASSETS.USD,
): EngineReference {
  const layout = layoutOf(data, usdId);
  const topology = rateTopology(layout.assetIds.length, layout.base, layout.quote, layout.usd);
  return {
    ...layout,
    supplies: suppliesOf(data, layout),
    topology,
    solvePlan: solvePlan(topology),
    lx: lxIndices(data, definitions, layout),
  };
}

function suppliesOf(data: ReferenceData, { assetIndex }: ReferenceLayout): ReadonlyMap<number, AssetSupply> {
  const ranked = new Set(
    data.assets.filter(({ status, type }) => status === 'ACTIVE' && type === 'CRYPTO').map(({ id }) => id),
  );
  const supplies = data.supplies.flatMap((supply): [number, AssetSupply][] => {
    const totalSupply = parseDecimal(supply.totalSupply);
    const freeFloatSupply = parseDecimal(supply.freeFloatSupply);
    if (!ranked.has(supply.assetId) || !totalSupply || !freeFloatSupply) return [];
    const totalSupplyText = formatDecimal(totalSupply);
    const freeFloatSupplyText = formatDecimal(freeFloatSupply);
    const asset = known(assetIndex(supply.assetId), supply.assetId);
    return [[asset, { totalSupply, freeFloatSupply, totalSupplyText, freeFloatSupplyText }]];
  });
  return new Map(supplies.sort(([a], [b]) => a - b));
}

function lxIndices(
  data: ReferenceData,
  definitions: readonly LxDefinition[],
  reference: ReferenceLayout,
): LxIndex[] {
  const { listingExchange } = reference;
  return LX_NAMES.flatMap((name) => {
    const definition = definitions.find((candidate) => candidate.name === name);
    const asset = definition && reference.assetIndex(definition.assetId);
    if (!definition || asset === undefined) return [];
    const constituents = definition.constituents.flatMap(
      ({ exchangeId, marketId }) => reference.listingIndex(exchangeId, marketId) ?? [],
    );
    const ownMarkets = marketsOf(data, definition.assetId, definition.quoteAssetIds).flatMap(
      (id) => reference.marketIndex(id) ?? [],
    );
    return {
      name,
      indexId: LX_INDICES[name],
      asset,
      constituents: constituents.sort((a, b) => listingExchange[a]! - listingExchange[b]! || a - b),
      ownMarkets: ownMarkets.sort((a, b) => a - b),
    };
  });
}
