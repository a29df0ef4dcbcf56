import { expect, test } from 'vitest';
import { limitText, resistanceText, toMoveText } from '../../../web/src/format/resistance.ts';

test.each([
  [{ oneExchangeBps: '31.00', exchangesToMove1Percent: 4 }, 'at most 31 bps; moving it by 1 % takes 4.'],
  [
    { oneExchangeBps: '8.21', exchangesToMove1Percent: 12, atLeast: true },
    'at most 8.3 bps; moving it by 1 % takes at least 12.',
  ],
  [{ oneExchangeBps: '2500.00' }, 'at most 2,500 bps.'],
])('%j is said in one sentence', (resistance, end) => {
  expect(resistanceText(resistance)).toBe(`One exchange can move it by ${end}`);
});

test('what was not computed is not mentioned', () => {
  expect(resistanceText({})).toBe('');
  expect(toMoveText({})).toBeUndefined();
  expect(resistanceText({ exchangesToMove1Percent: 3, atLeast: true })).toBe(
    'Moving it by 1 % takes at least 3 exchanges.',
  );
  expect(resistanceText({ exchangesToMove1Percent: 1 })).toBe('Moving it by 1 % takes 1 exchange.');
});

test('a limit is rounded up, and only as far as its digits are real', () => {
  expect([3.1, 3.11, 31, 31.2, 0].map(limitText)).toEqual(['3.1', '3.2', '31', '32', '0.0']);
});
