import type { ListingKey } from './ids/listing-key.ts';
import type { Millis } from './time.ts';
import type { LX_INDICES } from './ids/well-known-ids.ts';

export type LxName = keyof typeof LX_INDICES;

/** Dated reference data: which listings an index is made from, from an instant on until the next definition. */
export interface LxDefinition {
  readonly name: LxName;
  readonly from: Millis;
  readonly assetId: string;
  /** The currencies in whose markets it may have constituents. */
  readonly quoteAssetIds: readonly string[];
  readonly constituents: readonly ListingKey[];
}
