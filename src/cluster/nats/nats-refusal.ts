import { tlsRefusals } from '../tls-refusals.ts';

const LOGIN = 'user or password is wrong, or this user may not connect; set those that its configuration has';

/** By the code of the driver or of the system. */
const REFUSED: Readonly<Record<string, string>> = {
  ...tlsRefusals('name yours in the credentials of this role, or in NODE_EXTRA_CA_CERTS'),
  AUTHORIZATION_VIOLATION: LOGIN,
  AUTHENTICATION_EXPIRED: LOGIN,
  AUTHENTICATION_TIMEOUT: 'it did not receive user and password in time',
  SERVER_OPTION_NA:
    'it does not encrypt, and the address begins with tls://; begin it with nats://, or set up its encryption',
};

/** Of the driver, in front of a code that it says in words. */
const LOGIN_IN_WORDS = /authorization violation/i;

/** Why a server of the bus does not let this process in, in words without secrets; undefined if it is away or something else is wrong. */
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
