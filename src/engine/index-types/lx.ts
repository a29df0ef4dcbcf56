import type { IndexTypeDescriptor } from './descriptor.ts';

/** A liquid index: one asset, computed from trades on a few exchanges. */
export const LX = {
  name: 'LX',
  entity: 'index',
  records: { tick: 'lx', day: 'lxDay', isTypeInHash: false },
  scopes: { ticks: 'read:LX', days: 'read:LX' },
  volumes: { rule: 'traded', layout: 'tick with volume' },
  rounding: 'decimals',
  receipt: { isMedian: true },
  quality: { isOneExchangeDated: false },
  texts: { line: 'exchange', notCounted: 'refused', missingLine: 'no ticker' },
} as const satisfies IndexTypeDescriptor;
