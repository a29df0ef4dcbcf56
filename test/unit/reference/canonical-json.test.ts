import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareIds } from '../../../src/core/ids/id-order.ts';
import { canonicalJson } from '../../../src/reference/versions/reference-hash.ts';

/** With JSON itself, and sorted members. */
function plainly(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) => {
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => compareIds(a, b)));
  });
}

test('is the JSON of the value with members sorted by name', () => {
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      fc.string({ unit: 'binary' }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('tree'), { maxLength: 5 }),
      fc.dictionary(
        fc.stringMatching(/^[a-zA-Z"\\ -]{1,6}$/),
        fc.oneof(tie('tree'), fc.constant(undefined)),
        { maxKeys: 6, noNullPrototype: true },
      ),
    ),
  }));
  fc.assert(
    fc.property(tree, (value) => {
      expect(canonicalJson(value)).toBe(plainly(value));
    }),
    { numRuns: 500 },
  );
});
