import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entityKey, recordId } from '../../../src/core/ids/record-id.ts';
import { startService, type TestService } from '../../support/service.ts';
import { ResponseSchemas } from '../../support/response-schemas.ts';
import { soon } from '../../support/tidemark-process.ts';

interface Day {
  readonly id: string;
  readonly indexId: string;
  readonly indexType: string;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
  readonly twap: string;
  readonly startTimestamp: string;
  readonly endTimestamp: string;
  readonly timestamp: string;
  readonly ticks: string;
  readonly carried: string;
}

interface Page<R = Day> {
  readonly content: R[];
  readonly nextId?: string;
}

interface Tick {
  readonly timestamp: string;
  readonly price: string;
  readonly tickVolume?: string;
}

const PATH = '/v3/ohlcv';
const BTC = 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f';
const BTC_USD = '6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe';
const BLX = '191724d4-7915-491b-8b73-bc293e03a93e';
const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const FIRST_DAY = '2028-02-28T00:00:00.000Z';
const LEAP_DAY = '2028-02-29T00:00:00.000Z';
const MARCH = '2028-03-01T00:00:00.000Z';
const TYPE_ORDER = ['MWA', 'GWA', 'LX'];

/** A few minutes before the end of a leap day, a service that has seen a few ticks of the day before. */
let service: TestService;
const folder = mkdtempSync(join(tmpdir(), 'tidemark-ohlcv-'));
let tokens: Record<'all' | 'averages' | 'lx' | 'tickers', string>;

async function start(at: string, speed: number): Promise<TestService> {
  return startService({ folder, argv: ['--start', at, '--speed', String(speed), '--fault-rate', '0'] });
}

async function marketTime(): Promise<number> {
  const answer = await service.get(`/v3/index-ticker?indexId=${BLX}`);
  return Date.parse(((await answer.json()) as Page<Tick>).content[0]?.timestamp ?? '');
}

async function runUntil(at: string): Promise<void> {
  while ((await marketTime()) < Date.parse(at)) await soon();
}

async function ask(query: string, token: keyof typeof tokens = 'all'): Promise<Response> {
  return fetch(service.baseUrl + PATH + query, { headers: { authorization: `Bearer ${tokens[token]}` } });
}

async function read(query: string, token: keyof typeof tokens = 'all'): Promise<Page> {
  const answer = await ask(query, token);
  expect([query, answer.status]).toEqual([query, 200]);
  return (await answer.json()) as Page;
}

async function ticksOf(indexId: string): Promise<Tick[]> {
  const answer = await service.get(
    `/v3/index-ticker?indexId=${indexId}&timestamp=2100-01-01T00:00:00Z&size=2000`,
  );
  return ((await answer.json()) as Page<Tick>).content;
}

beforeAll(async () => {
  service = await start('2028-02-28T23:57:05Z', 200);
  tokens = await allTokens();
  await runUntil('2028-02-29T00:05:00Z');
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

async function allTokens() {
  return {
    all: await service.token(),
    averages: await service.token({ scope: 'read:ohlcv' }),
    lx: await service.token({ scope: 'read:LX' }),
    tickers: await service.token({ scope: 'read:index-ticker' }),
  };
}

describe('the last complete day', () => {
  test('comes for every index, in the order of series, as the schema says', async () => {
    const page = await read('');
    const schemas = await ResponseSchemas.of(service);
    const validate = schemas.response(PATH, 'get', 200);
    expect(validate && schemas.problemsOf(validate, page)).toBe('');
    expect(page.nextId).toBeUndefined();
    expect(new Set(page.content.map(({ indexType }) => indexType))).toEqual(new Set(TYPE_ORDER));
    const newest = page.content.filter(({ startTimestamp }) => startTimestamp === FIRST_DAY);
    const older = page.content.slice(newest.length);
    expect(page.content.slice(0, newest.length)).toEqual(newest);
    for (const days of [newest, older]) {
      const places = days.map(({ indexType, indexId }) => `${TYPE_ORDER.indexOf(indexType)} ${indexId}`);
      expect(places).toEqual(places.toSorted());
    }
    for (const day of newest) {
      expect([day.startTimestamp, day.endTimestamp, day.timestamp]).toEqual([FIRST_DAY, LEAP_DAY, FIRST_DAY]);
    }
    // Markets that had no value on that day, delisted or on an exchange in maintenance, have their last one.
    expect(older.length).toBeLessThan(newest.length / 5);
    for (const { indexType, startTimestamp } of older) {
      expect([indexType, startTimestamp < FIRST_DAY]).toEqual(['MWA', true]);
    }
  });

  test('is what the ticks of that day make it', async () => {
    const { content } = await read(`?indexId=${BLX}`);
    const [day] = content as [Day];
    const ticks = (await ticksOf(BLX)).filter(
      ({ timestamp }) => timestamp > FIRST_DAY && timestamp <= LEAP_DAY,
    );
    const prices = ticks.map(({ price }) => Number(price));
    expect(day.id).toBe(recordId('lxDay', Date.parse(FIRST_DAY), entityKey(BLX)));
    expect(day).toMatchObject({
      indexId: BLX,
      indexType: 'LX',
      open: ticks.at(-1)?.price,
      close: ticks[0]?.price,
      high: String(Math.max(...prices)),
      low: String(Math.min(...prices)),
      ticks: String(ticks.length),
      carried: '0',
    });
    const units = ticks.reduce((sum, { tickVolume }) => sum + toUnits(tickVolume), 0n);
    expect(toUnits(day.volume)).toBe(units);
  });

  test.each([
    [`?indexId=${BTC}`, 'GWA', BTC],
    [`?indexId=${BTC_USD}&interval=1d`, 'MWA', BTC_USD],
    [`?indexId=${BLX}&indexType=LX&size=1`, 'LX', BLX],
  ])('%s finds its own', async (query, indexType, indexId) => {
    expect((await read(query)).content).toMatchObject([{ indexType, indexId }]);
  });

  test('of a type has that type alone, and of another type than the id nothing', async () => {
    const { content } = await read('?indexType=GWA');
    expect(new Set(content.map(({ indexType }) => indexType))).toEqual(new Set(['GWA']));
    expect(await read(`?indexId=${BLX}&indexType=MWA`)).toEqual({ content: [] });
    expect(await read(`?indexId=${UNKNOWN}`)).toEqual({ content: [] });
  });
});

describe('what a token may see', () => {
  test('MWA and GWA with read:ohlcv, LX with read:LX, nothing with read:index-ticker', async () => {
    const types = async (token: keyof typeof tokens) =>
      new Set((await read('', token)).content.map(({ indexType }) => indexType));
    expect(await types('averages')).toEqual(new Set(['MWA', 'GWA']));
    expect(await types('lx')).toEqual(new Set(['LX']));
    expect((await ask('', 'tickers')).status).toBe(403);
    expect((await ask(`?indexId=${BLX}`, 'averages')).status).toBe(403);
    expect((await ask('?indexType=LX', 'averages')).status).toBe(403);
    expect((await ask(`?indexId=${BTC}`, 'lx')).status).toBe(403);
  });

  test('the types of a token, also page by page', async () => {
    const { content } = await read('?timestamp=2100-01-01T00:00:00Z&size=2000', 'lx');
    expect(new Set(content.map(({ indexType }) => indexType))).toEqual(new Set(['LX']));
  });
});

describe('bad parameters', () => {
  test.each([
    ['?interval=1h', 'interval'],
    ['?size=0', 'size'],
    ['?size=2001', 'size'],
    ['?timestamp=2026-01-01', 'timestamp'],
    ['?indexType=lx', 'indexType'],
    ['?indexId=x', 'indexId'],
    [`?startAfter=${UNKNOWN}`, 'startAfter'],
    [`?startAfter=${recordId('lx', Date.parse(FIRST_DAY), entityKey(BLX))}`, 'startAfter'],
  ])('%s is 400 and names the field', async (query, field) => {
    const answer = await ask(query);
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { errors: unknown[] }).errors).toMatchObject([
      { object: 'OpenHighLowCloseVolume', field },
    ]);
  });
});

describe('over the end of days and restarts', () => {
  test('a day appears at 00:05 and not before; one that a restart cut in two is whole', async () => {
    const before = await read(`?indexId=${BLX}&timestamp=2100-01-01T00:00:00Z`);
    // Behind the first day lies the last one before the world began, which is modelled.
    expect(before.content.map(({ startTimestamp }) => startTimestamp).slice(0, -1)).toEqual([FIRST_DAY]);
    await service.close();

    service = await start('2028-02-29T23:58:05Z', 100);
    tokens = await allTokens();
    await runUntil('2028-03-01T00:01:00Z');
    expect((await read(`?indexId=${BLX}`)).content).toMatchObject([{ startTimestamp: FIRST_DAY }]);
    expect((await read('?timestamp=2100-01-01T00:00:00Z&size=1')).content[0]?.startTimestamp).toBe(FIRST_DAY);
    await service.close();

    service = await start('2028-03-01T00:04:05Z', 60);
    tokens = await allTokens();
    await runUntil('2028-03-01T00:05:00Z');
    const [leapDay, firstDay] = (await read(`?indexId=${BLX}&timestamp=2100-01-01T00:00:00Z`)).content as [
      Day,
      Day,
    ];
    expect([leapDay.startTimestamp, firstDay.startTimestamp]).toEqual([LEAP_DAY, FIRST_DAY]);
    expect(leapDay.endTimestamp).toBe(MARCH);
    expect(leapDay.open).toBe(firstDay.close);
    const ticks = (await ticksOf(BLX)).filter(({ timestamp }) => timestamp > LEAP_DAY && timestamp <= MARCH);
    expect(leapDay.ticks).toBe(String(ticks.length));
    expect(leapDay.close).toBe(ticks[0]?.price);
    const units = ticks.reduce((sum, { tickVolume }) => sum + toUnits(tickVolume), 0n);
    expect(toUnits(leapDay.volume)).toBe(units);
  });

  test('following nextId gives every record once, newest day first', async () => {
    const whole = (await read('?timestamp=2100-01-01T00:00:00Z&size=2000')).content;
    expect(whole.length).toBeGreaterThan(100);
    const paged: Day[] = [];
    for (let query = '?timestamp=2100-01-01T00:00:00Z&size=37'; ;) {
      const { content, nextId } = await read(query);
      paged.push(...content);
      if (nextId === undefined) break;
      expect(nextId).toBe(content.at(-1)?.id);
      query = `?startAfter=${nextId}&size=37`;
    }
    expect(paged).toEqual(whole);
    const blx = (await read(`?indexId=${BLX}&timestamp=2100-01-01T00:00:00Z&size=1`)) as Required<Page>;
    const next = await read(`?indexId=${BLX}&startAfter=${blx.nextId}&size=1`);
    expect([...blx.content, ...next.content]).toEqual(
      whole.filter(({ indexId }) => indexId === BLX).slice(0, 2),
    );
  });

  test('answers may be kept until the next day is final, five minutes at most', async () => {
    const age = Number(/max-age=(\d+)/.exec((await ask('')).headers.get('cache-control') ?? '')?.[1]);
    expect(age).toBeLessThanOrEqual(300);
    expect(age).toBeGreaterThan(0);
  });
});

/** In hundred-millionths. */
function toUnits(decimal = '0'): bigint {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.padEnd(8, '0'));
}
