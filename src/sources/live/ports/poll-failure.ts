import type { Millis } from '../../../core/time.ts';

/**
 * Why an exchange could not be read. What happened on the way (`dns` to `too-large`), what the server said, and what its
 * answer lacked.
 */
export const FAILURE_KINDS = [
  'dns',
  'tls',
  'connect',
  'reset',
  'timeout',
  'too-large',
  'redirect',
  'rate-limited',
  'not-from-here',
  'server-error',
  'refused',
  'empty',
  'not-json',
  'exchange-error',
  'maintenance',
  'implausible',
  'unexpected',
] as const;
export type FailureKind = (typeof FAILURE_KINDS)[number];

/**
 * Kinds that need not be the exchange's: the network between us, or a proxy, a gateway or a captive portal that answers in its
 * place. Of one exchange they say nothing; of most at once, that it is ours.
 */
const MAY_BE_OURS: ReadonlySet<FailureKind> = new Set([
  'dns',
  'tls',
  'connect',
  'reset',
  'timeout',
  'redirect',
  'rate-limited',
  'server-error',
  'empty',
  'not-json',
]);

export function mayBeOurs(kind: FailureKind): boolean {
  return MAY_BE_OURS.has(kind);
}

export interface PollFailureDetails {
  /** How long the exchange asked us to stay away. */
  readonly retryAfterMs?: Millis | undefined;
  readonly cause?: unknown;
}

/** A reading that failed. The message is for operators: it names what was seen, never what a server wrote. */
export class PollFailure extends Error {
  readonly kind: FailureKind;
  readonly retryAfterMs: Millis | undefined;

  constructor(kind: FailureKind, message: string, { retryAfterMs, cause }: PollFailureDetails = {}) {
    super(message, { cause });
    this.name = 'PollFailure';
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
}
