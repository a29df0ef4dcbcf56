import { SeriesOrder } from '../../src/core/ids/series-order.ts';
import { SLOT_MS, type Millis, SLOTS_PER_DAY } from '../../src/core/time.ts';
import type { TickSource } from './tick-source.ts';
import type { TickSlice } from '../../src/history/history-store.ts';

const SERIES = 7500;
const LX = 3;
const ASSETS = 1500;
const BUSY_MARKET_SHARE = 0.4;
const BUSY_TRADES_PER_SLOT = 8;
const NO_TICK_VOLUME = Number.NaN;

/** A uniform number from 0 to below 1, always the same for the same pair and `draw`. */
function randomAt(series: number, slot: number, draw: number): number {
  let mixed =
    Math.imul(series + 1, 0x9e3779b1) ^ Math.imul(slot + 1, 0x85ebca6b) ^ Math.imul(draw + 1, 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
}

/** Total of the trades of a slot: a Poisson-distributed number with this mean, each of exponential size. */
function slotVolume(meanTrades: number, series: number, slot: number): number {
  let volume = 0;
  let draw = 0;
  for (let at = 0; ;) {
    at -= Math.log(1 - randomAt(series, slot, draw++));
    if (at >= meanTrades) return volume;
    volume -= Math.log(1 - randomAt(series, slot, draw++));
  }
}

interface Habits {
  readonly meanTrades: number;
  readonly deviation: number;
  readonly priceUnits: number;
  readonly volumeUnit: number;
}

function habitsOf(series: number, isMarket: boolean): Habits {
  const own = (draw: number) => randomAt(series, -7, draw);
  const isBusy = !isMarket || own(0) < BUSY_MARKET_SHARE;
  const activity = isBusy ? 1 : 0.05 + 0.9499 * own(1);
  const meanTrades = isBusy ? BUSY_TRADES_PER_SLOT : -Math.log(1 - activity);
  const magnitude = Math.floor(own(3) * 10) - 5;
  return {
    meanTrades,
    deviation: (0.4 + own(2)) / Math.sqrt(365 * SLOTS_PER_DAY * activity),
    priceUnits: 10 ** Math.max(0, 4 + Math.floor(own(4) * 4) - magnitude),
    volumeUnit: 10 ** (own(5) * 12 - 4) / (meanTrades * SLOTS_PER_DAY),
  };
}

/**
 * 7,500 random walks: annual volatility 40 to 140 %, prices of 5 to 8 significant digits with fixed decimals a series,
 * volumes of 8 digits that are the sum of the last 2,880 slots. All assets and 40 % of the markets trade in every tick,
 * the others in 5 to 100 % of them; a price moves with trades only.
 */
export class SyntheticTicks implements TickSource {
  readonly name = 'synthetic: random walks, rolling volumes';
  readonly order: SeriesOrder;
  readonly #series: SeriesOrder['series'];
  readonly #habits: readonly Habits[];
  readonly #prices: Float64Array;
  readonly #volumes: Float64Array;

  constructor(firstSlot: number, count = SERIES) {
    const id = (i: number) => ({ id: `00000000-0000-4000-8000-${String(i).padStart(12, '0')}` });
    const markets = Array.from({ length: SERIES - ASSETS - LX }, (_, i) => id(i));
    const assets = Array.from({ length: ASSETS }, (_, i) => id(100_000 + i));
    this.order = new SeriesOrder({ markets, assets } as unknown as ConstructorParameters<
      typeof SeriesOrder
    >[0]);
    this.#series = this.order.series.slice(0, count);
    this.#habits = this.#series.map(({ indexType }, i) => habitsOf(i, indexType === 'MWA'));
    this.#prices = Float64Array.from(this.#habits, (_, i) => {
      const magnitude = Math.floor(randomAt(i, -7, 3) * 10) - 5;
      return 10 ** (magnitude + randomAt(i, -7, 6));
    });
    this.#volumes = Float64Array.from(this.#habits, ({ meanTrades }, i) => {
      let sum = 0;
      for (let slot = firstSlot - SLOTS_PER_DAY; slot < firstSlot; slot++)
        sum += slotVolume(meanTrades, i, slot);
      return sum;
    });
  }

  next(at: Millis): TickSlice {
    const slot = at / SLOT_MS;
    const series = this.#series;
    const prices = new Float64Array(series.length);
    const volumes = new Float64Array(series.length);
    for (let i = 0; i < series.length; i++) {
      const { meanTrades, deviation, priceUnits, volumeUnit } = this.#habits[i]!;
      const traded = slotVolume(meanTrades, i, slot);
      this.#volumes[i]! += traded - slotVolume(meanTrades, i, slot - SLOTS_PER_DAY);
      if (traded > 0) this.#prices[i]! *= Math.exp(deviation * bell(i, slot));
      prices[i] = Math.round(this.#prices[i]! * priceUnits) / priceUnits;
      volumes[i] = Number((this.#volumes[i]! * volumeUnit).toPrecision(8));
    }
    return {
      at,
      order: this.order,
      series: Uint32Array.from(series.keys()),
      prices,
      volumes,
      tickVolumes: new Float64Array(series.length).fill(NO_TICK_VOLUME),
      flags: new Uint16Array(series.length),
      record: new Uint8Array(0),
    };
  }
}

function bell(series: number, slot: number): number {
  const radius = Math.sqrt(-2 * Math.log(1 - randomAt(series, slot, 1001)));
  return radius * Math.cos(2 * Math.PI * randomAt(series, slot, 1002));
}
