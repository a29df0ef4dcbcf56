import { SLOT_MS, type Millis } from '../../core/time.ts';
import { assetPrice, type AssetPrice, type PriceContext } from './asset-price.ts';
import { FactorPaths } from './factor-paths.ts';
import { hashText } from '../hash.ts';
import type { SimulatedAsset } from '../world.ts';

/**
 * The true USD price of every asset: a pure function of seed, asset and time. Results do
 * not depend on earlier queries. Assets are identified by their position in the world.
 */
export class PriceModel {
  readonly #prices: readonly AssetPrice[];
  readonly #indices: ReadonlyMap<string, number>;
  /** The last two queried slots of each asset, one even and one odd. */
  readonly #knownSlots: Float64Array;
  readonly #knownPrices: Float64Array;

  constructor(assets: readonly SimulatedAsset[], seed: string) {
    this.#prices = pricesOf(assets, hashText(seed));
    this.#indices = new Map(assets.map(({ asset }, i) => [asset.id, i]));
    this.#knownSlots = new Float64Array(assets.length * 2).fill(NaN);
    this.#knownPrices = new Float64Array(assets.length * 2);
  }

  /** The position of an asset by its id. */
  indexOf(assetId: string): number {
    const index = this.#indices.get(assetId);
    if (index === undefined) throw new Error(`asset ${assetId} is not in this world`);
    return index;
  }

  atSlot(assetIndex: number, slotIndex: number): number {
    const place = assetIndex * 2 + (slotIndex & 1);
    if (this.#knownSlots[place] !== slotIndex) {
      this.#knownPrices[place] = this.#price(assetIndex).at(slotIndex);
      this.#knownSlots[place] = slotIndex;
    }
    return this.#knownPrices[place] ?? NaN;
  }

  /** At any instant: within a slot, the price is interpolated linearly. */
  at(assetIndex: number, instant: Millis): number {
    const end = Math.ceil(instant / SLOT_MS);
    const part = instant / SLOT_MS - (end - 1);
    const before = this.atSlot(assetIndex, end - 1);
    return before + (this.atSlot(assetIndex, end) - before) * part;
  }

  /** `out[i]` becomes `atSlot(assetIndex, firstSlotIndex + i * step)` for i below `count`, bit for bit. */
  fillPrices(assetIndex: number, firstSlotIndex: number, count: number, out: Float64Array, step = 1): void {
    this.#price(assetIndex).fill(firstSlotIndex, count, out, step);
  }

  #price(assetIndex: number): AssetPrice {
    const price = this.#prices[assetIndex];
    if (!price) throw new RangeError(`no asset at position ${assetIndex}`);
    return price;
  }
}

/** Pegged assets need other prices, so prices are created on demand, each once. */
function pricesOf(assets: readonly SimulatedAsset[], seedHash: number): AssetPrice[] {
  const bySlug = new Map(assets.map((asset) => [asset.asset.slugName, asset]));
  const made = new Map<SimulatedAsset, AssetPrice>();
  const make = (asset: SimulatedAsset): AssetPrice => {
    const price = made.get(asset) ?? assetPrice(asset, context);
    made.set(asset, price);
    return price;
  };
  const context: PriceContext = {
    seedHash,
    factors: new FactorPaths(seedHash),
    priceOf(slugName) {
      const asset = bySlug.get(slugName);
      return asset && { asset, price: make(asset) };
    },
  };
  return assets.map(make);
}
