import type { BlockDamaged } from './block-damaged.ts';
import { BlockEncoder } from './block-encoder.ts';
import { BlockReader, type RowOrder } from './block-reader.ts';
import { layoutCodeOf, YEAR_SPAN } from './envelope.ts';
import { CANDLE_LAYOUT, PLAIN_CANDLE_LAYOUT } from './layout.ts';
import type { NumberedRows, RowBuffer } from './rows.ts';

/** Encodes the end-of-day records of a series and year: up to 366 days, with 1 January as row 0. */
export class YearEncoder {
  readonly #encoder = new BlockEncoder(YEAR_SPAN, CANDLE_LAYOUT);

  /** All arrays must have 366 entries, even for years of 365 days. */
  encodeYear(candles: NumberedRows): Uint8Array {
    return this.#encoder.encode(candles, 0);
  }
}

/** Row numbers are days of the year, 0 to 365. */
export function yearReader(): BlockReader {
  return new YearReader();
}

/** Reads blocks of both layouts; rows of the older one have no flags. */
class YearReader extends BlockReader {
  readonly #plain = new BlockReader(YEAR_SPAN, PLAIN_CANDLE_LAYOUT);
  #isPlain = false;

  constructor() {
    super(YEAR_SPAN, CANDLE_LAYOUT);
  }

  override open(block: Uint8Array, trust: 'check' | 'checked' = 'check'): BlockDamaged | undefined {
    this.#isPlain = layoutCodeOf(block) === PLAIN_CANDLE_LAYOUT.code;
    return this.#isPlain ? this.#plain.open(block, trust) : super.open(block, trust);
  }

  override get count(): number {
    return this.#isPlain ? this.#plain.count : super.count;
  }

  override read(first: number, last: number, order: RowOrder, into: RowBuffer): number | BlockDamaged {
    return this.#isPlain ? this.#plain.read(first, last, order, into) : super.read(first, last, order, into);
  }
}
