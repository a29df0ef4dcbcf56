import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashText, hashTextAfter } from '../../../src/simulator/hash.ts';

test('a text hashes alike whole and in two parts', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (beginning, end) => {
      expect(hashTextAfter(beginning)(end)).toBe(hashText(beginning + end));
    }),
  );
});
