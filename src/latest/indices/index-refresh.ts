import type { SlotColumns } from '../../core/value-columns.ts';
import type { JsonRecords } from '../bytes/json-record-writer.ts';

/**
 * All index values of one slot, as numbers and as JSON, in the order of series. Plain data that can be sent
 * between threads.
 */
export interface IndexRefresh extends JsonRecords, SlotColumns<ArrayBuffer> {
  /** The version of the reference data that it was computed with, and whose series numbers it uses. */
  readonly reference: string;
  /** Identifies the content. */
  readonly tag: string;
}
