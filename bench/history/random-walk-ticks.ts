import type { SeriesOrder } from '../../src/core/series-order.ts';
import { SLOT_MS, type Millis } from '../../src/core/time.ts';
import type { TickSlice } from '../../src/history/history-store.ts';

const SLOTS_A_YEAR = (365 * 86_400_000) / SLOT_MS;

/** The same numbers from the same seed, evenly from 0 to below 1. */
function randomFrom(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Ticks of random-walk series: annual volatility 40 to 140 %, prices of 5 to 8 significant digits with fixed decimals a
 * series, volumes of 8 digits; assets and 40 % of markets trade in every tick, the others in 5 to 100 % of them.
 */
export class RandomWalkTicks {
  readonly #order: SeriesOrder;
  readonly #random = randomFrom(7);
  readonly #prices: Float64Array;
  readonly #volumes: Float64Array;
  readonly #volatility: Float64Array;
  readonly #activity: Float64Array;
  readonly #priceUnits: Float64Array;
  readonly #volumeUnits: Float64Array;

  constructor(order: SeriesOrder) {
    this.#order = order;
    const random = this.#random;
    const { series } = order;
    const magnitudes = series.map(() => Math.floor(random() * 10) - 5);
    this.#prices = Float64Array.from(magnitudes, (magnitude) => 10 ** (magnitude + random()));
    this.#priceUnits = Float64Array.from(
      magnitudes,
      (magnitude) => 10 ** Math.max(0, 4 + Math.floor(random() * 4) - magnitude),
    );
    this.#activity = Float64Array.from(series, ({ indexType }) =>
      indexType !== 'MWA' || random() < 0.4 ? 1 : 0.05 + 0.95 * random(),
    );
    this.#volatility = this.#activity.map(
      (activity) => (0.4 + random()) / Math.sqrt(SLOTS_A_YEAR * activity),
    );
    const volumeMagnitudes = series.map(() => Math.floor(random() * 12) - 4);
    this.#volumes = Float64Array.from(volumeMagnitudes, (magnitude) => 10 ** (magnitude + random()));
    this.#volumeUnits = Float64Array.from(volumeMagnitudes, (magnitude) => 10 ** (7 - magnitude));
  }

  next(at: Millis): TickSlice {
    const count = this.#order.series.length;
    const random = this.#random;
    const prices = new Float64Array(count);
    const volumes = new Float64Array(count);
    for (let i = 0; i < count; i++) {
      if (random() < this.#activity[i]!) {
        const bell = random() + random() + random() + random() - 2;
        this.#prices[i]! *= Math.exp(this.#volatility[i]! * bell * 1.73);
        this.#volumes[i]! *= 1 + (random() - 0.5) * 2e-3;
      }
      prices[i] = Math.round(this.#prices[i]! * this.#priceUnits[i]!) / this.#priceUnits[i]!;
      volumes[i] = volumeOf(this.#volumes[i]!, this.#volumeUnits[i]!);
    }
    return {
      at,
      order: this.#order,
      series: Uint32Array.from({ length: count }, (_, i) => i),
      prices,
      volumes,
      tickVolumes: Float64Array.from(this.#order.series, ({ indexType }) =>
        indexType === 'LX' ? Math.round(random() * 1e8) / 1e8 : Number.NaN,
      ),
      flags: new Uint16Array(count),
      state: new Uint8Array(1_000_000),
      record: new Uint8Array(400),
    };
  }
}

/** Eight digits, as a decimal number: 10^-n is not exact, 1/10^n is as near as it gets. */
function volumeOf(volume: number, units: number): number {
  return units >= 1 ? Math.round(volume * units) / units : Math.round(volume * units) * Math.round(1 / units);
}
