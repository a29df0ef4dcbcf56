import { OperatorError, StoreAway } from '../core/errors.ts';

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
};

/** What the work resolves with; errors that say that the server is away become `StoreAway`. */
export async function toldAway<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const refused = REFUSED[(error as NodeJS.ErrnoException).code ?? ''];
    if (refused !== undefined)
      throw new OperatorError(
        `the database cannot be used: ${refused} (${(error as NodeJS.ErrnoException).code})`,
      );
    const code = reasonOf(error);
    if (code === undefined) throw error;
    throw new StoreAway(code, error);
  }
}

function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || error instanceof StoreAway) return undefined;
  // Several addresses of one host may each have failed.
  const [first] = error instanceof AggregateError ? (error.errors as Error[]) : [error];
  const { code, message } = (first ?? error) as NodeJS.ErrnoException;
  if (code !== undefined && (NO_WAY.has(code) || NOT_NOW.test(code))) return code;
  return IN_WORDS.test(message) ? message : undefined;
}
