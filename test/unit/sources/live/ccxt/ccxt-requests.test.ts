import { expect, test } from 'vitest';
import { CcxtExchange } from '../../../../../src/sources/live/ccxt/ccxt-exchange.ts';
import { loadCcxtClass, type CcxtInstance } from '../../../../../src/sources/live/ccxt/ccxt-library.ts';
import { CCXT_BASICS, makeOwnRequests } from '../../../../../src/sources/live/ccxt/ccxt-requests.ts';
import { ReplyCache } from '../../../../../src/sources/live/ccxt/reply-cache.ts';
import type { ExchangeHttp, ExchangeRequest } from '../../../../../src/sources/live/http/exchange-http.ts';
import { PollFailure } from '../../../../../src/sources/live/ports/poll-failure.ts';
import type { ApiKey } from '../../../../../src/sources/live/settings/api-keys.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';

interface Sent extends ExchangeRequest {
  readonly url: string;
}

/** A ccxt exchange whose requests go no further. */
async function opened(id: string, key: object = {}) {
  const Exchange = await loadCcxtClass(id);
  const ccxt = new Exchange({ ...CCXT_BASICS, ...key });
  const sent: Sent[] = [];
  const http = {
    send: async (url: string, request: ExchangeRequest) => {
      sent.push({ url, ...request });
      return { status: 200, headers: {}, text: '{}' };
    },
  } as unknown as ExchangeHttp;
  const replies = new ReplyCache();
  const signal = () => new AbortController().signal;
  makeOwnRequests(ccxt, { http, clock: new ManualClock(0), signal, replies });
  return { ccxt: ccxt as CcxtInstance & Record<string, (...given: unknown[]) => Promise<unknown>>, sent };
}

test('each request has the cost defined by ccxt, by its endpoint and parameters', async () => {
  const { ccxt, sent } = await opened('binance');
  await ccxt['publicGetTicker24hr']!();
  await ccxt['publicGetTicker24hr']!({ symbol: 'BTCUSDT' });
  await Promise.all([ccxt['publicGetExchangeInfo']!(), ccxt['publicGetPing']!()]);
  const cost = (n: number) => sent[n]!.costMs! / ccxt.rateLimit;
  expect(cost(0)).toBeGreaterThan(10 * cost(1));
  expect([sent[2]!.url.includes('exchangeInfo'), cost(2) > cost(3)]).toEqual([true, true]);
});

test('a reprocessed response costs nothing, and later requests keep their own costs', async () => {
  const { ccxt, sent } = await opened('binance');
  for (let i = 0; i < 3; i++) await ccxt['publicGetTicker24hr']!();
  await ccxt['publicGetPing']!();
  expect(sent).toHaveLength(2);
  expect(sent[1]!.costMs).toBeLessThan(sent[0]!.costMs!);
});

const KEY = { apiKey: 'the-key', secret: 'c2VjcmV0', password: 'p', uid: 'u' };

test.each<[string, string, unknown[]]>([
  ['binance', 'privatePostOrder', [{ symbol: 'BTCUSDT' }]],
  ['binance', 'privateGetAccount', []],
  ['binance', 'sapiPostCapitalWithdrawApply', [{ coin: 'BTC' }]],
  ['binance', 'sapiGetCapitalConfigGetall', []],
  ['kraken', 'privatePostAddOrder', [{ pair: 'XBTUSD' }]],
  ['kraken', 'privatePostBalance', []],
  ['okx', 'privatePostTradeOrder', [{ instId: 'BTC-USDT' }]],
  ['okx', 'privateGetAccountBalance', []],
  ['bybit', 'privatePostV5OrderCreate', [{ symbol: 'BTCUSDT' }]],
  ['coinbase', 'v3PrivatePostBrokerageOrders', [{}]],
  ['gate', 'privateAccountGetDetail', []],
])('an API key of %s is not used for %s', async (id, call, given) => {
  const { ccxt, sent } = await opened(id, KEY);
  const failure = await ccxt[call]!(...given).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(PollFailure);
  expect(failure).toMatchObject({ kind: 'refused' });
  expect(JSON.stringify([failure, String(failure)])).not.toContain('the-key');
  expect(sent).toEqual([]);
});

test('public market data is read with a key as without one', async () => {
  const { ccxt, sent } = await opened('kraken', KEY);
  await ccxt['publicGetTicker']!();
  expect(sent.map(({ url }) => url)).toEqual(['https://api.kraken.com/0/public/Ticker']);
});

test.each([
  ['bitget', '{"data":[]}'],
  ['coinbase', '{"data":[],"products":[]}'],
  ['gate', '[]'],
  ['kucoin', '{"code":"200000","data":[]}'],
])('markets of %s are read with a key by the same requests as without one', async (id, text) => {
  const asked = async (key?: ApiKey) => {
    const urls: string[] = [];
    const http = {
      gateway: undefined,
      send: async (url: string) => {
        urls.push(url);
        return { status: 200, headers: {}, text };
      },
    };
    const exchange = await CcxtExchange.open(id, http, new ManualClock(0), undefined, undefined, key);
    await exchange.markets(new AbortController().signal);
    return urls.toSorted();
  };
  const urls = await asked();
  expect(urls.length).toBeGreaterThan(0);
  expect(await asked(KEY)).toEqual(urls);
});
