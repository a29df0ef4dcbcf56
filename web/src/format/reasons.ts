/** Why a ticker was refused, in words. A reason that is not known here is shown as it is. */
export function reasonText(reason: string): string {
  return REASONS[reason]?.title ?? reason.toLowerCase().replaceAll('_', ' ');
}

/** What the reason means. */
export const reasonMeaning = (reason: string): string => REASONS[reason]?.meaning ?? reason;

const REASONS: Readonly<Record<string, { readonly title: string; readonly meaning: string }>> = {
  BAD_NUMBER: { title: 'bad number', meaning: 'The price or volume is no number above 0, or absurdly large' },
  BAD_TIME: { title: 'bad time', meaning: 'Its own time lies more than a minute after the tick' },
  EXCHANGE_STATUS: { title: 'not active', meaning: 'The exchange, or the market on it, is not active' },
  UNQUALIFIED: { title: 'unqualified', meaning: 'The market on that exchange may not contribute' },
  STALE: { title: 'stale', meaning: 'It is far behind the freshest ticker of its market' },
  OUTLIER: { title: 'outlier', meaning: 'Its price is too far from the reference' },
  NO_RATE: { title: 'no rate', meaning: 'What it is quoted in has no price in US dollars' },
};
