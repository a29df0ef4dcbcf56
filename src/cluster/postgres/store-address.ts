import type { DatabaseOptions } from './database.ts';
import { isSchemaName, SCHEMA_NAME_RULE } from './schema-name.ts';

const SCHEMES = new Set(['postgres:', 'postgresql:']);
/** Other parameters are ignored by the driver, or change what this program relies on, such as the search path and the statement timeout. */
const PARAMETERS = ['schema', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'application_name'];
/** With the meaning of PostgreSQL. Without `allow` and `prefer`, which fall back to no encryption: the driver cannot do that. */
const SSL_MODES = ['disable', 'require', 'verify-ca', 'verify-full'];
const SSL_FILES = ['sslrootcert', 'sslcert', 'sslkey'];

/**
 * postgres://user:password@host:5432/name; `?schema=` names the schema with the tables, the other parameters are the driver's. Throws a
 * RangeError that repeats no part of the text except the name of a parameter, because the text may contain a password.
 */
export function parseStoreAddress(text: string): Pick<DatabaseOptions, 'url' | 'schema'> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !SCHEMES.has(url.protocol) || !text.includes('://'))
    throw new RangeError('not postgres://host/name');
  if (url.pathname.length < 2) throw new RangeError('the name of the database is missing');
  if (url.hash !== '') throw new RangeError('# is not allowed; in a password, write %23');
  const given = url.searchParams;
  checkNames(given);
  checkEncryption(given);
  // Otherwise the driver also checks the server's name with `require` and `verify-ca`.
  if (given.has('sslmode')) given.set('uselibpqcompat', 'true');
  const schema = given.get('schema');
  if (schema === null) return { url: url.href };
  if (!isSchemaName(schema)) throw new RangeError(SCHEMA_NAME_RULE);
  given.delete('schema');
  return { url: url.href, schema };
}

function checkNames(given: URLSearchParams): void {
  const names = [...given.keys()];
  // If a password contains an unencoded ?, its end is parsed as a parameter.
  const shown = (name: string) =>
    /^[a-z_]+$/i.test(name) && !String(given).includes('%40') ? ` ${name}` : '';
  const foreign = names.find((name) => !PARAMETERS.includes(name));
  if (foreign !== undefined)
    throw new RangeError(`the parameter${shown(foreign)} is not supported: use ${listed(PARAMETERS)}`);
  const doubled = names.find((name, index) => names.indexOf(name) !== index);
  if (doubled !== undefined) throw new RangeError(`the parameter ${doubled} is given twice`);
  const empty = names.find((name) => given.get(name) === '');
  if (empty !== undefined) throw new RangeError(`the parameter ${empty} has no value`);
}

function checkEncryption(given: URLSearchParams): void {
  const mode = given.get('sslmode');
  if (mode !== null && !SSL_MODES.includes(mode))
    throw new RangeError(`sslmode must be one of ${SSL_MODES.join(', ')}`);
  const file = SSL_FILES.find((name) => given.has(name));
  if (file !== undefined && (mode === null || mode === 'disable'))
    throw new RangeError(
      `${file} needs sslmode=verify-full, verify-ca or require; otherwise nothing is encrypted`,
    );
  if (mode === 'verify-ca' && !given.has('sslrootcert'))
    throw new RangeError(
      'sslmode=verify-ca needs sslrootcert=FILE; otherwise any server with a certificate of a public authority is accepted',
    );
  if (given.has('sslcert') !== given.has('sslkey'))
    throw new RangeError('sslcert and sslkey must be given together');
}

function listed(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
