import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SparklineKeeper, type ModelledCloses } from '../../../../src/app/serve/sparkline-keeper.ts';
import { HistoryCandles } from '../../../../src/values/candles/stored-candles.ts';
import { formatNumber } from '../../../../src/core/numbers/decimal.ts';
import { maskOf, type SeriesId } from '../../../../src/core/index-value.ts';
import { SeriesOrder } from '../../../../src/core/ids/series-order.ts';
import { DAY_MS, HOUR_MS, SLOT_MS, type Millis } from '../../../../src/core/time.ts';
import { setRow, type SeriesColumns } from '../../../../src/core/value-columns.ts';
import type { SeriesRead } from '../../../../src/history/history-store.ts';
import type { IndexTickers } from '../../../../src/latest/indices/index-tickers.ts';

const CANDLE_MS = 4 * HOUR_MS;
const START = Date.parse('2026-03-01T00:00:00Z');
const ids = (first: number, count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: `00000000-0000-4000-8000-0000000000${first + i}` }));
const ORDER = new SeriesOrder({ markets: ids(10, 3), assets: ids(20, 2) });
const LARGER = new SeriesOrder({ markets: ids(10, 4), assets: ids(20, 2) });
const [FIRST, SECOND, THIRD] = ORDER.series as [SeriesId, SeriesId, SeriesId];

interface Value {
  readonly price: number;
  readonly flags: number;
}
type ValueAt = (series: SeriesId, at: Millis) => Value | undefined;

const real = (price: number): Value => ({ price, flags: 0 });
const carried = (price: number): Value => ({ price, flags: maskOf('CARRIED') });
const priceAt = (at: Millis) => Number((100 + (((at - START) / SLOT_MS) % 977) / 8).toPrecision(8));

/** Values of all times, computed when they are read. */
class MadeHistory {
  readonly reads: SeriesRead[] = [];
  valueAt: ValueAt;

  constructor(valueAt: ValueAt) {
    this.valueAt = valueAt;
  }

  async readSeriesInto(read: SeriesRead, into: SeriesColumns): Promise<number> {
    this.reads.push(read);
    const { series, atOrBefore, notBefore, limit } = read;
    let count = 0;
    for (
      let at = Math.floor(atOrBefore / SLOT_MS) * SLOT_MS;
      at >= notBefore && count < limit;
      at -= SLOT_MS
    ) {
      const value = this.valueAt(series, at);
      if (value) setRow(into, count++, { at, volume: 1, ...value });
    }
    return count;
  }

  async readCandles() {
    return [];
  }
}

interface Line {
  readonly indexId: string;
  readonly endTimestamp: string;
  readonly closes: readonly string[];
}

class Stage {
  readonly history: MadeHistory;
  readonly keeper: SparklineKeeper;
  order = ORDER;
  settledFrom = -Infinity;
  revision = 0;
  turns = 0;
  #now = 0;
  #at: Millis;
  readonly failures: unknown[] = [];

  constructor(valueAt: ValueAt, at: Millis, modelled?: ModelledCloses) {
    this.history = new MadeHistory(valueAt);
    this.#at = at;
    const indexTickers = () => this.#tickers();
    this.keeper = new SparklineKeeper({
      history: this.history,
      indexTickers: {
        get at() {
          return indexTickers().at;
        },
        get refresh() {
          return indexTickers().refresh;
        },
        get market() {
          return indexTickers().market;
        },
      },
      modelled,
      order: () => this.order,
      settledFrom: () => this.settledFrom,
      pastRevision: () => this.revision,
      loop: {
        now: () => (this.#now += 2),
        nextTurn: (goOn) => {
          this.turns++;
          setImmediate(goOn);
        },
      },
      failed: (error) => this.failures.push(error),
    });
  }

  async tick(at: Millis): Promise<number> {
    this.#at = at;
    this.history.reads.length = 0;
    await this.keeper.update();
    return this.history.reads.length;
  }

  lines(): Line[] {
    const { bytes } = this.keeper.lines.ofTypes(['MWA', 'GWA', 'LX']).identity;
    return (JSON.parse(bytes.toString()) as { content: Line[] }).content;
  }

  closesOf({ indexId }: SeriesId): readonly string[] | undefined {
    return this.lines().find((line) => line.indexId === indexId)?.closes;
  }

  #tickers(): Pick<IndexTickers, 'at' | 'refresh' | 'market'> {
    const values = this.order.series.map((series) => this.history.valueAt(series, this.#at));
    const present = [...values.keys()].filter((number) => values[number]);
    return {
      at: this.#at,
      market: { series: this.order },
      refresh: {
        at: this.#at,
        series: Uint32Array.from(present),
        prices: Float64Array.from(present, (number) => values[number]!.price),
        flags: Uint16Array.from(present, (number) => values[number]!.flags),
      },
    } as unknown as Pick<IndexTickers, 'at' | 'refresh' | 'market'>;
  }
}

describe('sparklines', () => {
  test('are the closes of the candles, whatever is missing', async () => {
    const cases = fc.record({
      run: fc.integer({ min: 3, max: 2000 }),
      every: fc.integer({ min: 1, max: 40 }),
      end: fc.integer({ min: 0, max: 6000 }),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ run, every, end }) => {
        const valueAt: ValueAt = (series, at) => {
          const slot = (at - START) / SLOT_MS + (series === FIRST ? 0 : 100);
          if (Math.floor(slot / run) % 3 === 1) return undefined;
          return slot % every === 0 || Math.floor(slot / run) % 5 === 2 ? carried(1) : real(priceAt(at));
        };
        const at = START + end * SLOT_MS;
        const stage = new Stage(valueAt, at);
        await stage.tick(at);
        const candles = new HistoryCandles({
          history: stage.history,
          settledFrom: () => -Infinity,
          pastRevision: () => 0,
          yieldTurn: async () => undefined,
        });
        const last = Math.floor(at / CANDLE_MS) * CANDLE_MS - CANDLE_MS;
        const stretch = { from: last - 41 * CANDLE_MS, upTo: last };
        for (const series of [FIRST, SECOND]) {
          const found = await candles.newestFirst(series, '4h', stretch, 99, { at, lastDay: -Infinity });
          const closes = Array.from({ length: 42 }, (_, i) => {
            const candle = found.find(({ startAt }) => startAt === stretch.from + i * CANDLE_MS);
            return candle ? formatNumber(candle.close) : '';
          });
          expect(stage.closesOf(series)).toEqual(found.length > 0 ? closes : undefined);
        }
      }),
      { numRuns: 12 },
    );
  });

  test('have closes from before the first tick at once, assets first, without reading them', async () => {
    const firstTick = START + 5 * SLOT_MS;
    const asked: string[][] = [];
    const shownWhenAsked: number[] = [];
    const stage = new Stage((_, at) => (at >= firstTick ? real(7) : undefined), firstTick, {
      firstTick: () => firstTick,
      prices: async (series, { first, stepMs, count }) => {
        asked.push(series.map(({ indexType }) => indexType));
        shownWhenAsked.push(stage.lines().length);
        return series.map((one) =>
          one === THIRD
            ? undefined
            : Float64Array.from({ length: count }, (_, i) => priceAt(first + i * stepMs)),
        );
      },
    });
    // No past is stored yet, and more will be.
    stage.settledFrom = firstTick;
    await stage.tick(firstTick);
    expect(stage.history.reads).toEqual([]);
    expect(asked).toEqual([
      ['GWA', 'GWA', 'LX', 'LX', 'LX'],
      ['MWA', 'MWA', 'MWA'],
    ]);
    expect(shownWhenAsked).toEqual([0, 5]);
    const closes = Array.from({ length: 42 }, (_, i) => formatNumber(priceAt(START - (41 - i) * CANDLE_MS)));
    expect(stage.closesOf(FIRST)).toEqual(closes);
    expect(stage.closesOf(THIRD)).toBeUndefined();
    expect(stage.keeper.isSettled).toBe(true);
    // The next candle has live ticks, so it is read.
    expect(await stage.tick(START + CANDLE_MS)).toBe(0);
    expect(stage.closesOf(FIRST)).toEqual([...closes.slice(1), '7']);
    expect(asked.length).toBe(2);
  });

  test('are prepared when a candle is complete, and not before the next', async () => {
    const stage = new Stage((series, at) => (series === THIRD ? undefined : real(priceAt(at))), START);
    expect(await stage.tick(START)).toBeGreaterThan(0);
    await stage.keeper.ready;
    expect(stage.lines()[0]?.endTimestamp).toBe(new Date(START).toISOString());
    const before = stage.closesOf(FIRST);
    expect(await stage.tick(START + SLOT_MS)).toBe(0);
    expect(await stage.tick(START + CANDLE_MS - SLOT_MS)).toBe(0);
    // Values of the tick that ends the candle are in memory: only the index without one is queried.
    expect(await stage.tick(START + CANDLE_MS)).toBe(1);
    expect(stage.closesOf(FIRST)).toEqual([...before!.slice(1), String(priceAt(START + CANDLE_MS))]);
    expect(stage.closesOf(THIRD)).toBeUndefined();
    expect(stage.lines()[0]?.endTimestamp).toBe(new Date(START + CANDLE_MS).toISOString());
    expect(stage.turns).toBeGreaterThan(0);
  });

  test('are prepared with the next tick if the one at the end was skipped', async () => {
    const end = START + CANDLE_MS;
    const stage = new Stage((_series, at) => (at === end ? undefined : real(priceAt(at))), START);
    await stage.tick(START);
    await stage.tick(end + SLOT_MS);
    expect(stage.closesOf(FIRST)?.at(-1)).toBe(String(priceAt(end - SLOT_MS)));
  });

  test('are prepared again for filled-in values', async () => {
    const filled: { from: Millis } = { from: START };
    const stage = new Stage((_series, at) => (at > filled.from ? real(priceAt(at)) : undefined), START);
    stage.settledFrom = START;
    await stage.tick(START + HOUR_MS);
    expect([stage.lines(), stage.keeper.isSettled]).toEqual([[], false]);
    filled.from = START - DAY_MS;
    expect(await stage.tick(START + HOUR_MS + SLOT_MS)).toBe(0);
    stage.settledFrom = START - DAY_MS;
    expect(await stage.tick(START + HOUR_MS + 2 * SLOT_MS)).toBe(6 * ORDER.series.length);
    const closes = stage.closesOf(FIRST)!;
    expect(closes.slice(0, 36).every((close) => close === '')).toBe(true);
    expect(closes.slice(36).every((close) => close !== '')).toBe(true);
    stage.settledFrom = -Infinity;
    await stage.tick(START + HOUR_MS + 3 * SLOT_MS);
    expect(stage.keeper.isSettled).toBe(true);
    stage.revision++;
    expect(await stage.tick(START + HOUR_MS + 4 * SLOT_MS)).toBe(42 * ORDER.series.length);
  });

  test('include values filled in for some series some minutes before those of all', async () => {
    let isFilled = false;
    const valueAt: ValueAt = (series, at) =>
      at > START || (isFilled && series === FIRST) ? real(priceAt(at)) : undefined;
    const stage = new Stage(valueAt, START);
    stage.settledFrom = START;
    await stage.tick(START + HOUR_MS);
    isFilled = true;
    expect(await stage.tick(START + HOUR_MS + 9 * SLOT_MS)).toBe(0);
    expect(await stage.tick(START + HOUR_MS + 10 * SLOT_MS)).toBe(42 * ORDER.series.length);
    expect(stage.closesOf(FIRST)?.every((close) => close !== '')).toBe(true);
    expect([stage.lines().length, stage.keeper.isSettled]).toEqual([1, false]);
    expect(await stage.tick(START + HOUR_MS + 11 * SLOT_MS)).toBe(0);
  });

  test('have an index of a new version from its first complete candle on', async () => {
    const stage = new Stage(
      (series, at) => (ORDER.numberOf(series) !== undefined || at > START ? real(7) : undefined),
      START,
    );
    await stage.tick(START);
    const added = LARGER.series[3] as SeriesId;
    stage.order = LARGER;
    await stage.tick(START + CANDLE_MS);
    expect(stage.closesOf(added)).toEqual([...Array.from({ length: 41 }, () => ''), '7']);
    expect(stage.closesOf(FIRST)).toEqual(Array.from({ length: 42 }, () => '7'));
    expect(stage.lines().map(({ indexId }) => indexId)).toEqual(LARGER.series.map(({ indexId }) => indexId));
  });

  test('that cannot be read are retried with the next tick', async () => {
    const stage = new Stage((_series, at) => real(priceAt(at)), START);
    const { readSeriesInto } = stage.history;
    stage.history.readSeriesInto = () => Promise.reject(new Error('EIO'));
    await stage.tick(START);
    expect(stage.failures).toEqual([new Error('EIO')]);
    stage.history.readSeriesInto = readSeriesInto.bind(stage.history);
    await stage.tick(START + SLOT_MS);
    expect(stage.closesOf(FIRST)?.every((close) => close !== '')).toBe(true);
  });

  test('are not waited for after a failed read; later ones are', async () => {
    const stage = new Stage(() => {
      throw new Error('EIO');
    }, START);
    const { ready } = stage.keeper;
    await stage.keeper.update();
    await expect(ready).rejects.toThrow('EIO');
    stage.history.valueAt = (_, at) => real(priceAt(at));
    const later = stage.keeper.ready;
    await stage.tick(START + SLOT_MS);
    await expect(later).resolves.toBeUndefined();
  });

  test('are cancelled when the service ends', async () => {
    const stage = new Stage((_series, at) => real(priceAt(at)), START);
    const looking = stage.keeper.update();
    await stage.keeper.close();
    await looking;
    expect(stage.lines()).toEqual([]);
    await expect(stage.keeper.ready).rejects.toThrow('the service is stopping');
  });
});
