import type { SeriesId } from '../../src/core/index-value.ts';
import { SeriesOrder } from '../../src/core/ids/series-order.ts';
import { DAY_MS, MINUTE_MS, SLOT_MS, type Millis } from '../../src/core/time.ts';
import type { EmbeddedHistoryOptions } from '../../src/history/embedded/embedded-history-options.ts';
import { EmbeddedHistoryStore } from '../../src/history/embedded/embedded-history-store.ts';
import type { StoredValue, TickSlice } from '../../src/history/history-store.ts';

// A small world whose values are functions of series and time, so that the data after a crash can be checked.

const SERIES = 24;
/**
 * Ticks are five minutes apart, so that hours and days end often. The first days include a leap day and the end of a
 * month.
 */
const STEP_MS = 5 * MINUTE_MS;
const START = Date.parse('2028-02-28T20:00:00Z');
/** Works on small disks. */
export const CRASH_RESERVE_BYTES = 16 * 2 ** 20;
const WINDOW_MS = 200 * DAY_MS;

const idOf = (i: number) => `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`;
const entities = (first: number) => Array.from({ length: SERIES / 2 }, (_, i) => ({ id: idOf(first + i) }));
const ORDER = new SeriesOrder({
  markets: entities(0),
  assets: entities(1000),
} as unknown as ConstructorParameters<typeof SeriesOrder>[0]);

export function tickTime(tick: number): Millis {
  return START + tick * STEP_MS;
}

export function tickNumber(at: Millis): number {
  return (at - START) / STEP_MS;
}

const isThere = (number: number, slot: number) => (number * 7 + slot / 10) % 5 !== 0;
const priceOf = (number: number, slot: number) =>
  Number((1 + number + ((slot * 7919 + number * 31) % 10_007) / 10_000).toFixed(4));
const volumeOf = (number: number, slot: number) => ((slot * 104_729 + number) % 99_991) / 8;
const flagsOf = (number: number, slot: number) => ((slot + number) % 13 === 0 ? 16 : 0);

export function sliceOf(tick: number): TickSlice {
  const at = tickTime(tick);
  const slot = at / SLOT_MS;
  const series = Uint32Array.from(ORDER.series.keys()).filter((number) => isThere(number, slot));
  return {
    at,
    order: ORDER,
    series,
    prices: Float64Array.from(series, (number) => priceOf(number, slot)),
    volumes: Float64Array.from(series, (number) => volumeOf(number, slot)),
    tickVolumes: Float64Array.from(series, (number) => (isLx(number) ? (slot % 31) / 4 : Number.NaN)),
    flags: Uint16Array.from(series, (number) => flagsOf(number, slot)),
    record: Uint8Array.of(9, tick & 255),
  };
}

export function stateOf(tick: number): Uint8Array {
  return Uint8Array.of(tick & 255, (tick >> 8) & 255, 7);
}

const isLx = (number: number) => ORDER.series[number]?.indexType === 'LX';

export function valuesOf(tick: number): StoredValue[] {
  const { at, series, prices, volumes, tickVolumes, flags } = sliceOf(tick);
  return [...series].map((number, row) => ({
    ...(ORDER.series[number] as SeriesId),
    at,
    price: prices[row]!,
    volume: volumes[row]!,
    flags: flags[row]!,
    ...(isLx(number) ? { tickVolume: tickVolumes[row]! } : {}),
  }));
}

export function openCrashStore(
  folder: string,
  problems: string[],
  options: Pick<EmbeddedHistoryOptions, 'onSealingStep' | 'freeBytes' | 'reserveBytes' | 'journalDisk'> = {},
): Promise<EmbeddedHistoryStore> {
  return EmbeddedHistoryStore.open({
    folder,
    windowMs: WINDOW_MS,
    onDamage: (damage) => problems.push(`damage: ${JSON.stringify(damage)}`),
    onSealingFailure: (error) => problems.push(`sealing: ${error.message}`),
    reserveBytes: CRASH_RESERVE_BYTES,
    ...options,
  });
}

/** Number of ticks in the store, and what is wrong with them if it must contain the `acknowledged` ones. */
export async function checkTicks(
  store: EmbeddedHistoryStore,
  acknowledged: number,
): Promise<{ readonly ticks: number; readonly problems: string[] }> {
  const problems: string[] = [];
  const last = await store.lastTick();
  const ticks = last ? tickNumber(last.at) + 1 : 0;
  if (ticks < acknowledged) problems.push(`${acknowledged} ticks were acknowledged, ${ticks} are there`);
  const read = { types: ['MWA', 'GWA', 'LX'] as const, atOrBefore: Infinity, notBefore: 0, limit: 1e9 };
  const found = await store.readAcross(read);
  const expected = Array.from({ length: ticks }, (_, i) => valuesOf(ticks - 1 - i)).flat();
  const differs = expected.findIndex((value, i) => !same(value, found[i]));
  if (differs >= 0)
    problems.push(`expected ${JSON.stringify(expected[differs])}, found ${JSON.stringify(found[differs])}`);
  if (found.length !== expected.length)
    problems.push(`${found.length} values are there, not ${expected.length}`);
  const state = await store.lastState();
  const isOfLast = state?.at === last?.at && stateOf(ticks - 1).every((byte, i) => state?.state[i] === byte);
  if (state && !isOfLast) problems.push('the state is not that of the last tick');
  return { ticks, problems };
}

function same(a: StoredValue, b: StoredValue | undefined): boolean {
  return (
    b !== undefined &&
    a.indexId === b.indexId &&
    a.indexType === b.indexType &&
    a.at === b.at &&
    Object.is(a.price, b.price) &&
    Object.is(a.volume, b.volume) &&
    a.tickVolume === b.tickVolume &&
    a.flags === b.flags
  );
}
