import type { Check } from './check-receipt.ts';

/** `open`: nothing is wrong, but not everything could be checked. */
export type VerdictState = Check['state'];

/** Right only where every check is: a value without a good signature is not verified. */
export function verdictOf(checks: readonly Pick<Check, 'state'>[]): VerdictState {
  if (checks.some(({ state }) => state === 'wrong')) return 'wrong';
  return checks.length > 0 && checks.every(({ state }) => state === 'right') ? 'right' : 'open';
}

export const VERDICT_WORDS: Readonly<Record<VerdictState, string>> = {
  right: 'verified here',
  wrong: 'differs',
  open: 'not all could be checked',
};
