import { describe, expect, test } from 'vitest';
import type { IndexReceipt } from '../../../../sdk/src/contract.ts';
import { reachOf, verifyReceipt, whatIf } from '../../../../sdk/src/verify/index.ts';
import { IN_VERSION_1, IN_VERSION_2, quietWorld, receiptsOf } from '../../../support/receipt-worlds.ts';

const PATIENCE_MS = 900_000;
const TIMES = 10;

const moveBps = (before: IndexReceipt, after: IndexReceipt | undefined) =>
  (Number(after?.price) / Number(before.price) - 1) * 1e4;
/** At the second tick, because the first has no earlier prices of assets. */
const named = (receipts: readonly IndexReceipt[], name: string) =>
  receipts.findLast(({ market, asset }) => market === name || asset === name)!;

/** Its heaviest market, at a multiple of its rate. */
function withRate(receipt: IndexReceipt, times: number): IndexReceipt {
  const heaviest = receipt.markets!.toSorted((a, b) => Number(b.share) - Number(a.share))[0]!;
  const rate = String(Number(heaviest.rate) * times);
  const markets = receipt.markets!.map((market) => (market === heaviest ? { ...market, rate } : market));
  return { ...receipt, markets };
}

describe('the value of other inputs', () => {
  const receipts = [...receiptsOf(quietWorld(IN_VERSION_2, 2), 1)];

  test(
    'is the value itself without a change',
    () => {
      const others = receipts.filter((receipt) => whatIf(receipt)?.price !== receipt.price);
      expect(others.map(({ market, asset, name }) => market ?? asset ?? name)).toEqual([]);
      expect(new Set(receipts.map(({ indexType }) => indexType))).toEqual(new Set(['MWA', 'GWA', 'LX']));
    },
    PATIENCE_MS,
  );

  test('of a market: an exchange with ten times its price is refused', () => {
    const receipt = named(receipts, 'BTC_USD');
    const [first, ...rest] = receipt.exchanges!;
    const { bid: _bid, ask: _ask, ...liar } = first!;
    const last = String(Number(liar.last) * TIMES);
    const after = whatIf({ ...receipt, exchanges: [{ ...liar, last }, ...rest] });
    expect(after?.refused?.find(({ exchangeId }) => exchangeId === liar.exchangeId)?.reason).toBe('OUTLIER');
    expect(Math.abs(moveBps(receipt, after))).toBeLessThan(20);
  });

  test('of an asset: a market that is far off loses its weight, which it keeps in the receipt alone', () => {
    const receipt = named(receipts, 'ETH');
    const altered = withRate(receipt, 1.2);
    const after = whatIf(altered);
    expect(Math.abs(moveBps(receipt, after))).toBeLessThan(
      Math.abs(moveBps(receipt, verifyReceipt(altered).computed)) / 5,
    );
    expect(verifyReceipt(after!).isRight).toBe(true);
  });

  test('is absent if the inputs are not a receipt', () => {
    expect(whatIf({ ...receipts[0]!, price: 'much' })).toBeUndefined();
  });
});

test('how far prices may lie from a reference is that of its methodology', () => {
  const clampIn = (at: number) => {
    const [receipt] = receiptsOf(quietWorld(at, 1), 1);
    return reachOf(receipt!);
  };
  expect(clampIn(IN_VERSION_1)).toEqual({ clamp: 0.001, outlier: 0.05 });
  expect(clampIn(IN_VERSION_2)).toEqual({ clamp: 0.0005, outlier: 0.05 });
  expect(reachOf({ methodology: '99' })).toBeUndefined();
});
