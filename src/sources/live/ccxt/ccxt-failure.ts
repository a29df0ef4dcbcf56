import { PollFailure, type FailureKind } from '../ports/poll-failure.ts';

/** By the name of ccxt's error class, the most specific one first. */
const KINDS: ReadonlyMap<string, FailureKind> = new Map([
  ['OnMaintenance', 'maintenance'],
  ['DDoSProtection', 'rate-limited'],
  ['RateLimitExceeded', 'rate-limited'],
  ['RequestTimeout', 'timeout'],
  ['ExchangeNotAvailable', 'server-error'],
  ['NullResponse', 'empty'],
  ['BadResponse', 'not-json'],
  ['NetworkError', 'reset'],
  ['AuthenticationError', 'refused'],
  ['PermissionDenied', 'refused'],
  ['ExchangeError', 'exchange-error'],
]);

/** ccxt throws its own classes, or ours if a request failed; any other error means a reply that it did not expect. */
export function ccxtFailure(error: unknown): PollFailure {
  if (error instanceof PollFailure) return error;
  for (
    let type: unknown = error instanceof Error ? error.constructor : undefined;
    typeof type === 'function';
  ) {
    const kind = KINDS.get(type.name);
    if (kind) return new PollFailure(kind, `the exchange's interface reports ${type.name}`, { cause: error });
    type = Object.getPrototypeOf(type);
  }
  return new PollFailure('implausible', 'the answer has an unexpected layout', { cause: error });
}
