import { BlockEncoder } from './block-encoder.ts';
import { BlockReader } from './block-reader.ts';
import { YEAR_SPAN } from './envelope.ts';
import { CANDLE_LAYOUT } from './layout.ts';
import type { NumberedRows } from './rows.ts';

/** Encodes the end-of-day records of a series and year: up to 366 days, 1 January being row 0. */
export class YearEncoder {
  readonly #encoder = new BlockEncoder(YEAR_SPAN, CANDLE_LAYOUT);

  /** All arrays have 366 entries, also in years of 365 days. */
  encodeYear(candles: NumberedRows): Uint8Array {
    return this.#encoder.encode(candles, 0);
  }
}

/** Row numbers are days of the year, 0 to 365. */
export function yearReader(): BlockReader {
  return new BlockReader(YEAR_SPAN, CANDLE_LAYOUT);
}
