import type { SlotColumns } from '../../core/value-columns.ts';
import type { Fragments } from '../bytes/fragment-sheet.ts';

/**
 * All index values of one slot, as numbers and written as JSON, in the order of series. Plain data, handed over
 * between threads.
 */
export interface IndexRefresh extends Fragments, SlotColumns<ArrayBuffer> {
  /** The version of the reference data whose series numbers it uses, and which it was computed with. */
  readonly reference: string;
  /** Names the content. */
  readonly tag: string;
}
