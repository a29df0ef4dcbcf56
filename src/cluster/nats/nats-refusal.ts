import { tlsRefusals } from '../tls-refusals.ts';

const LOGIN =
  'the user or password is wrong, or this user may not connect; use the user and password from its configuration';

/** By error code of the driver or of the system. */
const REFUSED: Readonly<Record<string, string>> = {
  ...tlsRefusals('add yours to the credentials of this role, or to NODE_EXTRA_CA_CERTS'),
  AUTHORIZATION_VIOLATION: LOGIN,
  AUTHENTICATION_EXPIRED: LOGIN,
  AUTHENTICATION_TIMEOUT: 'it did not receive user and password in time',
  SERVER_OPTION_NA:
    'the server does not use TLS, but the address begins with tls://; change it to nats://, or set up TLS on the server',
};

/** The driver reports this error without a code. */
const LOGIN_IN_WORDS = /authorization violation/i;

/** Describes, without secrets, why a bus server rejected this process; undefined if it is unreachable or failed otherwise. */
export function natsRefusal(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code = '', chainedError } = error as Error & {
    readonly code?: string;
    readonly chainedError?: unknown;
  };
  const refused = REFUSED[code] ?? (LOGIN_IN_WORDS.test(error.message) ? LOGIN : undefined);
  if (refused !== undefined) return `${refused} (${code})`;
  return chainedError === undefined ? undefined : natsRefusal(chainedError);
}
