import type { FlagMask, IndexValue } from '../core/index-value.ts';
import type { Millis } from '../core/time.ts';
import type { EngineReference } from './engine-reference.ts';
import type { EngineState } from './engine-state.ts';
import type { MarketCap } from './day/market-cap.ts';
import type { TickerRefusal } from './market/screen.ts';
import type { ExchangeQualityColumns } from './quality/exchange-quality.ts';
import type { AssetQualityColumns, LxQuality, MarketQualityColumns } from './quality/index-quality.ts';

/**
 * Published values, one column per field, in the order of the reference. A price of 0 means no tick: there is a row for every
 * market or asset, unlike in the columns of core, which have a row for every value.
 */
export interface ValueColumns {
  readonly price: Float64Array;
  readonly volume: Float64Array;
  readonly flags: Uint16Array;
}

export interface AssetColumns extends ValueColumns {
  readonly volumeUsd: Float64Array;
}

export interface LxValue {
  readonly indexId: string;
  readonly price: number;
  readonly volume: number;
  readonly tickVolume: number;
  /** The same in hundred-millionths, exact for any size. */
  readonly tickUnits: bigint;
  readonly flags: FlagMask;
}

/** How well the values of a tick are supported, based on what receipts of the same tick show. No value depends on it. */
export interface TickQuality {
  readonly mwa: MarketQualityColumns;
  readonly gwa: AssetQualityColumns;
  /** Only published indices, in the order of the reference. */
  readonly lx: readonly LxQuality[];
  readonly exchanges: ExchangeQualityColumns;
}

export interface TickOutput {
  readonly at: Millis;
  /** Version of the methodology. */
  readonly methodology: string;
  readonly mwa: ValueColumns;
  readonly gwa: AssetColumns;
  /** Only published indices, in the order of the reference. */
  readonly lx: readonly LxValue[];
  /** The screening outcome of each listing's ticker: codes of SCREEN_OUTCOMES. */
  readonly outcomes: Uint8Array;
  readonly refusals: Readonly<Record<TickerRefusal, number>>;
  readonly marketCaps: readonly MarketCap[];
  readonly quality: TickQuality;
  /** The state that the next tick is computed with. */
  readonly state: EngineState;
}

/** All values of a tick: MWA by market id, GWA by asset id, then LX. */
export function* indexValues(reference: EngineReference, output: TickOutput): Generator<IndexValue> {
  yield* columnValues('MWA', reference.marketIds, output.mwa);
  yield* columnValues('GWA', reference.assetIds, output.gwa);
  for (const { indexId, price, volume, tickVolume, flags } of output.lx) {
    yield { indexType: 'LX', indexId, price, volume, tickVolume, flags };
  }
}

function* columnValues(
  indexType: 'MWA' | 'GWA',
  ids: readonly string[],
  { price, volume, flags }: ValueColumns,
): Generator<IndexValue> {
  for (let i = 0; i < ids.length; i++) {
    if (price[i] === 0) continue;
    yield { indexType, indexId: ids[i]!, price: price[i]!, volume: volume[i]!, flags: flags[i]! };
  }
}
