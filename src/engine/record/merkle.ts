import type { Hash } from './record-hash.ts';

/**
 * A Merkle tree over leaves in a given order. All hashes are hex texts of the given hash function, and hashes are input to other
 * hashes as this text, so that a path can be verified with a shell.
 *
 *     leaf  H(00 letter bytes)
 *     node  H(01 letter child child ...)    up to `fanOut` children; a node with one child is that child
 *     root  H(02 letter count top)          count in ASCII digits and a blank; top is empty without leaves
 *
 * The first byte separates leaves, nodes and roots, the letter separates trees, and the root covers the count: a path is valid
 * for exactly one position in a tree of exactly one size.
 */
export interface TreeKind {
  readonly letter: string;
  readonly fanOut: number;
}

/** Few children make short paths, many make fewer hashes: a tick has thousands of values, a day a few thousand records. */
export const VALUES: TreeKind = { letter: 'V', fanOut: 8 };
export const INPUTS: TreeKind = { letter: 'I', fanOut: 8 };
export const DAY: TreeKind = { letter: 'D', fanOut: 2 };

/** The length of the prefix of a leaf. */
export const LEAF_PREFIX_BYTES = 2;

const LEAF = 0;
const NODE = 1;
const ROOT = 2;
const HASH_CHARACTERS = 64;

/** The position of a leaf, and the sibling hashes on the path to the root: for each level those of its node, left to right. */
export interface LeafPath {
  readonly index: number;
  /** The number of leaves of the tree. */
  readonly count: number;
  readonly path: readonly string[];
}

/** Writes the prefix of a leaf. */
export function prefixLeaf(bytes: Uint8Array, offset: number, { letter }: TreeKind): void {
  bytes[offset] = LEAF;
  bytes[offset + 1] = letter.charCodeAt(0);
}

export function leafHash(kind: TreeKind, leaf: Uint8Array, hash: Hash): string {
  const bytes = new Uint8Array(LEAF_PREFIX_BYTES + leaf.length);
  prefixLeaf(bytes, 0, kind);
  bytes.set(leaf, LEAF_PREFIX_BYTES);
  return hash(bytes);
}

export class MerkleTree {
  readonly #kind: TreeKind;
  readonly #hash: Hash;
  /** From the leaves up to the top node. */
  readonly #levels: string[][];
  readonly #scratch: Uint8Array;

  /** `leaves`: their hashes, from `leafHash`. */
  constructor(kind: TreeKind, hash: Hash, leaves: readonly string[] = []) {
    this.#kind = kind;
    this.#hash = hash;
    this.#scratch = new Uint8Array(2 + kind.fanOut * HASH_CHARACTERS);
    this.#levels = [[...leaves]];
    for (let level = this.#levels[0]!; level.length > 1; level = this.#levels.at(-1)!) {
      const above: string[] = [];
      for (let from = 0; from < level.length; from += kind.fanOut) above.push(this.#node(level, from));
      this.#levels.push(above);
    }
  }

  get count(): number {
    return this.#levels[0]!.length;
  }

  leaf(index: number): string | undefined {
    return this.#levels[0]![index];
  }

  /** Computes one hash per level of the tree. */
  append(leaf: string): void {
    this.#levels[0]!.push(leaf);
    for (let l = 0; this.#levels[l]!.length > 1; l++) {
      const level = this.#levels[l]!;
      const last = Math.floor((level.length - 1) / this.#kind.fanOut);
      const above = (this.#levels[l + 1] ??= []);
      above[last] = this.#node(level, last * this.#kind.fanOut);
    }
  }

  get root(): string {
    return rootHash(this.#kind, this.count, this.#levels.at(-1)![0] ?? '', this.#hash);
  }

  /** Throws a RangeError if there is no such leaf. */
  pathOf(index: number): LeafPath {
    if (!(index >= 0 && index < this.count)) throw new RangeError(`there is no leaf ${index}`);
    const path: string[] = [];
    let position = index;
    for (const level of this.#levels.slice(0, -1)) {
      const [from, to] = groupOf(position, level.length, this.#kind);
      for (let i = from; i < to; i++) if (i !== position) path.push(level[i]!);
      position = Math.floor(position / this.#kind.fanOut);
    }
    return { index, count: this.count, path };
  }

  #node(level: readonly string[], from: number): string {
    const to = Math.min(from + this.#kind.fanOut, level.length);
    if (to - from === 1) return level[from]!;
    this.#scratch[0] = NODE;
    this.#scratch[1] = this.#kind.letter.charCodeAt(0);
    let offset = 2;
    for (let i = from; i < to; i++) offset = writeAscii(this.#scratch, offset, level[i]!);
    return this.#hash(this.#scratch.subarray(0, offset));
  }
}

/** The root that follows from a leaf and its path; undefined if the path does not fit a tree of that size. */
export function rootByPath(
  kind: TreeKind,
  leaf: string,
  { index, count, path }: LeafPath,
  hash: Hash,
): string | undefined {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(count) || index < 0 || index >= count)
    return undefined;
  const left = [...path];
  let top = leaf;
  let position = index;
  for (let length = count; length > 1; length = Math.ceil(length / kind.fanOut)) {
    const [from, to] = groupOf(position, length, kind);
    const beside = left.splice(0, to - from - 1);
    if (beside.length < to - from - 1 || !beside.every(isHash)) return undefined;
    const children = beside.toSpliced(position - from, 0, top);
    if (children.length > 1) top = hash(tagged(NODE, kind, children.join('')));
    position = Math.floor(position / kind.fanOut);
  }
  return left.length === 0 ? rootHash(kind, count, top, hash) : undefined;
}

function groupOf(position: number, length: number, { fanOut }: TreeKind): readonly [number, number] {
  const from = position - (position % fanOut);
  return [from, Math.min(from + fanOut, length)];
}

function rootHash(kind: TreeKind, count: number, top: string, hash: Hash): string {
  return hash(tagged(ROOT, kind, `${count} ${top}`));
}

function tagged(tag: number, { letter }: TreeKind, text: string): Uint8Array {
  const bytes = new Uint8Array(2 + text.length);
  bytes[0] = tag;
  bytes[1] = letter.charCodeAt(0);
  writeAscii(bytes, 2, text);
  return bytes;
}

function writeAscii(bytes: Uint8Array, offset: number, text: string): number {
  for (let i = 0; i < text.length; i++) bytes[offset + i] = text.charCodeAt(i);
  return offset + text.length;
}

function isHash(text: unknown): boolean {
  return typeof text === 'string' && /^[0-9a-f]{64}$/.test(text);
}
