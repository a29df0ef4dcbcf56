import type { Asset, Supply } from './asset.ts';
import type { Exchange } from './exchange.ts';
import type { ListingKey } from './ids/listing-key.ts';
import type { LxDefinition } from './lx-definition.ts';
import type { Market } from './market.ts';
import type { Millis } from './time.ts';

/** All entities and listings. A source delivers a complete, immutable set. */
export interface ReferenceData {
  readonly assets: readonly Asset[];
  readonly markets: readonly Market[];
  readonly exchanges: readonly Exchange[];
  readonly supplies: readonly Supply[];
}

/** Everything besides ticks that values depend on. */
export interface ReferenceContent extends ReferenceData {
  /** The current definition of each liquid index. */
  readonly lx: readonly LxDefinition[];
  /** The listings whose exchange also delivers individual trades. */
  readonly traded: readonly ListingKey[];
}

/** Reference data with its hash and its first slot. A version is valid until the next one. */
export interface ReferenceVersion {
  /** Of the content alone: two versions with the same content have the same hash. */
  readonly hash: string;
  /** The first slot computed with this version. */
  readonly from: Millis;
  readonly data: ReferenceContent;
}
