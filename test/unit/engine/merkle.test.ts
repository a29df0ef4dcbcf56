import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { sha256 } from '../../../src/app/process/sha256.ts';
import { DAY, INPUTS, leafHash, MerkleTree, rootByPath, VALUES } from '../../../src/engine/record/merkle.ts';
import { joinRoots, splitRoots } from '../../../src/engine/record/record-roots.ts';

const KINDS = [VALUES, INPUTS, DAY];
const leavesOf = (count: number, kind = VALUES) =>
  Array.from({ length: count }, (_, i) => leafHash(kind, Uint8Array.of(i, i >> 8), sha256));
const hex = (...parts: readonly (string | number)[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(typeof part === 'number' ? Uint8Array.of(part) : part);
  return hash.digest('hex');
};

describe('a tree', () => {
  test('matches the documentation', () => {
    const leaves = leavesOf(9);
    const [a, b] = leaves as [string, string];
    expect(b).toBe(hex(0, 'V', 1, 0));
    const top = hex(1, 'V', hex(1, 'V', ...leaves.slice(0, 8)), leaves[8]!);
    expect(new MerkleTree(VALUES, sha256, leaves).root).toBe(hex(2, 'V', '9 ', top));
    expect(new MerkleTree(VALUES, sha256, [a]).root).toBe(hex(2, 'V', '1 ', a));
    expect(new MerkleTree(VALUES, sha256).root).toBe(hex(2, 'V', '0 '));
  });

  test.each(KINDS)(
    '$letter: every leaf leads to the root, only at its position in a tree of its size',
    (kind) => {
      for (const count of [1, 2, 3, 4, 5, 8, 9, 16, 17, 63, 64, 65, 300]) {
        const leaves = leavesOf(count, kind);
        const tree = new MerkleTree(kind, sha256, leaves);
        for (const [i, leaf] of leaves.entries()) {
          const path = tree.pathOf(i);
          expect(rootByPath(kind, leaf, path, sha256)).toBe(tree.root);
          if (i % 7 > 0) continue;
          const others = [
            { ...path, index: i + 1 },
            { ...path, index: i - 1 },
            { ...path, count: count + 1 },
            { ...path, count: count - 1 },
            { ...path, index: i + 0.5 },
            { ...path, path: [...path.path, leaf] },
            { ...path, path: path.path.slice(1) },
            { ...path, path: path.path.map((each, n) => (n === 0 ? leaf : each)) },
            { ...path, path: path.path.map((each) => each.toUpperCase()) },
          ].filter((other) => JSON.stringify(other) !== JSON.stringify(path));
          for (const other of others) expect(rootByPath(kind, leaf, other, sha256)).not.toBe(tree.root);
          expect(rootByPath(kind, sha256(Uint8Array.of(1)), path, sha256)).not.toBe(tree.root);
        }
      }
    },
  );

  test.each(KINDS)('$letter: grows leaf by leaf into the tree of all of them', (kind) => {
    const growing = new MerkleTree(kind, sha256);
    for (const [i, leaf] of leavesOf(70, kind).entries()) {
      growing.append(leaf);
      const whole = new MerkleTree(kind, sha256, leavesOf(i + 1, kind));
      expect(growing.root).toBe(whole.root);
      expect(growing.pathOf(i >> 1)).toEqual(whole.pathOf(i >> 1));
    }
  });

  test('of another kind has another root, and a node is not a leaf', () => {
    const leaves = leavesOf(4);
    expect(new MerkleTree(VALUES, sha256, leaves).root).not.toBe(new MerkleTree(INPUTS, sha256, leaves).root);
    const node = Buffer.from(leaves.join(''));
    expect(leafHash(VALUES, node, sha256)).not.toBe(hex(1, 'V', ...leaves));
  });

  test('of a full world has paths of at most 35 hashes, of a day of 12', () => {
    const world = new MerkleTree(VALUES, sha256, leavesOf(8201));
    expect(Math.max(...[0, 4000, 8200].map((i) => world.pathOf(i).path.length))).toBeLessThanOrEqual(35);
    const day = new MerkleTree(DAY, sha256, leavesOf(2879, DAY));
    expect(day.pathOf(100).path.length).toBe(12);
  });

  test('has no path for a missing leaf', () => {
    expect(() => new MerkleTree(VALUES, sha256, leavesOf(2)).pathOf(2)).toThrow(RangeError);
  });
});

describe('roots in a record', () => {
  test('are the base64url of their bytes', () => {
    const [values, inputs, day] = leavesOf(3) as [string, string, string];
    const text = joinRoots({ values, inputs, day });
    expect(text).toBe(Buffer.from(values + inputs + day, 'hex').toString('base64url'));
    expect(splitRoots(text)).toEqual({ values, inputs, day });
  });

  test.each([undefined, '', 'a'.repeat(127), 'a'.repeat(129), `${'a'.repeat(127)}=`, 3])(
    '%j is not a root',
    (text) => {
      expect(splitRoots(text)).toBeUndefined();
    },
  );
});
