import { expect, test } from 'vitest';
import type { IndexReceipt } from '../../../sdk/src/contract.ts';
import { pointText } from '../../../web/src/receipt/point-words.ts';
import { modelOf } from '../../../web/src/receipt/receipt-model.ts';

const LINE = {
  exchange: 'Here',
  tier: 'A',
  last: '100',
  price: '100',
  reportedVolume: '5',
  believedVolume: '5',
  share: '1',
  ticksSinceChange: '70',
  clamped: false,
};

const receipt = {
  indexType: 'MWA',
  market: 'BTC_USD',
  price: '100',
  reference: '100',
  state: {},
  exchanges: [{ ...LINE, exchangeId: 'a', ageMs: 6000 }],
  refused: [
    { ...LINE, exchangeId: 'b', ageMs: 121_000, reason: 'STALE' },
    { ...LINE, exchangeId: 'c', ageMs: 6000, reason: 'STALE' },
    { ...LINE, exchangeId: 'd', reason: 'NEW' },
  ],
} as unknown as IndexReceipt;

const model = modelOf(receipt, undefined);
const textOf = (wanted: string) =>
  pointText(
    model.points.find(({ id }) => id === wanted)!,
    model,
  );

test('the age of a ticker is shown with its numbers', () => {
  expect(textOf('a')).toContain(' · 6 s old · ');
  expect(textOf('d')).not.toContain(' old');
});

test('a refused exchange says why in words', () => {
  expect(textOf('b')).toContain('rejected: its ticker is 2 min old, more than the 90 s that are allowed');
  expect(textOf('c')).toContain('rejected: its price has not changed for 35 min while others moved');
  expect(textOf('d')).toContain('rejected: it was listed less than 30 days ago, so its trust is 0');
});
