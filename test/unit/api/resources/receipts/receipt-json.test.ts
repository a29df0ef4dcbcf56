import { expect, test } from 'vitest';
import {
  ENTRIES_PER_TURN,
  receiptJson,
  receiptJsonInTurns,
} from '../../../../../src/api/resources/receipts/receipt-json.ts';

const AT = Date.parse('2026-03-01T00:00:00Z');

test('a long receipt is written in turns of the event loop, with the same text as if written at once', async () => {
  const markets = Array.from({ length: 450 }, (_, i) => ({ name: `m"${i}`, price: i / 7, volume: 1e-9 * i }));
  const rest = { price: 0.1, flags: [], nothing: undefined, markets, inner: { list: [1, 2] }, last: null };
  const receipt = { at: AT, ...rest } as never;
  let turns = 0;
  const text = await receiptJsonInTurns('an id', receipt, async () => void turns++);
  expect(text).toBe(receiptJson('an id', receipt));
  expect(turns).toBe(Math.ceil(450 / ENTRIES_PER_TURN));
});
