import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { didYouMean, editDistance, nearestWord } from '../../../../src/core/text/nearest-word.ts';

describe('how far words are apart', () => {
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

  test('is the same both ways, and never more than the longer word has letters', () => {
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

describe('the word that was meant', () => {
  const COMMANDS = ['serve', 'status', 'clients', 'keys', 'backup', 'backfill', 'MWA'];

  test.each([
    ['serv', 'serve'],
    ['client', 'clients'],
    ['statsu', 'status'],
    ['stat', 'status'],
    ['mwa', 'MWA'],
    ['bakcup', 'backup'],
  ])('by %j is %j', (typed, meant) => {
    expect(nearestWord(typed, COMMANDS)).toBe(meant);
  });

  test.each(['dance', 'x', '', 'serpentine'])('is not guessed where none is near: %j', (typed) => {
    expect(nearestWord(typed, COMMANDS)).toBeUndefined();
  });

  test('is put as a question', () => {
    expect(didYouMean('key', COMMANDS)).toBe(": did you mean 'keys'?");
    expect(didYouMean('dance', COMMANDS)).toBe('');
  });
});
