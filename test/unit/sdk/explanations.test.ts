import { expect, test } from 'vitest';
import { FLAGS } from '../../../src/core/index-value.ts';
import { SCREEN_OUTCOMES } from '../../../src/engine/market/screen.ts';
import { flagSentence, refusalSentence } from '../../../sdk/src/index.ts';

test('every flag of the service has a sentence', () => {
  for (const flag of FLAGS) expect(flagSentence(flag)).toMatch(/^[A-Z].*\.$/);
  expect(flagSentence('THIN', 'MWA')).not.toBe(flagSentence('THIN', 'GWA'));
});

test('the reason of a thin GWA is also true with strict flags, which count exchanges of tier A', () => {
  expect(flagSentence('THIN', 'GWA')).toMatch(/^A single exchange could .*unless flags are strict/);
});

test('every reason of a refusal has a sentence', () => {
  const reasons = SCREEN_OUTCOMES.filter((each) => each !== 'ACCEPTED' && each !== 'NO_TICKER');
  for (const reason of [...reasons, 'NO_RATE']) expect(refusalSentence(reason)).toMatch(/^[A-Z].*\.$/);
});

test('an unknown reason has none', () => {
  expect(flagSentence('constructor')).toBeUndefined();
  expect(refusalSentence('constructor')).toBeUndefined();
});
