import type { BlockLayout } from './layout.ts';

/**
 * Rows by their number: ticks of an hour or day by slot, candles by day of the year. Not ValueColumns: the codec knows how
 * many columns of numbers a layout has, not what they mean.
 */
export interface NumberedRows {
  /** 1 where the row exists. */
  readonly present: Uint8Array;
  /** One array for each column of the layout. What they hold in rows that do not exist is not looked at. */
  readonly numbers: readonly Float64Array[];
  /** Left out where the layout has no flags. */
  readonly flags?: Uint16Array;
}

/** Existing rows one after the other; each array has room for the same number of rows. */
export interface RowBuffer {
  readonly rowNumbers: Uint16Array;
  readonly numbers: readonly Float64Array[];
  readonly flags: Uint16Array;
}

export function rowBuffer(layout: BlockLayout, capacity: number): RowBuffer {
  return {
    rowNumbers: new Uint16Array(capacity),
    numbers: layout.columns.map(() => new Float64Array(capacity)),
    flags: new Uint16Array(capacity),
  };
}

/**
 * The existing rows of one mini-block with their numbers as integers: column c of row i is
 * `units[c][i] / 10^exponents[c]`, exactly the published decimal. Where the exponent is RAW, units are the values.
 */
export class ScaledRows {
  readonly rowNumbers: Uint16Array;
  readonly units: readonly Float64Array[];
  readonly exponents: Int8Array;
  readonly flags: Uint16Array;
  count = 0;

  constructor(layout: BlockLayout) {
    this.rowNumbers = new Uint16Array(layout.rows);
    this.units = layout.columns.map(() => new Float64Array(layout.rows));
    this.exponents = new Int8Array(layout.columns.length);
    this.flags = new Uint16Array(layout.rows);
  }
}
