import { maskOf, type SeriesId } from '../../core/index-value.ts';
import { roundSignificant } from '../../engine/numbers/rounding.ts';
import type { ModelledMarket } from './modelled-market.ts';
import type { MarketRun } from './modelled-markets.ts';
import type { Phased } from './phased-markets.ts';

/** The flag of every modelled value. */
export const MODELLED = maskOf('MODELLED');

/** A series over a run of slots, numbers as they are published. */
export interface ModelledColumns extends SeriesId {
  /** Positions in the world of the asset and, for a market, of its quote asset. The true price follows from theirs. */
  readonly base: number;
  readonly quote?: number;
  readonly prices: Float64Array;
  readonly volumes: Float64Array;
  /** LX only: hundred-millionths of the base asset traded since the slot before in the run; 0 at the first. */
  readonly tickUnits?: Float64Array;
  /** The GWA of the base asset. */
  readonly baseUsd: Float64Array;
}

/** A series over days in a row. */
export interface ModelledDays {
  /** At the midnights: one more than there are days. */
  readonly midnights: ModelledColumns;
  /** Its true price, not rounded, from the first midnight to the last in steps of PATH_SLOTS. */
  readonly path: Float64Array;
}

/** At slots at which a market has no listing, uses the values that all its listings would show. */
export function marketColumns(
  { marketId, base, quote }: ModelledMarket,
  { prices, volumes, exchanges, whole }: Phased<MarketRun>,
  usd: Float64Array,
): ModelledColumns {
  const shown = whole
    ? volumes.map((volume, i) => (exchanges[i] === 0 ? whole.volumes[i]! : volume))
    : volumes;
  return {
    indexType: 'MWA',
    indexId: marketId,
    base,
    quote,
    prices: prices.map(roundSignificant),
    volumes: shown.map(roundSignificant),
    baseUsd: usd,
  };
}
