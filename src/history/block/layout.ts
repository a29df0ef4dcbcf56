/** A column that runs near another of its rows, so that coding the difference may be shorter. */
export interface NearColumn {
  /** Number of a column before this one. */
  readonly column: number;
  /** 0 for the same row, 1 for the row before. */
  readonly lag: 0 | 1;
}

export interface BlockColumn {
  readonly name: string;
  readonly near?: NearColumn;
}

/** What a block's rows hold. Stored blocks carry the code, so a code's columns never change. */
export interface BlockLayout {
  readonly code: number;
  readonly columns: readonly BlockColumn[];
  readonly hasFlags: boolean;
  /** Rows that a mini-block has room for: the ticks of an hour, the days of a year. */
  readonly rows: number;
}

export const TICKS_AN_HOUR = 120;
export const HOURS_A_DAY = 24;
export const DAYS_A_YEAR = 366;

const PRICE: BlockColumn = { name: 'price' };
const VOLUME: BlockColumn = { name: 'volume' };

/** Ticks of an MWA or GWA. */
export const TICK_LAYOUT: BlockLayout = {
  code: 1,
  columns: [PRICE, VOLUME],
  hasFlags: true,
  rows: TICKS_AN_HOUR,
};

/** Ticks of an LX. */
export const LX_LAYOUT: BlockLayout = {
  code: 2,
  columns: [PRICE, VOLUME, { name: 'tickVolume' }],
  hasFlags: true,
  rows: TICKS_AN_HOUR,
};

/** End-of-day records as versions before flags wrote them. The close comes first, because the next day opens near it. */
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
  rows: DAYS_A_YEAR,
};

/** End-of-day records. */
export const CANDLE_LAYOUT: BlockLayout = { ...PLAIN_CANDLE_LAYOUT, code: 4, hasFlags: true };
