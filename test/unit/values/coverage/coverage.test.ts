import { expectEqual } from '../../../support/quick-equal.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { coverageRoutes } from '../../../../src/api/resources/coverage.ts';
import { ApiError } from '../../../../src/api/http/errors.ts';
import type { DataRoute } from '../../../../src/api/http/routing/route.ts';
import type { JobOwner } from '../../../../src/api/http/limits/fair-queue.ts';
import type { SeriesVersions } from '../../../../src/api/pages/series-cursors.ts';
import type { Grant } from '../../../../src/auth/tokens/token-verifier.ts';
import { HistoryCandles } from '../../../../src/values/candles/stored-candles.ts';
import { Deferred } from '../../../../src/core/async/deferred.ts';
import type { Gap } from '../../../../src/core/gap.ts';
import { flagsIn, isReal, maskOf, type Flag, type SeriesId } from '../../../../src/core/index-value.ts';
import { DAY_MS, dayOfTick, HOUR_MS, SLOT_MS, type Millis } from '../../../../src/core/time.ts';
import { GapReasons } from '../../../../src/values/coverage/gap-reasons.ts';
import { StoredCoverage } from '../../../../src/values/coverage/stored-coverage.ts';
import { TickSlots } from '../../../../src/values/coverage/tick-slots.ts';
import type { SeriesRead } from '../../../../src/history/history-store.ts';
import { MemoryHistoryStore } from '../../../support/memory-history/memory-history-store.ts';
import type { IndexTickers } from '../../../../src/latest/indices/index-tickers.ts';
import type { ListingChange } from '../../../../src/reference/listing-changes.ts';
import { ORDER, pastDay, sliceAt } from '../../../support/history-values.ts';
import { anAsker, leavingAsker } from '../../../support/asker.ts';

const START = Date.parse('2026-03-01T00:00:00Z');
const HOURS = 30;
const SLOTS = HOURS * 120;
const NOW = START + HOURS * HOUR_MS;
const [MWA] = ORDER.rangeOf('MWA');
const [LX] = ORDER.rangeOf('LX');
const SERIES = ORDER.series[MWA] as SeriesId;
const GRANT = {
  clientId: 'test',
  scopes: new Set(['read:index-ticker', 'read:LX']),
} as unknown as Grant;

interface Answer {
  readonly indexId: string;
  readonly first?: string;
  readonly last?: string;
  readonly days: readonly Readonly<Record<string, string>>[];
  readonly gaps: readonly { readonly from: string; readonly to: string; readonly reason: string }[];
}

interface Stage {
  readonly noted?: readonly Gap[];
  readonly listings?: readonly ListingChange[] | (() => readonly ListingChange[] | Promise<never>);
  readonly at?: Millis;
  readonly settledFrom?: Millis;
  readonly revision?: { now: number };
  readonly onTurn?: () => void;
}

/** A tick of all indices but the one in question, of all, or none. */
type Slot = 'value' | 'without' | 'none';

async function historyWith(slotOf: (slot: number) => Slot): Promise<MemoryHistoryStore> {
  const history = new MemoryHistoryStore(200 * DAY_MS);
  for (let slot = 1; slot <= SLOTS; slot++) {
    const kind = slotOf(slot);
    if (kind === 'none') continue;
    await history.append(sliceAt(START + slot * SLOT_MS, (n) => n === (kind === 'value' ? MWA : LX)));
  }
  return history;
}

/** Nothing is added to it. */
const WHOLE = historyWith(() => 'value');

function routeOver(
  history: MemoryHistoryStore,
  stage: Stage = {},
): { route: DataRoute; reads: SeriesRead[] } {
  const { noted = [], listings = [], at = NOW, settledFrom = -Infinity, revision = { now: 0 } } = stage;
  const reads: SeriesRead[] = [];
  const yieldTurn = async () => stage.onTurn?.();
  const coverage = new StoredCoverage({
    history: {
      summary: () => history.summary(),
      readCandles: (read) => history.readCandles(read),
      readSeriesInto: (read, into) => {
        reads.push(read);
        return history.readSeriesInto(read, into);
      },
    },
    reasons: new GapReasons({
      recordedGaps: () => noted,
      ticks: new TickSlots(history),
      listings: async () => (typeof listings === 'function' ? listings() : listings),
      yieldTurn,
    }),
    settledFrom: () => settledFrom,
    pastRevision: () => revision.now,
    yieldTurn,
  });
  const [route] = coverageRoutes({
    coverage,
    indexTickers: { at } as IndexTickers,
    versions: { current: { series: ORDER } } as unknown as SeriesVersions,
    marketSpeed: 1,
  });
  return { route: route as DataRoute, reads };
}

async function ask(
  route: DataRoute,
  query: object = {},
  marketTime = NOW,
  asker: JobOwner = anAsker(),
): Promise<Answer> {
  const path = { indexId: SERIES.indexId } as never;
  const answer = await route.handle({
    query: query as never,
    path,
    grant: GRANT,
    marketTime,
    marketNow: () => marketTime,
    asker: () => asker,
  });
  return JSON.parse(answer.prepared.identity.bytes.toString()) as Answer;
}

const slotsOf = ({ from, to }: { readonly from: string; readonly to: string }): Millis[] =>
  Array.from(
    { length: (Date.parse(to) - Date.parse(from)) / SLOT_MS },
    (_, i) => Date.parse(from) + i * SLOT_MS,
  );

const sum = (days: Answer['days'], field: string) =>
  days.reduce((total, day) => total + Number(day[field]), 0);

describe('coverage', () => {
  test('agrees with values and candles, whatever is missing', async () => {
    const cases = fc.record({
      every: fc.integer({ min: 1, max: 97 }),
      run: fc.integer({ min: 2, max: 400 }),
      without: fc.integer({ min: 2, max: 9 }),
      modelled: fc.array(fc.integer({ min: 0, max: 2879 }), { maxLength: 40 }),
      from: fc.option(fc.integer({ min: -3000, max: SLOTS + 200 })),
      length: fc.option(fc.integer({ min: 0, max: SLOTS })),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ every, run, without, modelled, from, length }) => {
        const history = await historyWith((slot) => {
          if (Math.floor(slot / run) % 3 === 1) return 'none';
          return slot % every === 0 || Math.floor(slot / run) % without === 0 ? 'without' : 'value';
        });
        await history.insertPast(
          pastDay(
            START,
            [MWA],
            [...new Set(modelled)].toSorted((a, b) => a - b),
          ),
        );
        const begin = from === null ? undefined : START + from * SLOT_MS + 7;
        const end = begin === undefined || length === null ? undefined : begin + length * SLOT_MS;
        const { route } = routeOver(history);
        const answer = await ask(route, { from: begin, to: end });

        const values = (
          await history.readSeries({ series: SERIES, atOrBefore: NOW, notBefore: 0, limit: Infinity })
        )
          .filter(({ at }) => at >= (begin ?? 0) && at < (end ?? Infinity))
          .toReversed();
        const there = new Set(values.map(({ at }) => at));
        const oldest = begin ?? values[0]?.at ?? Infinity;
        const expected: Millis[] = [];
        for (
          let slot = Math.ceil(Math.max(oldest, NOW - 200 * DAY_MS) / SLOT_MS) * SLOT_MS;
          slot <= NOW;
          slot += SLOT_MS
        )
          if (slot < (end ?? Infinity)) expected.push(slot);
        const missing = expected.filter((slot) => !there.has(slot));

        expectEqual(answer.gaps.flatMap(slotsOf), missing);
        for (const [i, gap] of answer.gaps.entries()) {
          const next = answer.gaps[i + 1];
          if (next?.from === gap.to) expect(next.reason).not.toBe(gap.reason);
        }
        expect(answer.first && Date.parse(answer.first)).toBe(values[0]?.at);
        expect(answer.last && Date.parse(answer.last)).toBe(values.at(-1)?.at);
        expect(sum(answer.days, 'expected')).toBe(expected.length);
        for (const day of answer.days) {
          const startAt = Date.parse(day['day']!);
          const own = values.filter(({ at }) => dayOfTick(at) === startAt);
          expect(day).toEqual({
            day: day['day'],
            expected: String(Number(day['ticks']) + Number(day['missing'])),
            ticks: String(own.length),
            carried: String(own.filter(({ flags }) => !isReal(flags)).length),
            modelled: String(own.filter(({ flags }) => flagsIn(flags).includes('MODELLED')).length),
            seeded: '0',
            missing: String(missing.filter((at) => dayOfTick(at) === startAt).length),
          });
        }

        const candles = new HistoryCandles({
          history,
          settledFrom: () => -Infinity,
          pastRevision: () => 0,
          yieldTurn: async () => undefined,
        });
        const stretch = { from: START, upTo: NOW };
        const moment = { at: NOW, lastDay: -Infinity };
        for (const { startAt, ticks, carried } of await candles.newestFirst(
          SERIES,
          '1h',
          stretch,
          8,
          moment,
        )) {
          const hour = { from: startAt + SLOT_MS, to: startAt + HOUR_MS + SLOT_MS };
          const { days } = await ask(route, hour);
          expect([sum(days, 'ticks'), sum(days, 'carried'), sum(days, 'expected')]).toEqual([
            ticks,
            carried,
            120,
          ]);
        }
      }),
      { numRuns: 5 },
    );
  });

  test('is read once for past days: a repeated request reads only the current day', async () => {
    const revision = { now: 0 };
    const { route, reads } = routeOver(await WHOLE, { revision });
    const first = await ask(route, { from: START - 20 * DAY_MS });
    expect(reads).toHaveLength(2);
    reads.length = 0;
    expect(await ask(route, { from: START - 20 * DAY_MS })).toEqual(first);
    expect(reads.map(({ notBefore }) => dayOfTick(notBefore))).toEqual([START + DAY_MS]);
    reads.length = 0;
    // Another part of the same days is counted from what is kept.
    const part = await ask(route, { from: START + HOUR_MS, to: START + 2 * HOUR_MS });
    expect(reads).toEqual([]);
    expect(part.days).toHaveLength(1);
    expect(part.days[0]).toMatchObject({ expected: '120', ticks: '120' });
    revision.now++;
    await ask(route, { from: START });
    expect(reads).toHaveLength(2);
  });

  test('of days that are still to be filled in is not kept', async () => {
    const { route, reads } = routeOver(await WHOLE, { settledFrom: START + HOUR_MS });
    await ask(route, { from: START + SLOT_MS });
    reads.length = 0;
    await ask(route, { from: START + SLOT_MS });
    expect(reads).toHaveLength(2);
  });

  test('shows why slots are missing, as far as the service knows', async () => {
    const slot = (n: number) => START + n * SLOT_MS;
    const history = await historyWith((n) => {
      if (n <= 20 || (n > 30 && n <= 40)) return 'without';
      return n > 100 && n <= 200 ? 'none' : 'value';
    });
    const { route } = routeOver(history, {
      listings: [
        { from: slot(1), isListed: false },
        { from: slot(11), isListed: true },
      ],
      noted: [
        { from: 0, to: slot(1), reason: 'DOWN' },
        { from: slot(101), to: slot(150), reason: 'DISK' },
        { from: slot(150), to: slot(180), reason: 'DOWN' },
      ],
    });
    const { gaps } = await ask(route, { from: START - HOUR_MS });
    expect(gaps.map(({ from, to, reason }) => [Date.parse(from), Date.parse(to), reason])).toEqual([
      [START - HOUR_MS, slot(1), 'DOWN'],
      [slot(1), slot(11), 'NOT_LISTED'],
      [slot(11), slot(21), 'SOURCE'],
      [slot(31), slot(41), 'SOURCE'],
      [slot(101), slot(150), 'DISK'],
      [slot(150), slot(180), 'DOWN'],
      [slot(180), slot(201), 'UNKNOWN'],
    ]);
  });

  test('has the last recorded reason, whatever gaps overlap', async () => {
    const slot = (n: number) => START + n * SLOT_MS;
    const history = await historyWith((n) => (n > 10 && n <= 2 * 2880 ? 'none' : 'value'));
    const noted: Gap[] = [
      { from: 0, to: slot(60), reason: 'DOWN' },
      { from: slot(20), to: slot(3000), reason: 'DISK' },
      { from: slot(30), to: slot(31), reason: 'SOURCE' },
      { from: slot(25), to: slot(35), reason: 'DOWN' },
      { from: slot(3500), to: Infinity, reason: 'SOURCE' },
    ];
    const { gaps } = await ask(routeOver(history, { noted }).route, { from: START });
    for (const gap of gaps)
      for (const at of slotsOf(gap))
        expect([at, gap.reason]).toEqual([
          at,
          noted.findLast(({ from, to }) => from <= at && at < to)?.reason ?? 'UNKNOWN',
        ]);
    expect(gaps.map(({ reason }) => reason)).toEqual([
      'DOWN',
      'DOWN',
      'DISK',
      'DOWN',
      'DISK',
      'UNKNOWN',
      'SOURCE',
    ]);
  });

  test('takes what was noted as a whole: months without the service cost no turns', async () => {
    let turns = 0;
    const noted: Gap[] = [{ from: 0, to: START + SLOT_MS, reason: 'DOWN' }];
    const { route } = routeOver(await WHOLE, { noted, onTurn: () => turns++ });
    const { gaps } = await ask(route, { from: START - 150 * DAY_MS });
    expect(gaps.map(({ reason }) => reason)).toEqual(['DOWN']);
    expect(turns).toBeLessThan(5);
  });

  test('counts no slot as missing before it could have come', async () => {
    const { route } = routeOver(await WHOLE);
    expect((await ask(route, {}, NOW + 2 * SLOT_MS - 1)).gaps).toEqual([]);
    const later = await ask(route, { to: NOW + DAY_MS }, NOW + 2 * SLOT_MS);
    expect(later.gaps).toEqual([
      {
        from: new Date(NOW + SLOT_MS).toISOString(),
        to: new Date(NOW + 2 * SLOT_MS).toISOString(),
        reason: 'UNKNOWN',
      },
    ]);
    expect(later.last).toBe(new Date(NOW).toISOString());
  });

  test('has nothing that is stored and waits for its slot', async () => {
    const { route } = routeOver(await WHOLE, { at: NOW - SLOT_MS });
    const { last, gaps } = await ask(route, {}, NOW - 1);
    expect([last, gaps]).toEqual([new Date(NOW - SLOT_MS).toISOString(), []]);
  });

  test('ends at the window, and is empty where nothing is asked for', async () => {
    const { route } = routeOver(await WHOLE);
    const later = START + 200 * DAY_MS + HOUR_MS;
    const { first, days } = await ask(route, { from: 0, to: START + DAY_MS + SLOT_MS }, later);
    expect(first).toBe(new Date(START + HOUR_MS).toISOString());
    expect(days[0]).toMatchObject({ expected: String(2880 - 119), missing: '0' });
    for (const query of [{ from: START, to: START }, { from: NOW + DAY_MS }])
      expect(await ask(route, query)).toEqual({ ...SERIES, days: [], gaps: [] });
    const empty = routeOver(new MemoryHistoryStore(DAY_MS)).route;
    expect(await ask(empty)).toEqual({ ...SERIES, days: [], gaps: [] });
  });

  test('with more gaps than an answer may have is 400, and a shorter range is answered', async () => {
    const history = {
      records: async function* () {
        yield* [];
      },
      summary: async () => ({ days: Array.from({ length: 9 }, (_, i) => START + i * DAY_MS) }),
      readCandles: async () => [],
      readSeriesInto: async ({ notBefore }: SeriesRead, { ats, flags }: never) => {
        const day = dayOfTick(notBefore);
        for (let row = 0; row < 1440; row++) {
          (ats as Float64Array)[row] = day + (2880 - 2 * row) * SLOT_MS;
          (flags as Uint16Array)[row] = 0;
        }
        return 1440;
      },
    } as unknown as MemoryHistoryStore;
    const at = START + 8 * DAY_MS;
    const { route } = routeOver(history, { at });
    const refused = await ask(route, { from: START }, at).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ApiError);
    expect((refused as ApiError).errors).toEqual([
      {
        object: 'Coverage',
        field: 'from',
        rejectedValue: new Date(START).toISOString(),
        message: 'there are more than 10000 gaps: request a shorter range',
      },
    ]);
    expect((await ask(route, { from: START, to: START + DAY_MS }, at)).gaps).toHaveLength(1440);
  });

  test('is counted for two requests of a client at a time, and for two of all clients', async () => {
    const { route, reads } = routeOver(await WHOLE);
    const days = { from: START - 20 * DAY_MS };
    const statusOf = (error: unknown) => (error as ApiError).status;
    const one = anAsker('one');
    const ofOne = [1, 2, 3].map(() => ask(route, days, NOW, one).then(() => 200, statusOf));
    const others = Array.from({ length: 8 }, (_, i) => ask(route, days, NOW, anAsker(`other ${i}`)));
    expect(await Promise.all(ofOne)).toEqual([200, 200, 429]);
    expect(new Set((await Promise.all(others)).map((answer) => answer.days.length))).toEqual(new Set([23]));
    // What the first two have read is kept for the others; no other read a day at the same time.
    expect(reads.length).toBeLessThanOrEqual(2 * 2 + 8);
    expect(await ask(route, days, NOW, one)).toMatchObject({ indexId: SERIES.indexId });
  });

  test('is 503 with Retry-After if too many wait', async () => {
    const { route } = routeOver(await WHOLE);
    const all = Array.from({ length: 60 }, (_, i) => ask(route, {}, NOW, anAsker(`client ${i}`)));
    const outcomes = await Promise.allSettled(all);
    const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason as ApiError] : []));
    expect(refused).toHaveLength(60 - 2 - 32);
    expect(refused[0]).toMatchObject({ status: 503, headers: { 'retry-after': '2' } });
  });

  test('that waits for listings is cancelled when the client disconnects, and its place is free', async () => {
    const history = await historyWith((slot) => (slot === 50 ? 'without' : 'value'));
    const asked = new Deferred<void>();
    const { route } = routeOver(history, {
      listings: () => {
        asked.resolve();
        return new Promise<never>(() => undefined);
      },
    });
    const leaving = leavingAsker();
    const going = [1, 2].map(() => ask(route, {}, NOW, leaving));
    await asked.promise;
    leaving.leave();
    for (const each of await Promise.allSettled(going))
      expect(each).toMatchObject({ reason: { name: 'AbortError' } });
    expect((await ask(route, { from: START + 3 * HOUR_MS })).gaps).toEqual([]);
  });

  test('has a freshness that counts from when it is ready', async () => {
    let now = NOW + 5000;
    const { route } = routeOver(await historyWith((slot) => (slot === 50 ? 'without' : 'value')), {
      listings: () => {
        now += 10_000;
        return [];
      },
    });
    const call = { query: {} as never, path: { indexId: SERIES.indexId } as never, grant: GRANT };
    const answer = route.handle({ ...call, marketTime: now, marketNow: () => now, asker: anAsker });
    expect(await answer).toMatchObject({ maxAgeSeconds: 15 });
  });

  test('is not counted on for a client that has left', async () => {
    const { route, reads } = routeOver(await WHOLE);
    const leaving = leavingAsker();
    const going = ask(route, { from: START - 20 * DAY_MS }, NOW, leaving);
    while (reads.length < 1) await Promise.resolve();
    leaving.leave();
    await expect(going).rejects.toMatchObject({ name: 'AbortError' });
    expect(reads).toHaveLength(1);
    // Nor are reasons looked for.
    const gone = leavingAsker();
    const missing = routeOver(await WHOLE, {
      listings: () => {
        gone.leave();
        return [];
      },
    });
    await expect(ask(missing.route, { from: START - 20 * DAY_MS }, NOW, gone)).rejects.toMatchObject({
      name: 'AbortError',
    });
  });

  test('is for an id that there is, and for a token that may read it', async () => {
    const { route } = routeOver(new MemoryHistoryStore(DAY_MS));
    const handle = (indexId: string, scopes: readonly string[]) =>
      Promise.resolve()
        .then(() =>
          route.handle({
            path: { indexId } as never,
            query: {} as never,
            grant: { clientId: 'test', scopes: new Set(scopes) } as unknown as Grant,
            marketTime: NOW,
            marketNow: () => NOW,
            asker: anAsker,
          }),
        )
        .catch((error: unknown) => (error as ApiError).status);
    const unknown = '00000000-0000-4000-8000-000000000000';
    expect(await handle(unknown, ['read:index-ticker'])).toBe(404);
    expect(await handle(SERIES.indexId, ['read:LX'])).toBe(403);
    expect(await handle((ORDER.series[LX] as SeriesId).indexId, ['read:index-ticker'])).toBe(403);
  });
});

describe('days of before the first tick', () => {
  const candleOn = (day: Millis, ...flags: Flag[]) => {
    const prices = { open: 1, high: 1, low: 1, close: 1, vwap: 1, twap: 1 };
    const others = { volume: 1, volumeRest: 0, volumeUsd: 1, ticks: 0, carried: 0 };
    return { ...SERIES, startAt: day, ...prices, ...others, flags: maskOf(...flags) };
  };
  const shown = ({ days }: Answer) =>
    days.map(({ day, expected, ticks, seeded, missing }) => [day, expected, ticks, seeded, missing]);

  test('are shown if their end-of-day record is seeded', async () => {
    const history = await historyWith((slot) => (slot <= 2 ? 'value' : 'none'));
    await history.appendCandles([
      candleOn(START - 2 * DAY_MS, 'SEEDED', 'THIN'),
      candleOn(START - DAY_MS, 'MODELLED'),
      candleOn(START),
    ]);
    const { route } = routeOver(history, { at: START + 2 * SLOT_MS });
    const now = START + 2 * SLOT_MS;
    expect(shown(await ask(route, {}, now))).toEqual([
      ['2026-02-27', '0', '0', '1', '0'],
      ['2026-03-01', '2', '2', '0', '0'],
    ]);
    const from = START - 2 * DAY_MS + SLOT_MS;
    expect(shown(await ask(route, { from, to: START + SLOT_MS }, now))).toEqual([
      ['2026-02-27', '2880', '0', '1', '2880'],
      ['2026-02-28', '2880', '0', '0', '2880'],
    ]);
  });
});
