import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { verifyCandles } from '../../../../../src/app/operate/verify/verify-candles.ts';
import { CANDLE_NUMBERS, FINAL_AFTER_MS, type Candle } from '../../../../../src/core/candle.ts';
import { maskOf } from '../../../../../src/core/index-value.ts';
import { DAY_MS, SLOT_MS, SLOTS_PER_DAY } from '../../../../../src/core/time.ts';
import type { TickSlice } from '../../../../../src/history/history-store.ts';
import { MemoryHistoryStore } from '../../../../support/memory-history/memory-history-store.ts';
import { buildWorld } from '../../../../../src/simulator/world.ts';
import { ORDER, sliceAt, WINDOW_MS } from '../../../../support/history-values.ts';

const DAY = Date.parse('2026-02-27T00:00:00Z');
const FINAL = DAY + DAY_MS + FINAL_AFTER_MS;
const { reference } = buildWorld('small');
const references = { byHash: () => ({ ...reference, lx: [], traded: [] }) };
const DAYS = [{ startAt: DAY, references: ['a'] }];

const [firstAsset] = ORDER.rangeOf('GWA');
const [firstLx] = ORDER.rangeOf('LX');
/** Two series of each type, and the base assets of the markets. */
const bases = [0, 1].map((n) => {
  const market = reference.markets.find(({ id }) => id === ORDER.series[n]!.indexId)!;
  return ORDER.numberOf({ indexType: 'GWA', indexId: market.baseAssetId })!;
});
const SERIES = new Set([0, 1, firstAsset, firstLx, ...bases]);

/** The ticks of the day. No test changes them. */
let slices: readonly TickSlice[];
let candles: readonly Candle[];
let history: MemoryHistoryStore;

const check = (newest = FINAL) => verifyCandles({ history, references }, DAYS, newest);

async function historyOf(stored: readonly TickSlice[]): Promise<MemoryHistoryStore> {
  const store = new MemoryHistoryStore(WINDOW_MS);
  for (const slice of stored) await store.append(slice);
  return store;
}

beforeAll(async () => {
  slices = Array.from({ length: SLOTS_PER_DAY + 1 }, (_, i) =>
    sliceAt(DAY + i * SLOT_MS, (number) => SERIES.has(number)),
  );
  history = await historyOf(slices);
  candles = (await check()).differences.map(({ recomputed }) => recomputed!);
});

beforeEach(async () => {
  history = await historyOf(slices);
});

describe('end-of-day records', () => {
  test('that follow from the stored values are verified', async () => {
    expect(candles).toHaveLength(SERIES.size);
    await history.appendCandles(candles);
    expect(await check()).toEqual({
      verified: SERIES.size,
      different: 0,
      notVerifiable: 0,
      differences: [],
    });
  });

  test('with a wrong number are reported, whichever it is', async () => {
    for (let n = 0; n < CANDLE_NUMBERS.length; n += candles.length) {
      const names = CANDLE_NUMBERS.slice(n, n + candles.length);
      const wrong = names.map((name, i) => ({ ...candles[i]!, [name]: candles[i]![name] + 1 }));
      await history.appendCandles([...wrong, ...candles.slice(names.length)]);
      const { differences, ...counts } = await check();
      expect(counts).toMatchObject({ different: names.length, verified: SERIES.size - names.length });
      const reported = wrong.map((stored, i) => ({
        indexType: stored.indexType,
        indexId: stored.indexId,
        day: DAY,
        stored,
        recomputed: candles[i],
      }));
      expect(differences).toEqual(reported);
    }
  });

  test('that are missing, or have no values, are reported', async () => {
    const other = ORDER.series[5]!;
    await history.appendCandles([...candles.slice(1), { ...candles[0]!, ...other }]);
    const { differences } = await check();
    expect(
      differences.map(({ stored, recomputed }) => [stored !== undefined, recomputed !== undefined]),
    ).toEqual(
      expect.arrayContaining([
        [false, true],
        [true, false],
      ]),
    );
  });

  test('that are marked as modelled without a modelled value are reported', async () => {
    await history.appendCandles(candles.map((candle) => ({ ...candle, flags: maskOf('MODELLED') })));
    expect(await check()).toMatchObject({ notVerifiable: 0, different: SERIES.size, verified: 0 });
  });

  test('may lack flags of their ticks, which older versions omitted, but have no others', async () => {
    const flagged = candles.filter(({ flags }) => flags !== 0);
    expect(flagged.length).toBeGreaterThan(0);
    await history.appendCandles(candles.map((candle) => ({ ...candle, flags: 0 })));
    expect(await check()).toMatchObject({ different: 0, verified: SERIES.size });
    const plain = candles.find(({ flags }) => (flags & maskOf('SPLIT')) === 0)!;
    await history.appendCandles([{ ...plain, flags: maskOf('SPLIT') }]);
    expect(await check()).toMatchObject({ different: 1, verified: SERIES.size - 1 });
  });

  test('never lack the MODELLED flag, which all versions wrote', async () => {
    const modelled = maskOf('MODELLED');
    history = await historyOf(
      slices.map((slice) => ({ ...slice, flags: slice.flags.map((flags) => flags | modelled) })),
    );
    await history.appendCandles(candles.map((candle) => ({ ...candle, flags: 0 })));
    expect(await check()).toMatchObject({ different: SERIES.size, verified: 0 });
  });

  test('of days without values are not verifiable if they are modelled', async () => {
    const other = ORDER.series[5]!;
    await history.appendCandles([...candles, { ...candles[0]!, ...other, flags: maskOf('MODELLED') }]);
    expect(await check()).toMatchObject({ notVerifiable: 1, different: 0, verified: SERIES.size });
  });

  test('of a day that is not final yet are skipped', async () => {
    expect(await check(FINAL - 1)).toMatchObject({ notVerifiable: 0, different: 0, verified: 0 });
  });
});
