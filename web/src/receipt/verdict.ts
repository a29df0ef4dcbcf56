import type { Check } from './check-receipt.ts';

/** `open`: nothing is wrong, but not everything could be checked. */
export type VerdictState = Check['state'];

/** Right only if every check is: a value without a valid signature is not verified. */
export function verdictOf(checks: readonly Pick<Check, 'state'>[]): VerdictState {
  if (checks.some(({ state }) => state === 'wrong')) return 'wrong';
  return checks.length > 0 && checks.every(({ state }) => state === 'right') ? 'right' : 'open';
}

const VERDICT_WORDS: Readonly<Record<VerdictState, string>> = {
  right: 'Verified in this browser',
  wrong: 'Verification failed',
  open: 'Not everything could be checked',
};

/** The verdict and its checks: `Verified in this browser: value, inputs, record and signed head.` */
export function verdictText(checks: readonly Pick<Check, 'state' | 'title'>[]): string {
  const verdict = verdictOf(checks);
  const titles = checks.filter(({ state }) => state === verdict).map(({ title }) => title.toLowerCase());
  const last = titles.pop();
  if (last === undefined) return `${VERDICT_WORDS[verdict]}.`;
  return `${VERDICT_WORDS[verdict]}: ${titles.length === 0 ? last : `${titles.join(', ')} and ${last}`}.`;
}
