import type { IndexTypeDescriptor } from './descriptor.ts';

/** The USD rate of an asset. */
export const GWA = {
  name: 'GWA',
  entity: 'asset',
  records: { tick: 'gwa', day: 'gwaDay', isTypeInHash: false },
  scopes: { ticks: 'read:index-ticker', days: 'read:ohlcv' },
  volumes: { rule: 'trailing day', layout: 'tick' },
  rounding: 'significant digits',
  receipt: { isMedian: false },
  quality: { isOneExchangeDated: true },
  texts: { line: 'market', notCounted: 'takes no part', missingLine: 'no value' },
} as const satisfies IndexTypeDescriptor;
