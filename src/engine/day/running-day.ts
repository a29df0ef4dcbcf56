import type { Candle } from '../../core/candle.ts';
import { decimalFromNumber } from '../../core/numbers/decimal.ts';
import { isReal, type IndexType, type SeriesId } from '../../core/index-value.ts';
import { DAY_MS, dayOfTick, type Millis } from '../../core/time.ts';
import type { EngineReference } from '../engine-reference.ts';
import { methodologyNamed } from '../methodology.ts';
import { tickVolumeOf } from '../lx/lx.ts';
import {
  addToDay,
  closeDay,
  emptyDay,
  moveSeries,
  openDay,
  type DayColumns,
  type DayPrices,
} from './ohlcv.ts';
import { AMOUNT_DECIMALS } from '../lx/recorded-trade.ts';
import { capped, roundLxPrice, roundSignificant } from '../numbers/rounding.ts';
import type { TickOutput } from '../tick-output.ts';

/** The day being accumulated, for all series of the reference. Plain data, owned by the code that advances it. */
export interface RunningDay {
  /** 00:00:00 of the day. */
  readonly startAt: Millis;
  readonly mwa: DayColumns;
  readonly gwa: DayColumns;
  readonly lx: DayColumns;
  /** The exact sums of tickVolume, one per index. */
  readonly lxUnits: bigint[];
}

export interface DayProgress {
  readonly day: RunningDay;
  /** The records of days that ended with or before this tick. */
  readonly closed: readonly Candle[];
}

export function newDay({ marketIds, assetIds, lx }: EngineReference, startAt: Millis): RunningDay {
  return {
    startAt,
    mwa: emptyDay(marketIds.length),
    gwa: emptyDay(assetIds.length),
    lx: emptyDay(lx.length),
    lxUnits: lx.map(() => 0n),
  };
}

/**
 * Adds a tick. Changes `day` in place while it lasts. A tick at midnight, or the first tick after a missed midnight, closes the
 * day and starts the next. Ticks must be added in chronological order; without a `day`, a new one starts.
 */
export function advanceDay(
  reference: EngineReference,
  day: RunningDay | undefined,
  output: TickOutput,
): DayProgress {
  const startAt = dayOfTick(output.at);
  const ended = day && day.startAt < startAt ? closeAll(reference, day) : [];
  const current = day && day.startAt === startAt ? day : newDay(reference, startAt);
  enter(reference, current, output);
  if (output.at < startAt + DAY_MS) return { day: current, closed: ended };
  const next = newDay(reference, output.at);
  openAll(reference, next, output);
  return { day: next, closed: [...ended, ...closeAll(reference, current)] };
}

function enter(reference: EngineReference, day: RunningDay, { methodology, mwa, gwa, lx }: TickOutput): void {
  const { weightTimes } = methodologyNamed(methodology)!.day;
  for (let m = 0; m < mwa.price.length; m++) {
    if (mwa.price[m] === 0) continue;
    const volume = mwa.volume[m]!;
    const baseUsd = gwa.price[reference.base[m]!]!;
    addToDay(day.mwa, m, {
      price: mwa.price[m]!,
      volume,
      weight: volume,
      weightTimes,
      flags: mwa.flags[m]!,
      baseUsd,
    });
  }
  for (let asset = 0; asset < gwa.price.length; asset++) {
    const price = gwa.price[asset]!;
    if (price === 0) continue;
    const volume = gwa.volume[asset]!;
    addToDay(day.gwa, asset, {
      price,
      volume,
      weight: volume,
      weightTimes,
      flags: gwa.flags[asset]!,
      baseUsd: price,
    });
  }
  for (const { indexId, price, volume, tickVolume, tickUnits, flags } of lx) {
    const i = reference.lx.findIndex((index) => index.indexId === indexId);
    addToDay(day.lx, i, { price, volume, weight: tickVolume, flags, baseUsd: price });
    day.lxUnits[i]! += tickUnits;
  }
}

function openAll(reference: EngineReference, day: RunningDay, { mwa, gwa, lx }: TickOutput): void {
  mwa.price.forEach((price, m) => isReal(mwa.flags[m]!) && openDay(day.mwa, m, price));
  gwa.price.forEach((price, asset) => isReal(gwa.flags[asset]!) && openDay(day.gwa, asset, price));
  for (const { indexId, price, flags } of lx) {
    const i = reference.lx.findIndex((index) => index.indexId === indexId);
    if (isReal(flags)) openDay(day.lx, i, price);
  }
}

/** The day under another version of the reference data. Series that no longer exist are dropped. */
export function carryDay(day: RunningDay, from: EngineReference, to: EngineReference): RunningDay {
  const next = newDay(to, day.startAt);
  from.marketIds.forEach((id, m) => {
    const market = to.marketIndex(id);
    if (market !== undefined) moveSeries(day.mwa, m, next.mwa, market);
  });
  from.assetIds.forEach((id, i) => {
    const asset = to.assetIndex(id);
    if (asset !== undefined) moveSeries(day.gwa, i, next.gwa, asset);
  });
  from.lx.forEach(({ indexId }, i) => {
    const index = to.lx.findIndex((candidate) => candidate.indexId === indexId);
    if (index < 0) return;
    moveSeries(day.lx, i, next.lx, index);
    next.lxUnits[index] = day.lxUnits[i]!;
  });
  return next;
}

/** The end-of-day records of a day that is over, or of the day so far. In the order of the reference. */
export function closeAll(reference: EngineReference, day: RunningDay): Candle[] {
  return [
    ...reference.marketIds.flatMap((id, m) => averageDay('MWA', id, day.startAt, day.mwa, m)),
    ...reference.assetIds.flatMap((id, asset) => averageDay('GWA', id, day.startAt, day.gwa, asset)),
    ...reference.lx.flatMap(({ indexId }, i) => lxDay(indexId, day.startAt, day.lx, i, day.lxUnits[i]!)),
  ];
}

/** The end-of-day record of an MWA or GWA. */
export function averageDay(
  indexType: IndexType,
  indexId: string,
  startAt: Millis,
  day: DayColumns,
  i: number,
): Candle[] {
  const prices = closeDay(day, i, roundSignificant);
  if (!prices) return [];
  const { baseUsd, volume } = prices;
  return [
    candleOf({ indexType, indexId }, startAt, prices, { volume, volumeRest: 0, volumeUsd: volume * baseUsd }),
  ];
}

/** The end-of-day record of an LX: its volume is the exact sum of the traded amounts. */
export function lxDay(
  indexId: string,
  startAt: Millis,
  day: DayColumns,
  i: number,
  volumeUnits: bigint,
): Candle[] {
  const prices = closeDay(day, i, roundLxPrice);
  if (!prices) return [];
  const volume = tickVolumeOf(volumeUnits);
  const volumes = { volume, volumeRest: unitsBeyond(volume, volumeUnits), volumeUsd: volume * prices.close };
  return [candleOf({ indexType: 'LX', indexId }, startAt, prices, volumes)];
}

/** The exact sum minus the decimal of the double. 0 for a sum that exceeds all doubles. */
export function unitsBeyond(volume: number, units: bigint): number {
  const { units: shown, scale } = decimalFromNumber(volume);
  const rest = units - shown * 10n ** BigInt(AMOUNT_DECIMALS - scale);
  return volume < Number.MAX_VALUE ? Number(rest) : 0;
}

function candleOf(
  { indexType, indexId }: SeriesId,
  startAt: Millis,
  { open, high, low, close, vwap, twap, ticks, carried, flags }: DayPrices,
  volumes: Pick<Candle, 'volume' | 'volumeRest' | 'volumeUsd'>,
): Candle {
  return {
    indexType,
    indexId,
    startAt,
    open,
    high,
    low,
    close,
    volume: volumes.volume,
    volumeRest: volumes.volumeRest,
    volumeUsd: roundSignificant(capped(volumes.volumeUsd)),
    vwap,
    twap,
    ticks,
    carried,
    flags,
  };
}
