import type { Millis } from '../../../core/time.ts';

/**
 * Why an exchange could not be read: a failure of the connection (`dns` to `too-large`), a status of the server, or a
 * fault in its reply.
 */
export type FailureKind =
  | 'dns'
  | 'tls'
  | 'connect'
  | 'reset'
  | 'timeout'
  | 'too-large'
  | 'redirect'
  | 'rate-limited'
  | 'not-from-here'
  | 'server-error'
  | 'refused'
  | 'empty'
  | 'not-json'
  | 'exchange-error'
  | 'maintenance'
  | 'implausible'
  | 'unexpected';

/**
 * Kinds that the exchange need not have caused: it may be the network in between, or a proxy, a gateway or a captive
 * portal that replies in its place. If most exchanges fail this way at once, our own network is the cause.
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

/** A failed reading. The message is for operators: it describes what was observed and never quotes the server. */
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
