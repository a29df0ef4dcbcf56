import type { Millis } from '../../core/time.ts';

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

/** Kinds that say more about the network between us than about the exchange. */
const OF_THE_NETWORK: ReadonlySet<FailureKind> = new Set(['dns', 'tls', 'connect', 'reset', 'timeout']);

export function isOfTheNetwork(kind: FailureKind): boolean {
  return OF_THE_NETWORK.has(kind);
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
