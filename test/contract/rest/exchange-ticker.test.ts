import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildWorld } from '../../../src/simulator/world.ts';
import { startService, type TestService } from '../../support/service.ts';

interface Ticker {
  readonly id: string;
  readonly exchangeId: string;
  readonly marketId: string;
  readonly last: string;
  readonly volume: string;
  readonly bid: string;
  readonly ask: string;
  readonly timestamp: string;
  readonly lastMoved: string;
}

interface Page {
  readonly content: Ticker[];
  readonly nextId?: string;
}

interface Failure {
  readonly status: string;
  readonly errors: {
    readonly object: string;
    readonly field: string;
    readonly rejectedValue: string;
    readonly message: string;
  }[];
}

const PATH = '/v3/exchange-ticker';
const KRAKEN = 'fa75a209-f460-4195-bbcc-56eb72286e3d';
const BTC_USD = '6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe';
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

const { reference } = buildWorld('small');
let service: TestService;
let all: Ticker[];

/** One market hour every real millisecond would outrun the tests: this world stands at its first slot. */
beforeAll(async () => {
  service = await startService({
    past: false,
    argv: ['--start', '2026-03-01T12:00:05Z', '--speed', '0.01', '--fault-rate', '0'],
  });
  all = (await read('')).content;
});
afterAll(() => service.close());

async function read(query: string): Promise<Page> {
  const answer = await service.get(`${PATH}${query}`);
  expect(answer.status).toBe(200);
  return (await answer.json()) as Page;
}

async function refused(query: string): Promise<Failure> {
  const answer = await service.get(`${PATH}${query}`);
  expect(answer.status).toBe(400);
  return (await answer.json()) as Failure;
}

describe('/exchange-ticker', () => {
  test('has one record for every active market on every active exchange that the look-up has now', async () => {
    const { content } = (await (await service.get('/v3/exchange?status=ACTIVE')).json()) as {
      readonly content: readonly {
        id: string;
        markets: readonly { marketId: string; marketStatus: string }[];
      }[];
    };
    const listed = content.flatMap(({ id, markets }) =>
      markets
        .filter(({ marketStatus }) => marketStatus === 'ACTIVE')
        .map(({ marketId }) => `${id}/${marketId}`),
    );
    expect(listed.length).toBeGreaterThan(100);
    expect(all.map(({ exchangeId, marketId }) => `${exchangeId}/${marketId}`)).toEqual(listed.toSorted());
  });

  test('shows the refresh in which a ticker was collected and when its price last moved', () => {
    for (const { timestamp, lastMoved } of all) {
      expect(timestamp).toBe('2026-03-01T12:00:00.000Z');
      expect(Date.parse(lastMoved)).toBeLessThanOrEqual(Date.parse(timestamp));
    }
  });

  test('writes plain decimals and always a bid and an ask in the simulated world', () => {
    for (const { last, volume, bid, ask } of all) {
      for (const number of [last, volume, bid, ask])
        expect(number).toMatch(/^(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/);
      expect(Number(ask)).toBeGreaterThan(Number(bid));
    }
  });

  test('combines its filters with AND', async () => {
    expect((await read(`?exchangeId=${KRAKEN}`)).content).toEqual(all.filter((t) => t.exchangeId === KRAKEN));
    expect((await read(`?marketId=${BTC_USD}`)).content).toEqual(all.filter((t) => t.marketId === BTC_USD));
    const both = all.filter((t) => t.exchangeId === KRAKEN && t.marketId === BTC_USD);
    expect(both).toHaveLength(1);
    expect((await read(`?exchangeId=${KRAKEN}&marketId=${BTC_USD.toUpperCase()}`)).content).toEqual(both);
    const bySymbols = `baseSymbol=BTC&quoteSymbol=USD`;
    expect((await read(`?${bySymbols}&exchangeId=${KRAKEN}`)).content).toEqual(both);
    expect((await read(`?${bySymbols}&marketId=${BTC_USD}`)).content).toEqual(
      all.filter((t) => t.marketId === BTC_USD),
    );
    expect((await read(`?baseSymbol=ETH&quoteSymbol=USD&marketId=${BTC_USD}`)).content).toEqual([]);
  });

  test('takes names in place of ids', async () => {
    const byMarket = all.filter((t) => t.marketId === BTC_USD);
    const answer = await service.get(`${PATH}?marketName=BTC_USD`);
    expect(answer.headers.get('tidemark-ignored')).toBeNull();
    expect(((await answer.json()) as Page).content).toEqual(byMarket);
    const byExchange = all.filter((t) => t.exchangeId === KRAKEN);
    for (const name of ['Kraken', 'kraken', 'KRAKEN'])
      expect((await read(`?exchange=${name}`)).content).toEqual(byExchange);
    const both = byMarket.filter((t) => t.exchangeId === KRAKEN);
    expect(both).toHaveLength(1);
    expect((await read('?marketName=BTC_USD&exchange=kraken')).content).toEqual(both);
    expect((await read(`?marketName=BTC_USD&exchangeId=${KRAKEN}`)).content).toEqual(both);
    expect((await read(`?marketId=${BTC_USD}&exchange=kraken&marketName=BTC_USD`)).content).toEqual(both);
    expect((await read('?marketName=BTC_USD&baseSymbol=BTC&quoteSymbol=USD')).content).toEqual(byMarket);
    expect((await read('?marketName=BTC_USD&size=1')).content).toEqual(byMarket.slice(0, 1));
  });

  test.each([
    '?marketName=btc_usd',
    '?marketName=BTC_NOPE',
    '?exchange=nope',
    '?exchange=krak',
    `?marketName=ETH_USD&marketId=${BTC_USD}`,
    '?marketName=ETH_USD&baseSymbol=BTC&quoteSymbol=USD',
    `?exchange=kraken&exchangeId=${UNKNOWN}`,
    `?exchangeId=${UNKNOWN}`,
    `?marketId=${UNKNOWN}`,
    '?baseSymbol=btc&quoteSymbol=usd',
    '?baseSymbol=NOPE&quoteSymbol=USD',
  ])('finds nothing for %s, which is well formed', async (query) => {
    expect(await read(query)).toEqual({ content: [] });
  });

  test('counts an empty parameter as not given', async () => {
    expect((await read('?exchange=&marketName=')).content).toEqual(all);
    expect((await read('?exchangeId=&marketId=&baseSymbol=&quoteSymbol=&startAfter=&size=')).content).toEqual(
      all,
    );
  });

  test('pages in the order of the whole list', async () => {
    const pages: Ticker[] = [];
    let query = '?size=100';
    for (;;) {
      const { content, nextId } = await read(query);
      pages.push(...content);
      if (nextId === undefined) break;
      expect(nextId).toBe(content.at(-1)?.id);
      expect(content).toHaveLength(100);
      query = `?size=100&startAfter=${nextId}`;
    }
    expect(pages).toEqual(all);
  });

  test('has ten records on a page where only startAfter is given', async () => {
    const { content } = await read(`?startAfter=${all[4]?.id}`);
    expect(content).toEqual(all.slice(5, 15));
  });

  test('leaves out nextId on the last page and answers an empty page after it', async () => {
    expect(await read(`?size=5&startAfter=${all.at(-3)?.id}`)).toEqual({ content: all.slice(-2) });
    expect(await read(`?startAfter=${all.at(-1)?.id}`)).toEqual({ content: [] });
  });

  test('goes on under a filter after a record that the filter does not hold', async () => {
    const kraken = all.filter((t) => t.exchangeId === KRAKEN);
    const before = all[all.indexOf(kraken[0] as Ticker) - 1];
    const { content } = await read(`?exchangeId=${KRAKEN}&size=2000&startAfter=${before?.id}`);
    expect(content).toEqual(kraken);
  });

  test.each([
    ['?exchangeId=x', ['exchangeId']],
    ['?marketId=urn:uuid:6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe', ['marketId']],
    ['?size=0', ['size']],
    ['?size=2001', ['size']],
    ['?size=Infinity', ['size']],
    ['?size=1e3', ['size']],
    ['?size=0x10', ['size']],
    ['?size=%2010', ['size']],
    ['?size=10&size=10', ['size']],
    ['?startAfter=nonsense', ['startAfter']],
    [`?startAfter=${UNKNOWN}`, ['startAfter']],
    ['?baseSymbol=BTC', ['quoteSymbol']],
    ['?quoteSymbol=USD', ['baseSymbol']],
    [
      '?exchangeId=x&marketId=y&size=z&startAfter=w&baseSymbol=BTC',
      ['exchangeId', 'marketId', 'startAfter', 'size', 'quoteSymbol'],
    ],
  ])('refuses %s and names what is wrong', async (query, fields) => {
    const { status, errors } = await refused(query);
    expect(status).toBe('BAD_REQUEST');
    expect(errors.map(({ field }) => field)).toEqual(fields);
    expect(new Set(errors.map(({ object }) => object))).toEqual(new Set(['Tick']));
  });

  test('refuses a pair of symbols that several markets bear and names them', async () => {
    const symbols = new Map(reference.assets.map(({ id, symbol }) => [id, symbol]));
    const byName = grouped(
      reference.markets,
      (m) => `${symbols.get(m.baseAssetId)} ${symbols.get(m.quoteAssetId)}`,
    );
    const [name = '', markets = []] = [...byName].find(([, same]) => same.length > 1) ?? [];
    expect(markets.length).toBeGreaterThan(1);
    const [base, quote] = name.split(' ');
    const { errors } = await refused(`?baseSymbol=${base}&quoteSymbol=${quote}`);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({ object: 'Tick', field: 'baseSymbol', rejectedValue: base });
    for (const { id } of markets) expect(errors[0]?.message).toContain(id);
  });

  test('refuses a market name that several markets in use bear and names them', async () => {
    const markets = (await (await service.get('/v3/market')).json()) as {
      readonly content: readonly { id: string; name: string }[];
    };
    const byName = [...grouped(markets.content, ({ name }) => name)].filter(([, same]) => same.length > 1);
    expect(byName.length).toBeGreaterThan(0);
    for (const [name, same] of byName) {
      const index = await service.get(`/v3/index-ticker?marketName=${name}`);
      // One rule for all routes: either the index is refused too, or both select the one that has a price.
      if (index.status === 400) {
        const { errors } = await refused(`?marketName=${name}`);
        expect(errors).toMatchObject([{ object: 'Tick', field: 'marketName', rejectedValue: name }]);
        expect(same.some(({ id }) => errors[0]?.message.includes(id))).toBe(true);
        continue;
      }
      const { content } = (await index.json()) as { readonly content: readonly { indexId: string }[] };
      const ids = new Set((await read(`?marketName=${name}`)).content.map(({ marketId }) => marketId));
      expect([...ids].every((id) => id === content[0]?.indexId)).toBe(true);
    }
  });

  test('is fresh until the next tick is due, and has one entity tag for a refresh', async () => {
    const answer = await service.get(PATH);
    const [, seconds] = /^private, max-age=(\d+)$/.exec(answer.headers.get('cache-control') ?? '') ?? [];
    expect(Number(seconds)).toBeGreaterThan(1000);
    const etag = answer.headers.get('etag') ?? '';
    const headers = { authorization: `Bearer ${await service.token()}`, 'if-none-match': etag };
    expect(
      (await fetch(service.baseUrl + PATH, { headers: { ...headers, 'accept-encoding': 'identity' } }))
        .status,
    ).toBe(answer.headers.get('content-encoding') === null ? 304 : 200);
    expect(answer.headers.get('tidemark-source')).toBe('simulator');
  });

  test('needs the scope read:exchange-ticker', async () => {
    const token = await service.token({ scope: 'read:index-ticker read:LX' });
    const answer = await fetch(service.baseUrl + PATH, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(403);
    expect(answer.headers.get('www-authenticate')).toContain('insufficient_scope');
  });
});

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
