/** Why a ticker was refused, in words. A reason that is not known here is shown as it is. */
export function reasonText(reason: string): string {
  return REASONS[reason]?.title ?? reason.toLowerCase().replaceAll('_', ' ');
}

/** What the reason means. */
export const reasonMeaning = (reason: string): string => REASONS[reason]?.meaning ?? reason;

const REASONS: Readonly<Record<string, { readonly title: string; readonly meaning: string }>> = {
  BAD_NUMBER: {
    title: 'bad number',
    meaning: 'The price or volume is not a positive number, or is far too large',
  },
  BAD_TIME: { title: 'bad time', meaning: 'Its timestamp is more than a minute after the tick' },
  EXCHANGE_STATUS: { title: 'not active', meaning: 'The exchange, or the market on it, is not active' },
  UNQUALIFIED: { title: 'unqualified', meaning: 'This market does not count on that exchange' },
  STALE: {
    title: 'stale',
    meaning: 'It was not read for 90 seconds, or is much older than the newest ticker of its market',
  },
  NEW: { title: 'new', meaning: 'The exchange is new, and exchanges that are trusted more are fresh' },
  OUTLIER: { title: 'outlier', meaning: 'Its price is too far from the reference' },
  NO_RATE: { title: 'no rate', meaning: 'Its quote asset has no price in US dollars' },
};
