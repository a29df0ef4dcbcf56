import { OperatorError, StoreAway } from '../../core/errors.ts';
import { tlsRefusals } from '../tls-refusals.ts';

/** Of the system: there is no way to the server, or none any more. */
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
/** Of the server: it stops, starts, has no connection to spare, or is one that only reads, because another one is the primary. */
const NOT_NOW = /^(57P0[123]|53300|25006|08...)$/;
/** Of the driver, which gives these no code. */
const IN_WORDS =
  /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error)/;

/** Of the server: what an operator has to set right. */
const REFUSED: Readonly<Record<string, string>> = {
  '28000': 'it does not let this user in',
  '28P01': 'user or password is wrong',
  '3D000': 'there is no database of that name',
  '42501': 'this user may not do that',
  ...tlsRefusals('sslrootcert=FILE in the address names yours'),
};
/** Of the driver, where encryption is asked for. */
const NOT_ENCRYPTED = 'The server does not support SSL connections';

/** Of the driver, before it asks the server. */
const NO_PASSWORD = 'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string';

/** What the work resolves with; errors that say that the server is away become `StoreAway`. */
export async function toldAway<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const refused = refusalOf(error as NodeJS.ErrnoException);
    if (refused !== undefined) throw new OperatorError(`the database cannot be used: ${refused}`);
    const code = reasonOf(error);
    if (code === undefined) throw error;
    throw new StoreAway(code, error);
  }
}

/** How the system or the server says that the store is away; undefined if the error says something else. */
export function whyAway(error: unknown): string | undefined {
  const { cause } = error as Error;
  const away = [error, cause].find((each) => each instanceof StoreAway);
  return away?.code;
}

/** What an operator has to set right, in words; undefined where it is something else. */
function refusalOf({ code = '', syscall, message }: NodeJS.ErrnoException): string | undefined {
  const refused = REFUSED[code];
  if (refused !== undefined) return `${refused} (${code})`;
  if (message.startsWith(NO_PASSWORD)) return 'it wants a password, and the address has none';
  if (message === NOT_ENCRYPTED) return 'it does not encrypt, and the address has sslmode';
  // The driver opens no other files.
  return syscall === 'open' ? `a file that the address names cannot be read: ${message}` : undefined;
}

function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || error instanceof StoreAway) return undefined;
  // Several addresses of one host may each have failed.
  const [first] = error instanceof AggregateError ? (error.errors as Error[]) : [error];
  const { code, message, syscall } = (first ?? error) as NodeJS.ErrnoException;
  // The socket of a server on this machine is there while it runs.
  if (code === 'ENOENT' && syscall === 'connect') return code;
  if (code !== undefined && (NO_WAY.has(code) || NOT_NOW.test(code))) return code;
  return IN_WORDS.test(message) ? message : undefined;
}
