import { refusalSentence } from '@tidemark/sdk';

/** Why a ticker was refused, in words. A reason that is not known here is shown as it is. */
export function reasonText(reason: string): string {
  return (
    (Object.hasOwn(TITLES, reason) ? TITLES[reason] : undefined) ?? reason.toLowerCase().replaceAll('_', ' ')
  );
}

/** What the reason means. */
export const reasonMeaning = (reason: string): string => refusalSentence(reason) ?? reason;

/** Those that are not called by their own name. */
const TITLES: Readonly<Record<string, string>> = {
  EXCHANGE_STATUS: 'not active',
};
