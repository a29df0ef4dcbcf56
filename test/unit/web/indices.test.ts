import type { IndexReceipt } from '@tidemark/sdk';
import { expect, test } from 'vitest';
import { constituentRows } from '../../../web/src/views/indices/lx.ts';
import { marketOf } from '../../../web/src/views/indices/path-data.ts';
import { volumeBars } from '../../../web/src/views/indices/tick-volumes.tsx';

const at = (slot: number) => new Date(Date.UTC(2026, 2, 1, 12) + slot * 30_000).toISOString();

test('bars stand at their slots: what is missing is a gap, and what is too old for the picture has none', () => {
  const ticks = [
    { timestamp: at(100), tickVolume: '3' },
    { timestamp: at(98), tickVolume: '2' },
    { timestamp: at(97) },
    { timestamp: at(41), tickVolume: '1' },
    { timestamp: at(40), tickVolume: '9' },
  ];
  expect(volumeBars(ticks).map(({ slot, volume }) => [slot, volume])).toEqual([
    [59, 3],
    [57, 2],
    [0, 1],
  ]);
  expect(volumeBars([])).toEqual([]);
});

test('constituents of one market name are told apart by the ids of their markets', () => {
  const constituent = (exchangeId: string, marketId: string) => ({
    exchangeId,
    marketId,
    exchange: exchangeId,
    market: 'BTC_USD',
    source: 'TICKER',
    trades: [],
    silentTicks: '0',
    price: '101',
    share: '0.5',
  });
  const receipt = {
    price: '100',
    constituents: [constituent('one', 'market-1'), constituent('two', 'market-2')],
  } as unknown as IndexReceipt;
  expect(constituentRows(receipt).map(({ market, marketId }) => [market, marketId])).toEqual([
    ['BTC_USD', 'market-1'],
    ['BTC_USD', 'market-2'],
  ]);
});

test('how far a market is off is of the asset, whichever end of the market the asset is', () => {
  type ReceiptMarket = NonNullable<IndexReceipt['markets']>[number];
  const offBps = (side: ReceiptMarket['side'], residualBps?: string) =>
    marketOf({
      side,
      residualBps,
      rate: '1',
      weight: '1',
      share: '1',
      exchanges: [],
    } as unknown as ReceiptMarket).offBps;
  expect(offBps('BASE', '-1.5')).toBe(-1.5);
  expect(offBps('QUOTE', '-1.5')).toBe(1.5);
  expect(offBps('QUOTE')).toBeUndefined();
});
