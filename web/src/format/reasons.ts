import { refusalSentence } from '@tidemark/sdk';

/** Why a ticker was rejected, in words. An unknown reason is shown as it is. */
export function reasonText(reason: string): string {
  return (
    (Object.hasOwn(TITLES, reason) ? TITLES[reason] : undefined) ?? reason.toLowerCase().replaceAll('_', ' ')
  );
}

/** The meaning of the reason. */
export const reasonMeaning = (reason: string): string => refusalSentence(reason) ?? reason;

/** Reasons with another title than their own name. */
const TITLES: Readonly<Record<string, string>> = {
  EXCHANGE_STATUS: 'not active',
};
