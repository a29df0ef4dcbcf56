import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestService } from '../../support/service.ts';
import { STANDING_WORLD } from '../../support/standing-world.ts';

const AT = Date.parse(STANDING_WORLD.slot);
const NUMBER = expect.any(Number) as number;

let service: TestService;
beforeAll(async () => {
  service = await startService({ argv: STANDING_WORLD.argv });
});
afterAll(() => service.close());

interface Changed {
  readonly pricePercentChange: { readonly change24h: string };
}

const ask = (path: string) => fetch(`${service.baseUrl}/coingecko/api/v3${path}`);

async function read<T>(path: string): Promise<T> {
  const answer = await ask(path);
  expect([path, answer.status]).toEqual([path, 200]);
  return (await answer.json()) as T;
}

async function refused(path: string): Promise<unknown[]> {
  const answer = await ask(path);
  return [answer.status, await answer.json()];
}

/** Records of the REST route, without paging. */
async function records(path: string): Promise<Record<string, string>[]> {
  const answer = await service.get(path);
  return ((await answer.json()) as { content: Record<string, string>[] }).content;
}

/** So many different names, separated by commas. */
const textsOf = (count: number) => Array.from({ length: count }, (_, n) => `name-${n}`).join();

const gwa = async (slug: string) => (await records(`/v3/index-ticker?slugName=${slug}`))[0]!;

describe('simple', () => {
  test('ping', async () => {
    expect(await read('/ping')).toEqual({ gecko_says: '(V3) To the Moon!' });
  });

  test('price has the reference price with its digits, and converts it', async () => {
    const bitcoin = await gwa('bitcoin');
    const [euro] = await records('/v3/index-ticker?symbol=EUR');
    const [cap] = await records('/v3/market-cap?slugName=bitcoin&percentChange=true');
    const prices = await read<Record<string, Record<string, number>>>(
      '/simple/price?ids=bitcoin,no-such-coin,euro&vs_currencies=usd,EUR,nothing&include_market_cap=true' +
        '&include_24hr_vol=true&include_24hr_change=true&include_last_updated_at=true',
    );
    expect(Object.keys(prices)).toEqual(['bitcoin']);
    const rate = Number(euro!['price']);
    expect(prices['bitcoin']).toEqual({
      usd: Number(bitcoin['price']),
      usd_market_cap: Number(cap!['marketCap']),
      usd_24h_vol: Number(bitcoin['volume']) * Number(bitcoin['price']),
      usd_24h_change: Number((cap as unknown as Changed).pricePercentChange.change24h),
      eur: Number((Number(bitcoin['price']) / rate).toPrecision(8)),
      eur_market_cap: Number((Number(cap!['marketCap']) / rate).toPrecision(8)),
      eur_24h_vol: Number(((Number(bitcoin['volume']) * Number(bitcoin['price'])) / rate).toPrecision(8)),
      eur_24h_change: null,
      last_updated_at: AT / 1000,
    });
  });

  test('price is rounded as asked', async () => {
    const { price } = (await gwa('bitcoin')) as { price: string };
    const rounded = await read('/simple/price?ids=bitcoin&vs_currencies=usd&precision=1');
    expect(rounded).toEqual({ bitcoin: { usd: Number(Number(price).toFixed(1)) } });
  });

  test('supported_vs_currencies are those that can be converted to', async () => {
    const codes = await read<string[]>('/simple/supported_vs_currencies');
    expect(codes).toEqual(expect.arrayContaining(['usd', 'eur', 'btc', 'eth']));
    expect(new Set(codes).size).toBe(codes.length);
    const all = await read<{ bitcoin: Record<string, number> }>(
      `/simple/price?ids=bitcoin&vs_currencies=${codes.join()}`,
    );
    expect(Object.keys(all.bitcoin)).toEqual(expect.arrayContaining(codes));
    expect(all.bitcoin['btc']).toBe(1);
  });
});

describe('coins', () => {
  test('list has the active coins, or the inactive ones', async () => {
    const assets = await records('/v3/asset?type=CRYPTO&status=ACTIVE');
    expect(await read('/coins/list')).toEqual(
      assets.map(({ slugName, symbol, name }) => ({ id: slugName, symbol: symbol!.toLowerCase(), name })),
    );
    const inactive = await records('/v3/asset?type=CRYPTO&status=INACTIVE');
    expect(await read('/coins/list?status=inactive&include_platform=true')).toEqual(
      inactive.map(({ slugName, symbol, name }) => ({
        id: slugName,
        symbol: symbol!.toLowerCase(),
        name,
        platforms: {},
      })),
    );
  });

  test('markets are the market caps, in pages', async () => {
    const caps = await records('/v3/market-cap');
    const first = await read<Record<string, unknown>[]>('/coins/markets?vs_currency=usd&per_page=3');
    expect(first.map(({ market_cap_rank: rank }) => rank)).toEqual([1, 2, 3]);
    const [bitcoin] = await read<Record<string, unknown>[]>('/coins/markets?vs_currency=usd&ids=bitcoin');
    const cap = caps.find(({ symbol }) => symbol === 'BTC')!;
    expect(bitcoin).toMatchObject({
      id: 'bitcoin',
      symbol: 'btc',
      current_price: Number(cap['price']),
      market_cap: Number(cap['marketCap']),
      fully_diluted_valuation: Number(cap['totalMarketCap']),
      circulating_supply: Number(cap['freeFloatSupply']),
      high_24h: null,
      ath: null,
      max_supply: null,
      last_updated: STANDING_WORLD.slot,
    });
    const second = await read<Record<string, unknown>[]>('/coins/markets?vs_currency=usd&per_page=3&page=2');
    expect(second[0]).toMatchObject({ market_cap_rank: 4 });
  });

  test('markets keep flags, and are ordered and extended as asked', async () => {
    const caps = await records('/v3/market-cap');
    const path = '/coins/markets?vs_currency=usd&per_page=250&order=id_desc&sparkline=true';
    const markets = await read<Record<string, unknown>[]>(`${path}&price_change_percentage=24h,1y`);
    const ids = markets.map(({ id }) => id as string);
    expect(ids).toEqual(ids.toSorted().toReversed());
    expect(markets.filter((market) => 'tidemark_flags' in market)).toHaveLength(
      caps.filter(({ flags }) => flags).length,
    );
    expect(markets[0]).toMatchObject({
      sparkline_in_7d: null,
      price_change_percentage_24h_in_currency: NUMBER,
      price_change_percentage_1y_in_currency: null,
    });
  });

  test('a coin has what is known of it, by currency', async () => {
    const { price } = (await gwa('bitcoin')) as { price: string };
    const coin = await read<{ market_data: { current_price: Record<string, number> } }>('/coins/bitcoin');
    expect(coin).toMatchObject({
      id: 'bitcoin',
      name: 'Bitcoin',
      image: null,
      market_cap_rank: 1,
      market_data: { market_cap_rank: 1, high_24h: null, max_supply: null },
      last_updated: STANDING_WORLD.slot,
    });
    expect(coin.market_data.current_price).toMatchObject({ usd: Number(price), btc: 1 });
    expect(await read('/coins/bitcoin?market_data=false')).not.toHaveProperty('market_data');
  });
});

describe('charts', () => {
  interface Chart {
    readonly prices: readonly (readonly [number, number])[];
    readonly market_caps: readonly unknown[];
    readonly total_volumes: readonly unknown[];
    readonly tidemark_flags?: readonly unknown[];
  }

  test.each([
    ['days=1', 5 * 60_000],
    ['days=7', 3_600_000],
    ['days=max', 86_400_000],
    ['days=2&interval=daily', 86_400_000],
  ])('market_chart of %s ends with the current price', async (query, step) => {
    const { price } = (await gwa('bitcoin')) as { price: string };
    const chart = await read<Chart>(`/coins/bitcoin/market_chart?vs_currency=usd&${query}`);
    expect(chart.prices.at(-1)).toEqual([AT, Number(price)]);
    const times = chart.prices.slice(0, -1).map(([at]) => at);
    expect(times.every((at) => at % step === 0 && at <= AT)).toBe(true);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(chart.market_caps.at(-1)).toEqual([AT, null]);
    expect(chart.total_volumes.at(-1)).toEqual([AT, NUMBER]);
  });

  test('a chart in another currency ends with the converted price', async () => {
    const [price, euro] = [await gwa('bitcoin'), (await records('/v3/index-ticker?symbol=EUR'))[0]!];
    const chart = await read<Chart>('/coins/bitcoin/market_chart?vs_currency=eur&days=1');
    expect(chart.prices.at(-1)).toEqual([
      AT,
      Number((Number(price['price']) / Number(euro['price'])).toPrecision(8)),
    ]);
  });

  test('a range takes seconds or dates, and has the closes of candles with their flags', async () => {
    const range = 'from=2026-02-28T12:00:00Z&to=2026-03-01T12:00:00Z';
    const candles = await records(`/v3/candles?interval=1h&symbol=BTC&order=asc&${range}`);
    expect(candles.length).toBeGreaterThan(0);
    const path = '/coins/bitcoin/market_chart/range?vs_currency=usd&interval=hourly';
    const seconds = [Date.parse('2026-02-28T12:00Z') / 1000, AT / 1000];
    const chart = await read<Chart>(`${path}&from=${seconds[0]}&to=${seconds[1]}`);
    expect(chart.prices).toEqual(
      candles.map(({ endTimestamp, close }) => [Date.parse(endTimestamp!), Number(close)]),
    );
    const flagged = candles.filter(({ flags }) => flags);
    expect(chart.tidemark_flags ?? []).toEqual(
      flagged.map(({ endTimestamp, flags }) => [Date.parse(endTimestamp!), flags]),
    );
    expect(await read(`${path}&from=2026-02-28T12:00&to=2026-03-01T12:00`)).toEqual(chart);
    expect(await read(`${path}&from=2027-01-01&to=2027-02-01`)).toMatchObject({ prices: [] });
  });

  test.each([
    ['market_chart?days=max', 'from=0'],
    ['market_chart?days=20000', 'from=1'],
  ])('%s begins with the first record, as %s does', async (chart, from) => {
    const days = await records(
      '/v3/candles?interval=1d&symbol=BTC&order=asc&size=2&from=2014-01-01T00:00:00Z',
    );
    const first = [Date.parse(days[0]!['endTimestamp']!), Number(days[0]!['close'])];
    expect((await read<Chart>(`/coins/bitcoin/${chart}&vs_currency=usd`)).prices[0]).toEqual(first);
    const range = await read<Chart>(
      `/coins/bitcoin/market_chart/range?vs_currency=usd&${from}&to=${AT / 1000}`,
    );
    expect(range.prices[0]).toEqual(first);
  });

  test('ohlc has candles by their end', async () => {
    const candles = await records('/v3/candles?interval=4h&symbol=BTC&order=asc&from=2026-02-22T12:00:05Z');
    const complete = candles.filter(({ complete: done }) => done);
    expect(complete.length).toBeGreaterThan(0);
    expect(await read('/coins/bitcoin/ohlc?vs_currency=usd&days=7&precision=full')).toEqual(
      complete.map(({ endTimestamp, open, high, low, close, flags }) => [
        Date.parse(endTimestamp!),
        ...[open, high, low, close].map(Number),
        ...(flags ? [flags] : []),
      ]),
    );
  });
});

describe('the whole market', () => {
  test('exchanges have their names', async () => {
    const exchanges = await read<Record<string, unknown>[]>('/exchanges?per_page=250');
    expect(exchanges).toContainEqual(
      expect.objectContaining({ id: 'kraken', name: 'Kraken', trust_score: null, country: null }),
    );
    expect(await read('/exchanges?per_page=1&page=2')).toEqual([exchanges[1]]);
  });

  test('global is the total of market caps', async () => {
    const total = (await (await service.get('/v3/market-cap/total')).json()) as Record<string, string>;
    const { data } = await read<{ data: Record<string, Record<string, number>> }>('/global');
    expect(data['total_market_cap']!['usd']).toBe(Number(total['marketCap']));
    expect(data['total_volume']!['usd']).toBe(Number(total['volumeUsd']));
    expect(data['market_cap_percentage']).toEqual({ btc: Number(total['btcShare']) });
    expect(data).toMatchObject({ updated_at: AT / 1000, market_cap_change_percentage_24h_usd: null });
  });

  test('exchange_rates are per bitcoin', async () => {
    const { price } = (await gwa('bitcoin')) as { price: string };
    const { rates } = await read<{ rates: Record<string, object> }>('/exchange_rates');
    expect(rates['btc']).toEqual({ name: 'Bitcoin', unit: 'BTC', value: 1, type: 'crypto' });
    expect(rates['usd']).toEqual({ name: 'US Dollar', unit: 'USD', value: Number(price), type: 'fiat' });
  });
});

describe('errors have the form of CoinGecko', () => {
  test.each([
    ['/coins/no-such-coin', 404, { error: 'coin not found' }],
    ['/coins/euro', 404, { error: 'coin not found' }],
    ['/coins/no-such-coin/market_chart?vs_currency=usd&days=1', 404, { error: 'coin not found' }],
    ['/coins/no-such-coin/ohlc?vs_currency=usd&days=1', 404, { error: 'coin not found' }],
    ['/no/such/route', 404, { error: 'there is no such route' }],
    ['/simple/price?ids=bitcoin', 400, { error: 'Missing parameter vs_currencies' }],
    ['/simple/price?vs_currencies=usd', 400, { error: 'Missing parameter ids' }],
    ['/coins/markets', 400, { error: 'Missing parameter vs_currency' }],
    ['/coins/bitcoin/ohlc?vs_currency=usd', 400, { error: 'Missing parameter days' }],
  ])('%s', async (path, status, body) => {
    expect(await refused(path)).toEqual([status, body]);
  });

  test.each([
    ['/coins/markets?vs_currency=nothing', 'vs_currency'],
    ['/coins/markets?vs_currency=usd&category=layer-1', 'category'],
    ['/coins/markets?vs_currency=usd&symbols=btc', 'symbols'],
    ['/coins/markets?vs_currency=usd&order=gecko_desc', 'order'],
    ['/coins/markets?vs_currency=usd&per_page=251', 'per_page'],
    ['/coins/markets?vs_currency=usd&page=0', 'page'],
    ['/simple/price?ids=bitcoin&vs_currencies=usd&names=Bitcoin', 'names'],
    ['/simple/price?ids=bitcoin&vs_currencies=usd&precision=19', 'precision'],
    [`/simple/price?ids=${textsOf(250)}&vs_currencies=${textsOf(11)}`, 'vs_currencies'],
    [`/simple/price?ids=${textsOf(11)}&vs_currencies=${textsOf(250)}`, 'vs_currencies'],
    [`/coins/markets?vs_currency=usd&price_change_percentage=${textsOf(11)}`, 'price_change_percentage'],
    ['/coins/bitcoin/market_chart?vs_currency=usd&days=0', 'days'],
    ['/coins/bitcoin/market_chart?vs_currency=usd&days=20001', 'days'],
    [`/coins/bitcoin/market_chart/range?vs_currency=usd&from=0&to=${AT}`, 'to'],
    ['/coins/bitcoin/market_chart?vs_currency=usd&days=11&interval=5m', 'interval'],
    ['/coins/bitcoin/market_chart?vs_currency=usd&days=101&interval=hourly', 'interval'],
    ['/coins/bitcoin/market_chart/range?vs_currency=usd&from=-1&to=2', 'from'],
    ['/coins/bitcoin/market_chart/range?vs_currency=usd&from=2026-02-02&to=2026-02-01', 'from'],
    [
      '/coins/bitcoin/market_chart/range?vs_currency=usd&from=2025-02-02&to=2025-02-03&interval=5m',
      'interval',
    ],
    ['/coins/bitcoin/ohlc?vs_currency=eur&days=1', 'vs_currency'],
  ])('%s names %s', async (path, name) => {
    const [status, body] = await refused(path);
    expect(status).toBe(400);
    expect(body).toEqual({ error: expect.stringMatching(new RegExp(`^invalid ${name}: `)) as string });
  });

  test('the message about too many prices says how many there may be', async () => {
    expect(await refused(`/simple/price?ids=${textsOf(250)}&vs_currencies=${textsOf(11)}`)).toEqual([
      400,
      {
        error:
          'invalid vs_currencies: 250 ids in 11 currencies are more than 2500 prices: send several requests',
      },
    ]);
    expect(await read(`/simple/price?ids=bitcoin,${textsOf(249)}&vs_currencies=usd,${textsOf(9)}`)).toEqual({
      bitcoin: { usd: NUMBER },
    });
  });

  test('another method', async () => {
    const answer = await fetch(`${service.baseUrl}/coingecko/api/v3/ping`, { method: 'POST' });
    expect([answer.status, await answer.json()]).toEqual([
      405,
      { error: 'this path supports only GET, HEAD, OPTIONS' },
    ]);
  });
});

test('answers carry an entity tag that the client can send back', async () => {
  const answer = await ask('/coins/markets?vs_currency=usd&per_page=5');
  const etag = answer.headers.get('etag')!;
  expect(answer.headers.get('vary')).toContain('x-cg-pro-api-key');
  expect(answer.headers.get('cache-control')).toMatch(/^private, max-age=\d+$/);
  expect(answer.headers.get('tidemark-source')).toBe('simulator');
  const again = await fetch(answer.url, { headers: { 'if-none-match': etag } });
  expect(again.status).toBe(304);
});
