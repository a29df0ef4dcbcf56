import { OperatorError, StoreUnavailable } from '../../core/errors.ts';
import { tlsRefusals } from '../tls-refusals.ts';

/** System errors: the server cannot be reached. */
const NO_WAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** Server errors: it is stopping or starting, has no free connection, is a read-only standby, or took too long. */
const NOT_NOW = /^(57P0[123]|57014|53300|25006|08...)$/;
/** Server errors that may pass: a conflict, no resources, a lock, a timeout, an error of the system or of the server itself. */
const MAY_PASS = /^(40|53|55|57|58|XX)...$/;
/** Driver errors that have no code. */
const IN_WORDS =
  /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error)/;

/** Server errors that an operator must fix. */
const REFUSED: Readonly<Record<string, string>> = {
  '28000': 'this user may not connect',
  '28P01': 'the user or password is wrong',
  '3D000': 'there is no database with that name',
  '42501': 'this user lacks a privilege',
  ...tlsRefusals('name yours with sslrootcert=FILE in the address'),
};
/** Driver error if encryption is required. */
const NOT_ENCRYPTED = 'The server does not support SSL connections';

/** Driver error without a password. */
const NO_PASSWORD = 'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string';

/** The database has less than this process has read before: it is a former primary, or was restored and has had no writer since. */
export class StoreOutdated extends StoreUnavailable {
  constructor() {
    super('OUTDATED', undefined);
    this.message = 'the database of --store is older than what this node has read: it is not read';
  }
}

/** Runs `work`. Errors that mean that the server is unreachable become `StoreUnavailable`. */
export async function convertingStoreErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const refused = refusalOf(error as NodeJS.ErrnoException);
    if (refused !== undefined) throw new OperatorError(`the database cannot be used: ${refused}`);
    const code = reasonOf(error);
    if (code === undefined) throw error;
    throw new StoreUnavailable(code, error);
  }
}

/** The code with which the system or the server reports that the store is unreachable; undefined for other errors. */
export function storeAwayCode(error: unknown): string | undefined {
  const { cause } = error as Error;
  const away = [error, cause].find((each) => each instanceof StoreUnavailable);
  return away?.code;
}

/** Whether the server could not run a statement for a reason that may pass, so that trying again is right. */
export function isServerTrouble(error: unknown): boolean {
  return MAY_PASS.test(String((error as NodeJS.ErrnoException).code));
}

/** Whether the server responds, but could not run one statement, such as one that took too long. */
export function isAboutOneStatement({ code }: StoreUnavailable): boolean {
  const isOfServer = /^[0-9A-Z]{5}$/.test(code) && !NO_WAY.has(code);
  return isOfServer && (code === '57014' || !NOT_NOW.test(code));
}

/** Describes an error that an operator must fix; undefined for other errors. */
function refusalOf({ code = '', syscall, message }: NodeJS.ErrnoException): string | undefined {
  const refused = REFUSED[code];
  if (refused !== undefined) return `${refused} (${code})`;
  if (message.startsWith(NO_PASSWORD)) return 'it requires a password, but the address has none';
  if (message === NOT_ENCRYPTED) return 'it does not support TLS, but the address has sslmode';
  // The driver opens only files named in the address.
  return syscall === 'open' ? `a file that the address names cannot be read: ${message}` : undefined;
}

function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || error instanceof StoreUnavailable) return undefined;
  // Several addresses of one host may each have failed.
  const [first] = error instanceof AggregateError ? (error.errors as Error[]) : [error];
  const { code, message, syscall } = (first ?? error) as NodeJS.ErrnoException;
  // The Unix socket of a local server exists only while the server runs.
  if (code === 'ENOENT' && syscall === 'connect') return code;
  if (code !== undefined && (NO_WAY.has(code) || NOT_NOW.test(code))) return code;
  return IN_WORDS.test(message) ? message : undefined;
}
