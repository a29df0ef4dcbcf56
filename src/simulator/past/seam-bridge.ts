import type { IndexType, SeriesId } from '../../core/index-value.ts';
import { SLOT_MS, type Millis } from '../../core/time.ts';
import { BRIDGE_MS, type FirstPrice, type ModelledPrices, type SeriesSelection } from '../../sources/past.ts';
import { slotInRun, type SlotRun } from '../runs/slot-run.ts';
import type { ModelledColumns } from './modelled-columns.ts';
import type { SeriesModel } from './series-model.ts';
import { DESCRIPTORS } from '../../engine/index-types/index-types.ts';
import { priceRounding } from '../../engine/index-types/price-rounding.ts';

/** A larger deviation is a fault of the simulated market, which must not affect the past. */
const MAX_DEVIATION = 0.01;

/**
 * Blends modelled prices into the first live ones. The engine uses medians of tickers, the model uses means, so the
 * two differ by up to some tens of basis points if few exchanges list a market and most have not moved for minutes.
 * Over the last half hour, each series is moved by this difference linearly.
 */
export class SeamBridge {
  readonly #firstLive: Millis;
  /** By type and id: the deviation of the first price from the modelled one, as a share. */
  readonly #deviations: ReadonlyMap<string, number>;
  /** By market: its base asset. */
  readonly #baseOf: ReadonlyMap<string, string>;

  constructor(model: SeriesModel, firstLive: Millis, prices: readonly FirstPrice[]) {
    this.#firstLive = firstLive;
    const live = new Map(prices.map((first) => [keyOf(first.indexType, first.indexId), first.price]));
    const off = new Map<string, number>();
    const lastSlots = { first: firstLive / SLOT_MS - 1, step: 1, count: 2 };
    const wanted: SeriesSelection = {
      market: (marketId) => live.has(keyOf('MWA', marketId)),
      asset: (assetId) => live.has(keyOf('GWA', assetId)),
      lx: prices.some(({ indexType }) => indexType === 'LX'),
    };
    for (const { indexType, indexId, prices: modelled } of model.columns(lastSlots, wanted)) {
      const key = keyOf(indexType, indexId);
      const share = (live.get(key) ?? Number.NaN) / modelled[1]! - 1;
      if (Math.abs(share) <= MAX_DEVIATION) off.set(key, share);
    }
    this.#deviations = off;
    this.#baseOf = new Map(model.series().map(({ indexId, baseAssetId }) => [indexId, baseAssetId]));
  }

  /** The columns of these slots with blended prices. */
  apply(columns: ModelledColumns, run: SlotRun): ModelledColumns {
    const { indexType, indexId, baseUsd } = columns;
    const prices = this.#blended(columns.prices, run, { indexType, indexId });
    if (DESCRIPTORS[indexType].entity !== 'market') return { ...columns, prices, baseUsd: prices };
    return {
      ...columns,
      prices,
      baseUsd: this.#blended(baseUsd, run, { indexType: 'GWA', indexId: this.#baseOf.get(indexId)! }),
    };
  }

  /** The blended prices at these slots. */
  applyToPrices({ indexType, indexId, prices }: ModelledPrices, run: SlotRun): Float64Array {
    return this.#blended(prices, run, { indexType, indexId });
  }

  #blended(prices: Float64Array, run: SlotRun, { indexType, indexId }: SeriesId): Float64Array {
    const off = this.#deviations.get(keyOf(indexType, indexId));
    if (!off) return prices;
    const round = priceRounding(indexType);
    return prices.map((price, i) => {
      const before = this.#firstLive - slotInRun(run, i) * SLOT_MS;
      return before < BRIDGE_MS ? round(price * (1 + off * (1 - before / BRIDGE_MS))) : price;
    });
  }
}

function keyOf(indexType: IndexType, indexId: string): string {
  return `${indexType} ${indexId}`;
}
