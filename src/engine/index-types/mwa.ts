import type { IndexTypeDescriptor } from './descriptor.ts';

/** The weighted average of a market. */
export const MWA = {
  name: 'MWA',
  entity: 'market',
  records: { tick: 'mwa', day: 'mwaDay', isTypeInHash: false },
  scopes: { ticks: 'read:index-ticker', days: 'read:ohlcv' },
  volumes: { rule: 'trailing day', layout: 'tick' },
  rounding: 'significant digits',
  receipt: { isMedian: false },
  quality: { isOneExchangeDated: false },
  texts: { line: 'exchange', notCounted: 'refused', missingLine: 'no ticker' },
} as const satisfies IndexTypeDescriptor;
