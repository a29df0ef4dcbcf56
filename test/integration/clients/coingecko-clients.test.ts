import { readFileSync } from 'node:fs';
import Coingecko from '@coingecko/coingecko-typescript';
import * as sdk from 'coingecko-sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DATA_SCOPES } from '../../../src/contract/scopes.ts';
import { Operator } from '../../support/operator.ts';
import { startService, type TestService } from '../../support/service.ts';
import { STANDING_WORLD } from '../../support/standing-world.ts';

/** Published clients of CoinGecko, unmodified except for the base URL. */
let service: TestService;
let baseURL: string;
let key: string;
beforeAll(async () => {
  service = await startService({ argv: [...STANDING_WORLD.argv, '--no-demo'] });
  baseURL = `${service.baseUrl}/coingecko/api/v3`;
  const operator = new Operator(service.folder);
  const { client } = await operator.addClient(DATA_SCOPES);
  key = (await operator.makeUrlToken(client.id, { perMinute: 1000 })).token;
});
afterAll(() => service.close());

describe('the official client', () => {
  const open = (demoAPIKey = key) => new Coingecko({ baseURL, demoAPIKey, maxRetries: 0 });

  test('reads prices and coins', async () => {
    const client = open();
    expect(await client.ping.get()).toEqual({ gecko_says: '(V3) To the Moon!' });
    const prices = await client.simple.price.get({
      ids: 'bitcoin,ethereum',
      vs_currencies: 'usd,eur',
      include_last_updated_at: true,
    });
    expect(prices['bitcoin']?.usd).toBeGreaterThan(0);
    expect(prices['ethereum']?.['eur' as 'usd']).toBeGreaterThan(0);
    expect(prices['bitcoin']?.last_updated_at).toBe(Date.parse(STANDING_WORLD.slot) / 1000);
    expect(await client.simple.supportedVsCurrencies.get()).toContain('eur');
    const coins = await client.coins.list.get();
    expect(coins.map(({ id }) => id)).toContain('bitcoin');
    const markets = await client.coins.markets.get({ vs_currency: 'usd', per_page: 2 });
    expect(markets.map(({ market_cap_rank: rank }) => rank)).toEqual([1, 2]);
    const coin = await client.coins.getID('bitcoin', { tickers: false });
    expect(coin.market_data?.current_price?.usd).toBe(prices['bitcoin']?.usd);
  });

  test('reads charts', async () => {
    const client = open();
    const chart = await client.coins.marketChart.get('bitcoin', { vs_currency: 'usd', days: '1' });
    expect(chart.prices?.at(-1)?.[0]).toBe(Date.parse(STANDING_WORLD.slot));
    const range = await client.coins.marketChart.getRange('bitcoin', {
      vs_currency: 'usd',
      from: '2026-02-28',
      to: '2026-03-01T12:00',
    });
    expect(range.prices?.length).toBe(range.total_volumes?.length);
    const candles = await client.coins.ohlc.get('bitcoin', { vs_currency: 'usd', days: '1' });
    expect(candles.length).toBeGreaterThan(0);
  });

  test('reads global market data', async () => {
    const client = open();
    expect((await client.exchanges.get({ per_page: 1 })).length).toBe(1);
    expect((await client.global.get()).data?.total_market_cap?.['usd' as 'btc']).toBeGreaterThan(0);
    expect((await client.exchangeRates.get()).rates?.['btc']?.value).toBe(1);
  });

  test('understands errors', async () => {
    await expect(open().coins.getID('no-such-coin')).rejects.toThrow(Coingecko.NotFoundError);
    await expect(open(`tmu_${'a'.repeat(43)}`).ping.get()).rejects.toThrow(Coingecko.AuthenticationError);
    await expect(open().coins.markets.get({ vs_currency: 'nothing' })).rejects.toThrow(
      Coingecko.BadRequestError,
    );
  });

  test('also sends its key as a pro key', async () => {
    const client = new Coingecko({ baseURL, proAPIKey: key, maxRetries: 0 });
    expect((await client.ping.get()).gecko_says).toContain('Moon');
  });
});

test('the example of docs/use/coingecko.md uses a served path', async () => {
  const page = readFileSync(new URL('../../../docs/use/coingecko.md', import.meta.url), 'utf8');
  const [, path] = /baseURL: 'http:\/\/localhost:8080([^']+)'/.exec(page) ?? [];
  expect(`${service.baseUrl}${path}`).toBe(baseURL);
  expect(page).toContain("client.simple.price.get({ ids: 'bitcoin', vs_currencies: 'usd' })");
});

describe('another client', () => {
  test('reads prices, markets and charts', async () => {
    sdk.initClient({ accessKey: key, pro: true }).setConfig({ baseUrl: baseURL });
    const prices = await sdk.simplePrice({ query: { ids: 'bitcoin', vs_currencies: 'usd' } });
    expect(prices.data).toEqual({ bitcoin: { usd: expect.any(Number) as number } });
    const markets = await sdk.coinsMarkets({ query: { vs_currency: 'eur', per_page: 3 } });
    expect(markets.data).toMatchObject([{ id: 'bitcoin' }, {}, {}]);
    const chart = await sdk.coinsIdMarketChart({
      path: { id: 'bitcoin' },
      query: { vs_currency: 'usd', days: '1' },
    });
    expect(chart.data).toMatchObject({ market_caps: expect.any(Array) as unknown[] });
    const refused = await sdk.coinsId({ path: { id: 'no-such-coin' } });
    expect(refused.error).toEqual({ error: 'coin not found' });
  });
});
