import { expect, test } from 'vitest';
import { exampleOf } from '../../../../../src/sources/live/ports/left-out.ts';

test.each<[string, string | undefined, unknown, string]>([
  ['its member name', 'BTC_USDT', { status: 'online', symbol: 'other' }, 'BTC_USDT'],
  ['its symbol', undefined, { status: 'online', symbol: 'BTCUSDT' }, 'BTCUSDT'],
  ['its pair', undefined, { type: 'spot', pair: 'btc-usd' }, 'btc-usd'],
  ['a member that says so', undefined, { base: 'BTC', instrument_id: 'BTC-USD' }, 'BTC-USD'],
  ['its market before its id', undefined, { id: 'x17', MarketName: 'BTC-LTC' }, 'BTC-LTC'],
  ['a short name', undefined, { e: 'ticker', s: 'BTCUSD' }, 'BTCUSD'],
  ['the first text', undefined, ['tBTCUSD', 1, 2], 'tBTCUSD'],
  ['what it is', undefined, null, 'null'],
])('an entry that is left out is named by %s', (_, key, value, name) => {
  expect(exampleOf(key, value)).toBe(name);
});
