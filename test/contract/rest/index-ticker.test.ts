import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entityKey, recordId } from '../../../src/core/ids/record-id.ts';
import { startService, type TestService } from '../../support/service.ts';
import { RawConnection, requestBytes, requestRaw } from '../../support/raw-connection.ts';
import { ResponseSchemas } from '../../support/response-schemas.ts';
import { soon } from '../../support/tidemark-process.ts';

interface Ticker {
  readonly id: string;
  readonly indexId: string;
  readonly indexType: string;
  readonly price: string;
  readonly volume: string;
  readonly timestamp: string;
  readonly tickVolume?: string;
  readonly flags?: string[];
}

interface Page {
  readonly content: Ticker[];
  readonly nextId?: string;
}

const PATH = '/v3/index-ticker';
const BTC = 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f';
const USD = 'e77b9824-126a-418e-a69c-a2e682578e94';
const BTC_USD = '6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe';
const BLX = '191724d4-7915-491b-8b73-bc293e03a93e';
const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const TYPE_ORDER = ['MWA', 'GWA', 'LX'];
const SLOT_MS = 30_000;

let service: TestService;
let tokens: Record<'all' | 'averages' | 'lx', string>;
/** An instant with several ticks before it: from there on backwards nothing changes any more. */
let settled: string;
let firstSlot: number;

beforeAll(async () => {
  service = await startService({
    argv: ['--start', '2026-03-01T23:57:40Z', '--speed', '60', '--fault-rate', '0'],
  });
  tokens = {
    all: await service.token(),
    averages: await service.token({ scope: 'read:index-ticker' }),
    lx: await service.token({ scope: 'read:LX' }),
  };
  const start = newestOf((await read('')).content);
  firstSlot = start;
  let newest = start;
  for (; newest < start + 7 * SLOT_MS; await soon()) newest = newestOf((await read('')).content);
  settled = new Date(newest - SLOT_MS).toISOString();
  const { nextId } = await read(`?indexId=${BLX}&timestamp=${settled}&size=2000`);
  expect(nextId).toBeUndefined();
  const { content } = await read(`?indexId=${BLX}&timestamp=${settled}&size=2000`);
  firstSlot = Date.parse(content.at(-1)?.timestamp ?? '');
});
afterAll(() => service.close());

function newestOf(content: readonly Ticker[]): number {
  return Math.max(...content.map(({ timestamp }) => Date.parse(timestamp)));
}

async function ask(query: string, token: keyof typeof tokens = 'all'): Promise<Response> {
  return fetch(service.baseUrl + PATH + query, { headers: { authorization: `Bearer ${tokens[token]}` } });
}

async function read(query: string, token: keyof typeof tokens = 'all'): Promise<Page> {
  const answer = await ask(query, token);
  expect([query, answer.status]).toEqual([query, 200]);
  return (await answer.json()) as Page;
}

/** Follows nextId to the end. */
async function readAll(query: string, size: number, token: keyof typeof tokens = 'all'): Promise<Ticker[]> {
  const all: Ticker[] = [];
  for (let next = `?${query}&timestamp=${settled}&size=${size}`; ;) {
    const { content, nextId } = await read(next, token);
    all.push(...content);
    if (nextId === undefined) return all;
    expect(content).toHaveLength(size);
    expect(nextId).toBe(content.at(-1)?.id);
    next = `?${query}&startAfter=${nextId}&size=${size}`;
  }
}

function isServedOrder(tickers: readonly Ticker[]): boolean {
  const keys = tickers.map(
    ({ timestamp, indexType, indexId }) =>
      `${String(1e14 - Date.parse(timestamp)).padStart(15, '0')} ${TYPE_ORDER.indexOf(indexType)} ${indexId}`,
  );
  return keys.every((key, i) => i === 0 || (keys[i - 1] as string) < key);
}

describe('/index-ticker without timestamp', () => {
  test('has the most recent value of every index, and no next page', async () => {
    const { content, nextId } = await read('?size=3');
    expect(nextId).toBeUndefined();
    expect(new Set(content.map(({ indexType }) => indexType))).toEqual(new Set(TYPE_ORDER));
    expect(new Set(content.map(({ indexId, indexType }) => indexType + indexId)).size).toBe(content.length);
    expect(content.length).toBeGreaterThan(200);
    expect(isServedOrder(content)).toBe(true);
  });

  test('publishes the GWA of USD as 1', async () => {
    expect((await read(`?indexId=${USD}`)).content).toMatchObject([{ indexType: 'GWA', price: '1' }]);
  });

  test('has tickVolume on LX only', async () => {
    for (const ticker of (await read('')).content) {
      expect(ticker.tickVolume !== undefined).toBe(ticker.indexType === 'LX');
    }
  });

  test('matches the published schema, record by record', async () => {
    const schemas = await ResponseSchemas.of(service);
    const validate = schemas.response(PATH, 'get', 200);
    expect(validate && schemas.problemsOf(validate, await read(''))).toBe('');
  });

  test.each([
    [`?indexType=MWA`, 'MWA'],
    [`?indexType=GWA`, 'GWA'],
    [`?indexType=LX`, 'LX'],
  ])('%s has that type alone', async (query, type) => {
    const { content } = await read(query);
    expect(content.length).toBeGreaterThan(0);
    expect(content.every(({ indexType }) => indexType === type)).toBe(true);
  });

  test.each([
    [BTC_USD, 'MWA'],
    [BTC, 'GWA'],
    [BLX, 'LX'],
    [BTC_USD.toUpperCase(), 'MWA'],
  ])('indexId %s alone finds its own type', async (indexId, indexType) => {
    const { content } = await read(`?indexId=${indexId}`);
    expect(content).toMatchObject([{ indexId: indexId.toLowerCase(), indexType }]);
    expect(await read(`?indexId=${indexId}&indexType=${indexType}`)).toMatchObject({
      content: [{ indexType }],
    });
  });

  test.each([`?indexId=${UNKNOWN}`, `?indexId=${BTC}&indexType=MWA`, `?indexId=${BLX}&indexType=GWA`])(
    '%s matches nothing',
    async (query) => {
      expect(await read(query)).toEqual({ content: [] });
      expect(await read(`${query}&timestamp=${settled}`)).toEqual({ content: [] });
    },
  );
});

describe('/index-ticker with timestamp', () => {
  test('has values at or before it, newest first, ten on a page', async () => {
    const { content, nextId } = await read(`?timestamp=${settled}`);
    expect(content).toHaveLength(10);
    expect(nextId).toBe(content[9]?.id);
    expect(content.every(({ timestamp }) => timestamp === settled)).toBe(true);
    expect(isServedOrder(content)).toBe(true);
  });

  test('between two ticks means the one before', async () => {
    const between = new Date(Date.parse(settled) + 29_999).toISOString();
    expect(await read(`?indexId=${BTC}&timestamp=${between}&size=1`)).toEqual(
      await read(`?indexId=${BTC}&timestamp=${settled}&size=1`),
    );
  });

  test('in the future means now', async () => {
    const { content } = await read(`?indexId=${BTC}&timestamp=2999-01-01T00:00:00Z&size=1`);
    expect(Date.parse(content[0]?.timestamp ?? '')).toBeGreaterThanOrEqual(Date.parse(settled));
  });

  test('before everything is an empty page', async () => {
    expect(await read('?timestamp=2026-01-01T00:00:00Z')).toEqual({ content: [] });
  });

  test.each([
    ['indexId=' + BTC_USD, 1],
    ['indexId=' + BLX, 2],
    ['indexType=LX', 2],
    ['indexType=GWA', 7],
    ['', 100],
    ['', 2000],
  ])('%s in pages of %i is every record exactly once, in order, while ticks arrive', async (query, size) => {
    const all = await readAll(query, size);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(isServedOrder(all)).toBe(true);
    const live = all.filter(({ timestamp }) => Date.parse(timestamp) >= firstSlot);
    const slots = new Set(live.map(({ timestamp }) => Date.parse(timestamp)));
    const expected = (Date.parse(settled) - firstSlot) / SLOT_MS + 1;
    expect(slots.size).toBe(expected);
  });

  test('goes on with another filter after a record of that filter’s own order', async () => {
    const cursor = recordId('mwa', Date.parse(settled), entityKey(BTC_USD));
    const { content } = await read(`?indexType=LX&startAfter=${cursor}&size=3`);
    expect(content.map(({ timestamp }) => timestamp)).toEqual([settled, settled, settled]);
    const after = recordId('lx', Date.parse(settled), entityKey(BLX));
    const older = await read(`?indexId=${BTC}&startAfter=${after}&size=1`);
    expect(Date.parse(older.content[0]?.timestamp ?? '')).toBe(Date.parse(settled) - SLOT_MS);
  });

  test('a cursor that has aged out of the window gets an empty page', async () => {
    const old = recordId('gwa', Date.parse('2019-06-01T00:00:00Z'), entityKey(BTC));
    expect(await read(`?indexId=${BTC}&startAfter=${old}`)).toEqual({ content: [] });
    expect(await read(`?startAfter=${old}`)).toEqual({ content: [] });
  });
});

describe('/index-ticker refuses', () => {
  test.each([
    ['?indexType=mwa', ['indexType']],
    ['?indexType=OHLC', ['indexType']],
    ['?indexId=1', ['indexId']],
    ['?timestamp=2026-03-01', ['timestamp']],
    ['?timestamp=2026-03-01T00:00:00%2B02:00', ['timestamp']],
    ['?timestamp=2026-03-01T00:00:60Z', ['timestamp']],
    ['?size=0', ['size']],
    ['?size=2001', ['size']],
    [`?startAfter=${BTC}`, ['startAfter']],
    [`?startAfter=${recordId('exchangeTicker', 0, entityKey(BTC))}`, ['startAfter']],
    [`?startAfter=${recordId('gwa', 0, entityKey(UNKNOWN))}`, ['startAfter']],
    [`?startAfter=${recordId('mwa', 0, entityKey(BTC))}`, ['startAfter']],
    [
      '?timestamp=x&indexType=y&indexId=z&startAfter=w&size=v',
      ['timestamp', 'indexType', 'indexId', 'startAfter', 'size'],
    ],
  ])('%s, naming what is wrong', async (query, fields) => {
    const answer = await ask(query);
    const { errors } = (await answer.json()) as { errors: { field: string; object: string }[] };
    expect([answer.status, errors.map(({ field }) => field)]).toEqual([400, fields]);
    expect(errors.every(({ object }) => object === 'IndexTicker')).toBe(true);
  });

  test.each([
    ['averages', '?indexType=LX'],
    ['averages', `?indexId=${BLX}`],
    ['averages', `?indexId=${BLX}&timestamp=2026-03-01T00:00:00Z`],
    ['lx', '?indexType=GWA'],
    ['lx', `?indexId=${BTC_USD}`],
  ] as const)('a type that a token for %s may not read: %s', async (token, query) => {
    const answer = await ask(query, token);
    expect(answer.status).toBe(403);
    expect(answer.headers.get('www-authenticate')).toContain('insufficient_scope');
  });

  test('a bad parameter before a type that may not be read', async () => {
    expect((await ask('?indexType=LX&size=0', 'averages')).status).toBe(400);
  });
});

test('no LX value reaches a token without read:LX, and nothing else a token with it alone', async () => {
  const typesOf = (tickers: readonly Ticker[]) => new Set(tickers.map(({ indexType }) => indexType));
  expect(typesOf((await read('', 'averages')).content)).toEqual(new Set(['MWA', 'GWA']));
  expect(typesOf(await readAll('', 500, 'averages'))).toEqual(new Set(['MWA', 'GWA']));
  expect(typesOf((await read('', 'lx')).content)).toEqual(new Set(['LX']));
  expect(typesOf(await readAll('', 5, 'lx'))).toEqual(new Set(['LX']));
  const cursor = recordId('gwa', Date.parse(settled), entityKey(BTC));
  expect(typesOf((await read(`?startAfter=${cursor}&size=2000`, 'averages')).content)).toEqual(
    new Set(['MWA', 'GWA']),
  );
});

test('what is latest becomes a page that says the same', async () => {
  const { content } = await read(`?indexId=${BTC}`);
  const [latest] = content as [Ticker];
  const page = await read(`?indexId=${BTC}&timestamp=${latest.timestamp}&size=1`);
  expect(page.content).toEqual([latest]);
});

describe('how long a page may be kept, at sixty times the usual speed', () => {
  const MIDNIGHT = '2026-03-02T00:00:00Z';
  const maxAge = async (query: string) =>
    Number(/max-age=(\d+)/.exec((await ask(query)).headers.get('cache-control') ?? '')?.[1]);

  test('a day where it is full and lies in complete days', async () => {
    const query = `?indexId=${BLX}&timestamp=${MIDNIGHT}&size=2`;
    expect([await maxAge(query), await maxAge(query)]).toEqual([1440, 1440]);
    expect(await maxAge(`?timestamp=${MIDNIGHT}&size=3`)).toBe(1440);
    const first = await read(query);
    expect(await maxAge(`?indexId=${BLX}&startAfter=${first.nextId}&size=1`)).toBe(1440);
    expect(await (await ask(query)).json()).toEqual(first);
  });

  test('five minutes where it is not full, or reaches into the day that is running', async () => {
    expect(await maxAge(`?indexId=${BLX}&timestamp=${MIDNIGHT}&size=2000`)).toBe(300);
    expect(await maxAge(`?indexId=${BLX}&timestamp=2026-03-02T00:00:30Z&size=2`)).toBe(300);
  });

  test('until the next tick where it begins with the latest', async () => {
    expect(await maxAge(`?indexId=${BLX}&timestamp=2100-01-01T00:00:00Z&size=2`)).toBeLessThanOrEqual(1);
  });
});

test('a new world has a modelled value of each asset where changes are measured from', async () => {
  const { content } = await read(`?indexId=${BTC}&timestamp=${settled}&size=2000`);
  const before = content.filter(({ timestamp }) => Date.parse(timestamp) < firstSlot);
  const backDays = before.map(({ timestamp }) => (firstSlot - Date.parse(timestamp)) / 86_400_000);
  expect(backDays).toEqual([1, 7, 30]);
  expect(before.map(({ flags }) => flags)).toEqual([['MODELLED'], ['MODELLED'], ['MODELLED']]);
});

describe.each(['identity', 'gzip'])('a client that does not read (%s)', (encoding) => {
  test('gets the pages that it asked for, whatever is sent to others meanwhile', async () => {
    const earlier = new Date(Date.parse(settled) - SLOT_MS).toISOString();
    const page = (timestamp: string) => ({
      target: `${PATH}?timestamp=${timestamp}&size=1200`,
      headers: { authorization: `Bearer ${tokens.all}`, 'accept-encoding': encoding },
    });
    const expected = await requestRaw(service.baseUrl, page(settled));
    expect(Number(expected.headers['content-length'])).toBeGreaterThan(10_000);
    const slow = await RawConnection.open(service.baseUrl);
    slow.pause();
    const PAGES = 50;
    for (let i = 0; i < PAGES; i++) {
      slow.write(requestBytes(service.baseUrl, page(settled)));
      await requestRaw(service.baseUrl, page(earlier));
    }
    slow.resume();
    for (let i = 0; i < PAGES; i++) expect((await slow.read())?.bytes.equals(expected.bytes)).toBe(true);
    slow.close();
  });
});
