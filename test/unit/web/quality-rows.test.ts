import { expect, test } from 'vitest';
import type { Asset, IndexQuality, Market } from '../../../sdk/src/index.ts';
import { LX } from '../../../web/src/views/indices/lx.ts';
import { qualityRows } from '../../../web/src/views/integrity/quality-rows.ts';

const board = { nameOf: ({ symbol }: { symbol: string }) => symbol, nameOfMarket: (m: Market) => m.name };
const quality = (indexType: IndexQuality['indexType'], indexId: string) =>
  ({ indexType, indexId, flags: [] }) as unknown as IndexQuality;
const qualities = [
  quality('MWA', 'market-1'),
  quality('GWA', 'asset-1'),
  quality('LX', LX[0].id),
  quality('GWA', 'asset-2'),
];
const assets = [{ id: 'asset-1', symbol: 'EUR' }] as unknown as Asset[];
const markets = [{ id: 'market-1', name: 'BTC_USD' }] as unknown as Market[];

test('rows are named as their index, assets without a market cap and liquid indices too', () => {
  const rows = qualityRows(qualities, { assets, markets, board });
  expect(rows.map(({ name }) => name)).toEqual(['BTC_USD', 'EUR', 'BLX', 'asset-2']);
});

test('no ids are shown while names are loaded', () => {
  const rows = qualityRows(qualities, { assets: undefined, markets: undefined, board });
  expect(rows.map(({ name }) => name)).toEqual(['…', '…', 'BLX', '…']);
});
