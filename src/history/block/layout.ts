/** Another column of the layout with similar values, so that coding the difference may be shorter. */
export interface NearColumn {
  /** The number of an earlier column. */
  readonly column: number;
  /** 0 for the same row, 1 for the previous row. */
  readonly lag: 0 | 1;
}

export interface BlockColumn {
  readonly name: string;
  readonly near?: NearColumn;
}

/** The content of a block's rows. Stored blocks contain the code, so the columns of a code never change. */
export interface BlockLayout {
  readonly code: number;
  readonly columns: readonly BlockColumn[];
  readonly hasFlags: boolean;
  /** The capacity of a mini-block in rows: the ticks of an hour, or the days of a year. */
  readonly rows: number;
}

export const TICKS_PER_HOUR = 120;
export const HOURS_PER_DAY = 24;
export const DAYS_PER_YEAR = 366;

const PRICE: BlockColumn = { name: 'price' };
const VOLUME: BlockColumn = { name: 'volume' };

/** Ticks of an MWA or GWA. */
export const TICK_LAYOUT: BlockLayout = {
  code: 1,
  columns: [PRICE, VOLUME],
  hasFlags: true,
  rows: TICKS_PER_HOUR,
};

/** Ticks of an LX. */
export const LX_LAYOUT: BlockLayout = {
  code: 2,
  columns: [PRICE, VOLUME, { name: 'tickVolume' }],
  hasFlags: true,
  rows: TICKS_PER_HOUR,
};

/** End-of-day records from versions before flags. The close comes first, because the next day opens near it. */
export const PLAIN_CANDLE_LAYOUT: BlockLayout = {
  code: 3,
  columns: [
    { name: 'close' },
    { name: 'open', near: { column: 0, lag: 1 } },
    { name: 'high', near: { column: 0, lag: 0 } },
    { name: 'low', near: { column: 0, lag: 0 } },
    { name: 'twap', near: { column: 0, lag: 0 } },
    { name: 'vwap', near: { column: 4, lag: 0 } },
    { name: 'volume' },
    { name: 'volumeUsd' },
    { name: 'ticks' },
    { name: 'carried' },
    { name: 'volumeRest' },
  ],
  hasFlags: false,
  rows: DAYS_PER_YEAR,
};

/** End-of-day records. */
export const CANDLE_LAYOUT: BlockLayout = { ...PLAIN_CANDLE_LAYOUT, code: 4, hasFlags: true };
