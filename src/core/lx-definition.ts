import type { ListingKey } from './ids/listing-key.ts';
import type { Millis } from './time.ts';
import type { LX_INDICES } from './ids/well-known-ids.ts';

export type LxName = keyof typeof LX_INDICES;

/** Dated reference data: the listings that an index is computed from, valid from an instant until the next definition. */
export interface LxDefinition {
  readonly name: LxName;
  readonly from: Millis;
  readonly assetId: string;
  /** The quote currencies of the markets that may be constituents. */
  readonly quoteAssetIds: readonly string[];
  readonly constituents: readonly ListingKey[];
}
