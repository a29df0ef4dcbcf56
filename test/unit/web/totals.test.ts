import { expect, test, vi } from 'vitest';
import { Board } from '../../../web/src/data/board.ts';
import { totalsOf } from '../../../web/src/views/market/totals.ts';
import { json, refused, settled } from '../sdk/fake-service.ts';
import { BTC, ETH, slotTime, tickOf } from '../sdk/fake-stream.ts';
import { liveWorld } from './page-world.ts';

const cap = (assetId: string, symbol: string, rank: number, price: string) => ({
  id: `${assetId} 1`,
  assetId,
  symbol,
  name: symbol,
  slugName: symbol.toLowerCase(),
  marketCapRank: String(rank),
  volumeRank: String(rank),
  price,
  volume: '2',
  freeFloatSupply: '100',
  timestamp: slotTime(1),
});
const ALL = [cap(BTC, 'BTC', 1, '30'), cap(ETH, 'ETH', 2, '10')];

test('the market is summed up once all assets are there, and with live values from then on', async () => {
  const { fake, live, tidemark, frames } = liveWorld();
  const board = new Board({ tidemark, live, clock: fake.service.clock, onRefused: () => undefined });
  let isOpen = false;
  fake.service.on('/market-cap', ({ query }) =>
    query['top'] ? json({ content: ALL.slice(0, 1) }) : isOpen ? json({ content: ALL }) : refused(400, 'NO'),
  );
  const end = board.use();
  await settled();
  expect(board.rows.value).toHaveLength(1);
  expect(totalsOf(board, live)).toBeUndefined();
  isOpen = true;
  await vi.advanceTimersByTimeAsync(5000);
  await settled();
  expect(totalsOf(board, live)).toEqual({ cap: 4000, volume: 80, share: 0.75, largest: 'BTC' });
  fake.connection.tick(tickOf(BTC, 2, { price: '90', volume: '1' }));
  await settled();
  frames.run();
  expect(totalsOf(board, live)).toEqual({ cap: 10_000, volume: 110, share: 0.9, largest: 'BTC' });
  end();
});
