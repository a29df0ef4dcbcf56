import { expect, test } from 'vitest';
import { checkListLengths, checkMarketCount } from '../../../../../src/sources/live/ports/list-limits.ts';

const list = (length: number) => Array.from({ length }, (_, i) => ({ symbol: `C${i}` }));

test('a list of 200,000 entries is too large, wherever it lies in an answer', () => {
  const long = list(200_000);
  const byName = Object.fromEntries(long.map((each) => [each.symbol, each]));
  for (const answer of [long, { data: long }, { result: { list: long } }, { result: byName }, [[long]]])
    expect(() => checkListLengths(answer)).toThrow(
      expect.objectContaining({ kind: 'too-large', message: expect.stringContaining('200000 entries') }),
    );
});

test('the longest lists of real exchanges are not', () => {
  expect(() => checkListLengths({ data: list(15_000), assets: list(30_000) })).not.toThrow();
  expect(() => checkListLengths('text')).not.toThrow();
  expect(() => checkListLengths(null)).not.toThrow();
});

test('fewer markets are read than entries', () => {
  expect(() => checkMarketCount(20_000)).not.toThrow();
  expect(() => checkMarketCount(20_001)).toThrow(expect.objectContaining({ kind: 'too-large' }));
});
