import { expect, test } from 'vitest';
import { BitmexContracts } from '../../../../../src/sources/live/bitmex/bitmex-contracts.ts';

const NEVER = new AbortController().signal;
const ROW = {
  symbol: 'XBTUSDT',
  typ: 'FFWCSX',
  state: 'Open',
  underlying: 'XBT',
  quoteCurrency: 'USDT',
  settlCurrency: 'USDt',
  underlyingToPositionMultiplier: 1000000,
};

test('a code of BitMEX is used literally, even if it is a property name of every object', async () => {
  const rows = [ROW, { ...ROW, symbol: 'CONSTRUCTOR', underlying: 'constructor' }];
  const api = new BitmexContracts(() => Promise.resolve(JSON.stringify(rows)));
  const { markets } = await api.markets(NEVER);
  expect(markets.map(({ base, settle }) => [base, settle])).toEqual([
    ['BTC', 'USDT'],
    ['constructor', 'USDT'],
  ]);
});
