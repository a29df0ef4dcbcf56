import { describe, expect, test } from 'vitest';
import { StoredDay } from '../../../../../../src/app/pipeline/backfill/work/stored-day.ts';
import type { ValuedSeries } from '../../../../../../src/sources/past.ts';
import { IndexComputer } from '../../../../../../src/app/pipeline/compute/index-computer.ts';
import type { Candle } from '../../../../../../src/core/candle.ts';
import type { SeriesId } from '../../../../../../src/core/index-value.ts';
import { DAY_MS, SLOT_MS, type Millis } from '../../../../../../src/core/time.ts';
import { MemoryHistoryStore } from '../../../../../support/memory-history/memory-history-store.ts';
import { SimulatedMarket } from '../../../../../../src/simulator/simulated-market.ts';
import { SimulatorSource } from '../../../../../../src/simulator/simulator-source.ts';
import { buildWorld } from '../../../../../../src/simulator/world.ts';
import { ManualClock } from '../../../../../support/manual-clock.ts';
import { simulatedVersion } from '../../../../../support/simulated-version.ts';

const DAY = Date.parse('2026-02-28T00:00:00Z');
const world = buildWorld('small');
const market = new SimulatedMarket(world, { seed: 'stored-day', faultRate: 3 });
const source = new SimulatorSource({ market, clock: new ManualClock(DAY) });
const version = simulatedVersion(world, market);
const order = version.orders.series;
const bases = new Map(world.reference.markets.map(({ id, baseAssetId }) => [id, baseAssetId]));

/** Stores the engine's values of these slots, and returns the records at the end of a day. */
async function live(history: MemoryHistoryStore, slots: readonly Millis[]): Promise<Candle[]> {
  const computer = new IndexComputer(version);
  const candles: Candle[] = [];
  for (const at of slots) {
    for (const event of source.refreshFor(at)) {
      if (event.kind === 'ticks') computer.observeTicks(event.ticks, event.receivedAt, event.readAt);
      else if (event.kind === 'trades') computer.observeTrades(event.trades, event.receivedAt);
    }
    const tick = computer.compute(at);
    computer.adopt(tick);
    candles.push(...tick.candles);
    await history.append({ ...tick.columns, order, record: new Uint8Array(0) });
  }
  return candles;
}

function valued({ indexType, indexId }: SeriesId): ValuedSeries {
  return { indexType, indexId, baseAssetId: bases.get(indexId) ?? indexId };
}

async function stored(history: MemoryHistoryStore, day: Millis): Promise<Candle[]> {
  const records = new StoredDay(history, day);
  const candles: Candle[] = [];
  for (const series of order.series) candles.push(...(await records.candleOf(valued(series))));
  return candles;
}

const HASHES = { reference: '', input: '', state: '', output: '', previous: '' };
const byId = (candles: readonly Candle[]) => candles.toSorted((a, b) => (a.indexId < b.indexId ? -1 : 1));

describe('the records of a stored day', () => {
  test('are those of the engine if it has seen the whole day', async () => {
    const history = new MemoryHistoryStore(200 * DAY_MS);
    const within = [0, 1, 2, 3, 700, 1500, 2850].map((slot) => DAY + slot * SLOT_MS);
    const candles = await live(history, [...within, DAY + DAY_MS + 3 * SLOT_MS]);
    const ofDay = candles.filter(({ startAt }) => startAt === DAY);
    expect(ofDay.length).toBeGreaterThan(200);
    expect(ofDay.some(({ open, low, high }) => open === low || open === high)).toBe(true);
    expect(byId(await stored(history, DAY))).toEqual(byId(ofDay));
  });

  test('include values filled in before the first tick', async () => {
    const history = new MemoryHistoryStore(200 * DAY_MS);
    await live(history, [DAY + 2000 * SLOT_MS, DAY + DAY_MS]);
    const alone = await stored(history, DAY);
    const slots = Uint16Array.of(9, 10);
    const [series] = alone as [Candle];
    const columns = { volumes: new Float64Array(2).fill(1), tickVolumes: new Float64Array(2).fill(NaN) };
    const prices = Float64Array.of(series.low / 2, series.high * 2);
    const { indexType, indexId } = series;
    const past = { indexType, indexId, slots, prices, ...columns, flags: new Uint16Array(2) };
    await history.insertPast({ startAt: DAY, parts: [[past]] });
    const [covered, ...others] = await stored(history, DAY);
    expect(covered).toMatchObject({
      open: prices[0],
      low: prices[0],
      high: prices[1],
      close: series.close,
      volume: series.volume,
      volumeUsd: series.volumeUsd,
      ticks: series.ticks + 2,
    });
    expect(others).toEqual(alone.slice(1));
  });

  test.each([
    ['1', ['1', '1', '1'], 321 / 111],
    ['2', ['2', '2', '2'], (1 + 2 * 1.02 + 3 * 1.0302) / 3.0502],
    ['1, and from the last tick on 2', ['1', '1', '2'], (1 + 20 + 3 * 5.61) / 16.61],
  ])('weight the ticks in the vwap by the version in their records: %s', async (_name, versions, vwap) => {
    const later = Date.parse('2027-03-01T00:00:00Z');
    const earlier = Date.parse('2026-03-01T00:00:00Z');
    for (const day of [earlier, later]) {
      const history = new MemoryHistoryStore(2000 * DAY_MS);
      for (const [i, methodology] of versions.entries()) {
        const [price, volume] = [i + 1, 10 ** i];
        const at = day + (i + 1) * SLOT_MS;
        await history.append({
          at,
          order,
          series: Uint32Array.of(0),
          prices: Float64Array.of(price),
          volumes: Float64Array.of(volume),
          tickVolumes: Float64Array.of(NaN),
          flags: Uint16Array.of(0),
          record: Buffer.from(JSON.stringify({ at, methodology, ...HASHES })),
        });
      }
      const [candle] = await new StoredDay(history, day).candleOf(valued(order.series[0]!));
      expect(candle!.vwap).toBe(Number(vwap.toPrecision(8)));
    }
  });

  test('do not exist for a series without a real value on the day', async () => {
    const history = new MemoryHistoryStore(200 * DAY_MS);
    await live(history, [DAY]);
    expect(await stored(history, DAY)).toEqual([]);
    expect((await stored(history, DAY - DAY_MS)).length).toBeGreaterThan(200);
  });
});
