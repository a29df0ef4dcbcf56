import type { LxDefinition } from '../../core/lx-definition.ts';
import type { ReferenceData } from '../../core/reference-data.ts';
import type { Millis } from '../../core/time.ts';
import { chooseConstituents, marketsOf, type VolumeOf } from '../../engine/lx/lx-constituents.ts';
import { methodologyAt } from '../../engine/methodology.ts';

/** Definitions, and the listings that they were chosen from. */
export interface ReviewedLx {
  readonly definitions: readonly LxDefinition[];
  /** Every listing that was eligible at a review, by index. Absent if written by version 1.0.0. */
  readonly eligible?: Readonly<Record<string, readonly string[]>>;
}

/** Start of the UTC quarter that contains an instant. */
function quarterOf(at: Millis): Millis {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), Math.floor(date.getUTCMonth() / 3) * 3);
}

/**
 * Chooses the constituents of the liquid indices. An index is reviewed when it has eligible listings for the first
 * time, with the first change of the reference data in every quarter, when a listing becomes eligible that no review
 * has seen, and when a constituent or a currency is no longer listed. In between its definition stays, whatever volumes
 * do.
 *
 * A definition contains only what the reference data have: if exchanges list no EUR or GBP market, it has no EUR or
 * GBP, and an index whose asset is not listed has no definition.
 */
export class LxReview {
  readonly #remember: (reviewed: ReviewedLx) => void;
  #definitions: readonly LxDefinition[];
  #eligible: ReadonlyMap<string, ReadonlySet<string>>;

  constructor(known: ReviewedLx, remember: (reviewed: ReviewedLx) => void) {
    this.#definitions = known.definitions;
    this.#eligible = new Map(
      Object.entries(known.eligible ?? {}).map(([name, listings]) => [name, new Set(listings)]),
    );
    this.#remember = remember;
  }

  definitionsFor(data: ReferenceData, volumeOf: VolumeOf, at: Millis): readonly LxDefinition[] {
    const assetIds = new Set(data.assets.map(({ id }) => id));
    const eligible = new Map(this.#eligible);
    const next = chooseConstituents(data, volumeOf, at, methodologyAt(at)).flatMap((chosen) => {
      const { name, assetId } = chosen;
      const quoteAssetIds = chosen.quoteAssetIds.filter((id) => assetIds.has(id));
      const current = this.#definitions.find((definition) => definition.name === name);
      const listings = listingsOf(data, volumeOf, { assetId, quoteAssetIds });
      const seen = eligible.get(name) ?? (current && listings.eligible);
      if (current && seen && !isOutdated(current, { assetIds, listings, seen, at })) {
        eligible.set(name, seen);
        return [current];
      }
      if (!assetIds.has(assetId)) return [];
      // Nothing to choose from: a current definition that is still valid stays.
      if (chosen.constituents.length === 0 && (!current || isValid(current, assetIds, listings)))
        return current ?? [];
      eligible.set(name, new Set([...listings.eligible, ...(seen ?? [])]));
      return [{ ...chosen, quoteAssetIds }];
    });
    this.#keep(next, eligible);
    return this.#definitions;
  }

  #keep(next: readonly LxDefinition[], eligible: ReadonlyMap<string, ReadonlySet<string>>): void {
    this.#eligible = eligible;
    const isSame =
      next.length === this.#definitions.length && next.every((each, i) => each === this.#definitions[i]);
    if (isSame) return;
    this.#definitions = next;
    this.#remember({
      definitions: next,
      eligible: Object.fromEntries([...eligible].map(([name, listings]) => [name, [...listings]])),
    });
  }
}

/** Listings of an index, as `exchangeId marketId`. */
interface Listings {
  /** Listed as ACTIVE on any exchange. */
  readonly listed: ReadonlySet<string>;
  /** Those of them that a review may choose. */
  readonly eligible: ReadonlySet<string>;
}

interface Present {
  readonly assetIds: ReadonlySet<string>;
  readonly listings: Listings;
  readonly seen: ReadonlySet<string>;
  readonly at: Millis;
}

function isOutdated(current: LxDefinition, { assetIds, listings, seen, at }: Present): boolean {
  const hasNew = [...listings.eligible].some((listing) => !seen.has(listing));
  return quarterOf(current.from) !== quarterOf(at) || hasNew || !isValid(current, assetIds, listings);
}

/** Whether everything in a definition is still listed. */
function isValid(
  { assetId, quoteAssetIds, constituents }: LxDefinition,
  assetIds: ReadonlySet<string>,
  { listed }: Listings,
): boolean {
  const isKnown = [assetId, ...quoteAssetIds].every((id) => assetIds.has(id));
  return isKnown && constituents.every((listing) => listed.has(textOf(listing.exchangeId, listing.marketId)));
}

function listingsOf(
  data: ReferenceData,
  volumeOf: VolumeOf,
  { assetId, quoteAssetIds }: Pick<LxDefinition, 'assetId' | 'quoteAssetIds'>,
): Listings {
  const marketIds = new Set(marketsOf(data, assetId, quoteAssetIds));
  const listed = new Set<string>();
  const eligible = new Set<string>();
  for (const { id, tier, status: exchangeStatus, listings } of data.exchanges)
    for (const { marketId, status, qualified } of listings) {
      if (status !== 'ACTIVE' || !marketIds.has(marketId)) continue;
      listed.add(textOf(id, marketId));
      const isTrusted = tier === 'A' && exchangeStatus === 'ACTIVE' && qualified;
      if (isTrusted && volumeOf(id, marketId) > 0) eligible.add(textOf(id, marketId));
    }
  return { listed, eligible };
}

function textOf(exchangeId: string, marketId: string): string {
  return `${exchangeId} ${marketId}`;
}
