import { expect, test } from 'vitest';
import { loadCcxtClass } from '../../../../../../src/sources/live/ccxt/ccxt-library.ts';
import { bestQuotes } from '../../../../../../src/sources/live/ccxt/entries/best-quotes.ts';

/** From the documentation of Coinone. */
const COINONE = {
  quote_currency: 'krw',
  target_currency: 'btc',
  timestamp: 1701073357818,
  high: '50543000.0',
  low: '49945000.0',
  first: '50487000.0',
  last: '50062000.0',
  quote_volume: '11349804285.3859',
  target_volume: '226.07268994',
  best_asks: [{ price: '50081000.0', qty: '0.18471358' }],
  best_bids: [{ price: '50062000.0', qty: '0.04213455' }],
  id: '1701073357818001',
};

test('Coinone has bid and ask', async () => {
  const coinone = new (await loadCcxtClass('coinone'))({ number: String }) as unknown as {
    parseTicker(ticker: object): { bid?: unknown; ask?: unknown };
  };
  expect(bestQuotes(coinone.parseTicker(COINONE))).toEqual({ bid: '50062000.0', ask: '50081000.0' });
});

test('values read by ccxt stay, and missing ones are absent', () => {
  const info = { best_bids: [{ price: '1' }], best_asks: [] };
  expect(bestQuotes({ bid: '5', info })).toEqual({ bid: '5', ask: undefined });
  expect(bestQuotes({ bid: '5', ask: '6' })).toEqual({ bid: '5', ask: '6' });
});
