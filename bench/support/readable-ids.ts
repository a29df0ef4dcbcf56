import type { CurrencyIds } from '../../src/core/ids/well-known-ids.ts';

/** For worlds whose ids are slugs, which are easy to read in a table or a failing test. */
export const READABLE_IDS: CurrencyIds = {
  BTC: 'bitcoin',
  ETH: 'ethereum',
  XRP: 'xrp',
  USD: 'us-dollar',
  EUR: 'euro',
  GBP: 'pound-sterling',
};
