import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { didYouMean, editDistance, nearestWord } from '../../../../src/core/text/nearest-word.ts';

describe('the distance of words', () => {
  test.each([
    ['', '', 0],
    ['list', 'list', 0],
    ['lst', 'list', 1],
    ['lits', 'list', 1],
    ['liist', 'list', 1],
    ['mist', 'list', 1],
    ['', 'list', 4],
    ['verify', 'status', 6],
  ])('%j and %j: %i', (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance);
  });

  test('is symmetric, and at most the length of the longer word', () => {
    const word = fc.string({ maxLength: 12 });
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(editDistance(a, b)).toBe(editDistance(b, a));
        expect(editDistance(a, b)).toBeLessThanOrEqual(Math.max(a.length, b.length));
        expect(editDistance(a, b) === 0).toBe(a === b);
      }),
    );
  });
});

describe('the suggested word', () => {
  const COMMANDS = ['serve', 'status', 'clients', 'keys', 'backup', 'backfill', 'MWA'];

  test.each([
    ['serv', 'serve'],
    ['client', 'clients'],
    ['statsu', 'status'],
    ['stat', 'status'],
    ['mwa', 'MWA'],
    ['bakcup', 'backup'],
  ])('for %j is %j', (typed, meant) => {
    expect(nearestWord(typed, COMMANDS)).toBe(meant);
  });

  test.each(['dance', 'x', '', 'serpentine'])('does not exist if none is near: %j', (typed) => {
    expect(nearestWord(typed, COMMANDS)).toBeUndefined();
  });

  test('is phrased as a question', () => {
    expect(didYouMean('key', COMMANDS)).toBe(": did you mean 'keys'?");
    expect(didYouMean('dance', COMMANDS)).toBe('');
  });
});
