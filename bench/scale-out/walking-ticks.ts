import { SeriesOrder } from '../../src/core/ids/series-order.ts';
import { SLOT_MS, type Millis } from '../../src/core/time.ts';
import type { TickSlice } from '../../src/history/history-store.ts';
import type { TickSource } from '../history/tick-source.ts';

const LX = 3;
/** Of the other series; the rest are markets. */
const ASSET_SHARE = 0.2;
const BUSY_MARKET_SHARE = 0.4;
/** As long as the record of a tick in the chain of hashes. */
const RECORD_BYTES = 700;

/** A random walk that is cheap to generate, so that days of it can be stored in minutes. */
interface Walk {
  /** How often it moves. */
  readonly activity: number;
  readonly step: number;
  readonly priceUnits: number;
  readonly volumeUnits: number;
}

/**
 * Random walks of this many series: prices of 5 to 8 significant digits, volumes of 8, both with fixed
 * decimals a series. All assets and 40 % of the markets move in every tick, the others in 5 to 100 % of them.
 */
export class WalkingTicks implements TickSource {
  readonly name = 'random walks';
  readonly order: SeriesOrder;
  readonly #walks: readonly Walk[];
  readonly #prices: Float64Array;
  readonly #volumes: Float64Array;
  readonly #random = randomNumbers(1);

  constructor(series: number) {
    const assets = Math.round((series - LX) * ASSET_SHARE);
    const ids = (count: number, from: number) =>
      Array.from({ length: count }, (_, i) => ({
        id: `00000000-0000-4000-8000-${String(from + i).padStart(12, '0')}`,
      }));
    this.order = new SeriesOrder({ markets: ids(series - LX - assets, 0), assets: ids(assets, 100_000) });
    const magnitudes = this.order.series.map(() => Math.floor(this.#random() * 10) - 5);
    this.#walks = this.order.series.map(({ indexType }, i) =>
      this.#walk(indexType === 'MWA', magnitudes[i]!),
    );
    this.#prices = Float64Array.from(magnitudes, (magnitude) => 10 ** (magnitude + this.#random()));
    this.#volumes = Float64Array.from(magnitudes, () => 10 ** (this.#random() * 8 - 1));
  }

  next(at: Millis): TickSlice {
    const { length } = this.order.series;
    const [prices, volumes] = [new Float64Array(length), new Float64Array(length)];
    const [lx] = this.order.rangeOf('LX');
    const random = this.#random;
    for (let i = 0; i < length; i++) {
      const { activity, step, priceUnits, volumeUnits } = this.#walks[i]!;
      if (random() < activity) {
        // The sum of three uniform numbers is close enough to a normal distribution.
        this.#prices[i]! *= 1 + step * (random() + random() + random() - 1.5);
        this.#volumes[i]! *= 1 + 0.0005 * (random() - 0.5);
      }
      prices[i] = Math.round(this.#prices[i]! * priceUnits) / priceUnits;
      volumes[i] = Math.round(this.#volumes[i]! * volumeUnits) / volumeUnits;
    }
    return {
      at,
      order: this.order,
      series: Uint32Array.from({ length }, (_, i) => i),
      prices,
      volumes,
      tickVolumes: Float64Array.from({ length }, (_, i) => (i < lx ? Number.NaN : 1.5)),
      flags: new Uint16Array(length),
      record: new Uint8Array(RECORD_BYTES).fill((at / SLOT_MS) % 256),
    };
  }

  #walk(isMarket: boolean, magnitude: number): Walk {
    const random = this.#random;
    const activity = !isMarket || random() < BUSY_MARKET_SHARE ? 1 : 0.05 + 0.95 * random();
    const annual = 0.4 + random();
    return {
      activity,
      step: (2 * annual) / Math.sqrt(365 * 2880 * activity),
      priceUnits: 10 ** Math.max(0, 4 + Math.floor(random() * 4) - magnitude),
      volumeUnits: 10 ** Math.floor(random() * 4),
    };
  }
}

/** Evenly from 0 to below 1, the same for the same seed. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
