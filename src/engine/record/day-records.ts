import { dayOfTick, type Millis } from '../../core/time.ts';
import { DAY, leafHash, MerkleTree } from './merkle.ts';
import type { Hash } from './record-hash.ts';

/**
 * The tree over the records of a day, in chronological order. The record of each tick contains the root from before that tick: so
 * the last record of a day, or any other, covers all earlier records of its day.
 */
export class DayRecords {
  readonly #hash: Hash;
  #day: Millis = Number.NaN;
  #tree: MerkleTree;

  constructor(hash: Hash) {
    this.#hash = hash;
    this.#tree = new MerkleTree(DAY, hash);
  }

  /** The root over the records so far of the day that the tick belongs to. */
  rootAt(at: Millis): string {
    return dayOfTick(at) === this.#day ? this.#tree.root : this.emptyRoot;
  }

  /** The root of a day without records. */
  get emptyRoot(): string {
    return new MerkleTree(DAY, this.#hash).root;
  }

  /** Adds the record of the next tick. */
  add(at: Millis, recordHash: string): void {
    if (dayOfTick(at) !== this.#day) {
      this.#day = dayOfTick(at);
      this.#tree = new MerkleTree(DAY, this.#hash);
    }
    this.#tree.append(recordLeaf(recordHash, this.#hash));
  }
}

/** The leaf of a record in the tree of its day: the hex text of its hash. */
export function recordLeaf(recordHash: string, hash: Hash): string {
  return leafHash(
    DAY,
    Uint8Array.from(recordHash, (character) => character.charCodeAt(0)),
    hash,
  );
}
