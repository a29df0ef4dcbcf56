import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LX_INDICES } from '../../../src/core/ids/well-known-ids.ts';
import { startService, type TestService } from '../../support/service.ts';

const BTC_USD = '6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe';
const BLX = LX_INDICES.BLX;
const DAY_OF_TICKS = 2880;

interface Day {
  readonly startTimestamp: string;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly ticks: string;
}

interface Tick {
  readonly id: string;
  readonly price: string;
  readonly timestamp: string;
  readonly flags?: string[];
}

interface Page {
  readonly content: readonly Tick[];
  readonly nextId?: string;
}

/** The modelling thread gives way to busy ones, so tests do not wait for it in a busy loop. */
const rest = () => delay(200);

/** Half a minute takes half a second. Earlier years are also modelled: there are few of them. */
const START = ['--start', '2019-06-02T23:58:30Z', '--speed', '60', '--backfill', '1d'];
const FIRST_TICK = '2019-06-02T23:58:30.000Z';
/** From midnight of the previous day up to the first tick. */
const TICKS_BEFORE = 2 * DAY_OF_TICKS - 4;
const SEAM_DAY = '2019-06-02T00:00:00.000Z';
const DAY_BEFORE = '2019-06-01T00:00:00.000Z';

let service: TestService;
let headers: Record<string, string>;
/** Also before the current day has ended. */
let firstDays: unknown;
beforeAll(async () => {
  service = await startService({ argv: START });
  headers = { authorization: `Bearer ${await service.token()}` };
  firstDays = await (await service.get(`/v3/ohlcv?indexId=${BTC_USD}`, headers)).json();
});
afterAll(() => service.close());

async function pages(timestamp: string): Promise<Tick[]> {
  const seen: Tick[] = [];
  const from = `/v3/index-ticker?indexId=${BTC_USD}&size=400&timestamp=${timestamp}`;
  for (let next: string | undefined = ''; next !== undefined;) {
    const after: string = next === '' ? '' : `&startAfter=${next}`;
    const page = (await (await service.get(from + after, headers)).json()) as Page;
    seen.push(...page.content);
    next = page.nextId;
  }
  return seen;
}

test('a client that follows nextId sees every record once while history is filled in behind it', async () => {
  expect(firstDays).toMatchObject({ content: [{ startTimestamp: DAY_BEFORE }] });
  const spans = async () => {
    const answer = await service.get('/v3/market-cap?percentChange=true', headers);
    const caps = (await answer.json()) as { content: { pricePercentChange?: Record<string, string> }[] };
    return Object.keys(caps.content[0]?.pricePercentChange ?? {});
  };
  // They are known soon, but not always at once.
  await expect.poll(spans).toEqual(['change24h', 'change7d', 'change30d']);
  let seen = await pages(FIRST_TICK);
  while (seen.length < TICKS_BEFORE + 1) {
    const times = seen.map(({ timestamp }) => timestamp);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
    await rest();
    seen = await pages(FIRST_TICK);
  }
  // Every slot is there.
  expect(seen.length).toBe(TICKS_BEFORE + 1);
  expect(seen.slice(1).every(({ flags }) => flags?.includes('MODELLED'))).toBe(true);
  const metrics = await (await service.get('/metrics', headers)).text();
  expect(metrics).toMatch(/^tidemark_backfill_points [1-9]/m);
}, 900_000);

test('the day of the first tick is recorded completely once it has ended and is filled in', async () => {
  const days = async (id: string) => {
    const answer = await service.get(`/v3/ohlcv?indexId=${id}&timestamp=${SEAM_DAY}`, headers);
    return ((await answer.json()) as { content: Day[] }).content;
  };
  let [day, before]: Day[] = [];
  for (; day?.startTimestamp !== SEAM_DAY; await rest()) [day, before] = await days(BTC_USD);
  // A day is final when it is shown, even if that takes until after 00:05.
  expect(day).toMatchObject({ ticks: String(DAY_OF_TICKS), flags: ['MODELLED'] });
  expect(day.open).toBe(before?.close);
  const ticks = (await pages('2019-06-03T00:00:00Z')).slice(0, DAY_OF_TICKS);
  const prices = [day.open, ...ticks.map(({ price }) => price)].map(Number);
  expect(ticks.at(-1)?.timestamp).toBe('2019-06-02T00:00:30.000Z');
  expect(ticks.filter(({ flags }) => !flags).length).toBeLessThan(10);
  expect([day.high, day.low].map(Number)).toEqual([Math.max(...prices), Math.min(...prices)]);
  expect(day.close).toBe(ticks[0]?.price);
  const [blx] = await days(BLX);
  expect(blx?.ticks).toBe(String(DAY_OF_TICKS));
}, 900_000);
