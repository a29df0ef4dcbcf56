import type { Millis } from '../core/time.ts';
import type { Fragments } from './fragment-sheet.ts';

/**
 * All index values of one slot, as numbers and written as JSON, in the order of series. Plain data, handed over
 * between threads.
 */
export interface IndexRefresh extends Fragments {
  readonly at: Millis;
  /** The version of the reference data whose series numbers it uses, and which it was computed with. */
  readonly reference: string;
  /** Names the content. */
  readonly tag: string;
  /** Numbers of the series, ascending. */
  readonly series: Uint32Array<ArrayBuffer>;
  /** The same values as numbers, parallel to `series`. */
  readonly prices: Float64Array<ArrayBuffer>;
  readonly volumes: Float64Array<ArrayBuffer>;
  /** NaN for series that have none. */
  readonly tickVolumes: Float64Array<ArrayBuffer>;
  readonly flags: Uint16Array<ArrayBuffer>;
}
