import type { Asset, Supply } from './asset.ts';
import type { Exchange } from './exchange.ts';
import type { ListingKey } from './ids/listing-key.ts';
import type { LxDefinition } from './lx-definition.ts';
import type { Market } from './market.ts';
import type { Millis } from './time.ts';

/** Who exists and what is listed where. A source delivers it whole; it never changes. */
export interface ReferenceData {
  readonly assets: readonly Asset[];
  readonly markets: readonly Market[];
  readonly exchanges: readonly Exchange[];
  readonly supplies: readonly Supply[];
}

/** Everything that values depend on besides ticks. */
export interface ReferenceContent extends ReferenceData {
  /** What the liquid indices are made from now: one definition each. */
  readonly lx: readonly LxDefinition[];
  /** The listings that also deliver single trades. */
  readonly traded: readonly ListingKey[];
}

/** Reference data with its name and the slot from which on it counts. Versions follow each other until the next one. */
export interface ReferenceVersion {
  /** Of the content alone: two versions with the same content have the same name. */
  readonly hash: string;
  /** The first slot that is computed with it. */
  readonly from: Millis;
  readonly data: ReferenceContent;
}
