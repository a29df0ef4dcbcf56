import { compareIds } from '../../core/ids/id-order.ts';
import {
  INDEX_TYPES,
  type FlagMask,
  type IndexType,
  type IndexValue,
  type SeriesId,
} from '../../core/index-value.ts';
import type { Millis } from '../../core/time.ts';
import type { ReferenceLayout } from '../reference-layout.ts';
import type { TickOutput, ValueColumns } from '../tick-output.ts';
import { LeafBytes } from './leaf-bytes.ts';
import { LEAF_PREFIX_BYTES, MerkleTree, prefixLeaf, VALUES } from './merkle.ts';
import type { Hash } from './record-hash.ts';

/** Values of one tick, as parallel columns in series order. */
export interface HashedValues {
  readonly series: readonly SeriesId[];
  readonly prices: Float64Array;
  readonly volumes: Float64Array;
  /** NaN for series without a tick volume. */
  readonly tickVolumes: Float64Array;
  readonly flags: Uint16Array;
}

const NO_TICK_VOLUME = -1;

/** Hashes the leaves of the values of one tick. */
class ValueLeaves {
  readonly #at: Millis;
  readonly #hash: Hash;
  readonly #bytes = new LeafBytes();

  constructor(at: Millis, hash: Hash) {
    this.#at = at;
    this.#hash = hash;
  }

  leaf(
    type: IndexType,
    id: string,
    price: number,
    volume: number,
    tickVolume: number,
    flags: FlagMask,
  ): string {
    const bytes = this.#bytes;
    bytes.cut(0);
    bytes.skip(LEAF_PREFIX_BYTES);
    bytes.byte(INDEX_TYPES.indexOf(type)).text(id).double(this.#at);
    bytes.double(price).double(volume).double(tickVolume).count(flags);
    const leaf = bytes.flush().since(0);
    prefixLeaf(leaf, 0, VALUES);
    return this.#hash(leaf);
  }
}

/** The hash of the leaf of one value. */
export function valueLeaf(at: Millis, value: IndexValue, hash: Hash): string {
  const { indexType, indexId, price, volume, tickVolume = NO_TICK_VOLUME, flags } = value;
  return new ValueLeaves(at, hash).leaf(indexType, indexId, price, volume, tickVolume, flags);
}

/** The tree over all values of a tick in series order, from what history stores. */
export function storedValuesTree(at: Millis, values: HashedValues, hash: Hash): MerkleTree {
  const { series, prices, volumes, tickVolumes, flags } = values;
  const leaves = new ValueLeaves(at, hash);
  const hashes = series.map(({ indexType, indexId }, row) => {
    const own = tickVolumes[row]!;
    const tickVolume = Number.isNaN(own) ? NO_TICK_VOLUME : own;
    return leaves.leaf(indexType, indexId, prices[row]!, volumes[row]!, tickVolume, flags[row]!);
  });
  return new MerkleTree(VALUES, hash, hashes);
}

/** The same tree, from the tick itself. */
export function valuesTree(
  { marketIds, assetIds }: Pick<ReferenceLayout, 'marketIds' | 'assetIds'>,
  { at, mwa, gwa, lx }: TickOutput,
  hash: Hash,
): MerkleTree {
  const leaves = new ValueLeaves(at, hash);
  const hashes: string[] = [];
  const add = (type: IndexType, ids: readonly string[], { price, volume, flags }: ValueColumns) => {
    for (let i = 0; i < ids.length; i++)
      if (price[i] !== 0)
        hashes.push(leaves.leaf(type, ids[i]!, price[i]!, volume[i]!, NO_TICK_VOLUME, flags[i]!));
  };
  add('MWA', marketIds, mwa);
  add('GWA', assetIds, gwa);
  for (const value of lx.toSorted((a, b) => compareIds(a.indexId, b.indexId)))
    hashes.push(leaves.leaf('LX', value.indexId, value.price, value.volume, value.tickVolume, value.flags));
  return new MerkleTree(VALUES, hash, hashes);
}
