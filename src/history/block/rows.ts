import type { BlockLayout } from './layout.ts';

/**
 * Rows by number: ticks of an hour or day by slot, candles by day of the year. Not ValueColumns: the codec knows how many numeric
 * columns a layout has, but not what they mean.
 */
export interface NumberedRows {
  /** 1 if the row exists. */
  readonly present: Uint8Array;
  /** One array per column of the layout. Entries of rows that do not exist are ignored. */
  readonly numbers: readonly Float64Array[];
  /** Omitted if the layout has no flags. */
  readonly flags?: Uint16Array;
}

/** Existing rows without gaps; all arrays have the same capacity. */
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
 * The existing rows of one mini-block with their numbers as integers: column c of row i is `units[c][i] / 10^exponents[c]`,
 * exactly the published decimal. If the exponent is RAW, units are the values.
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
