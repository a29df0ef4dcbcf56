import type { DatabaseOptions } from './database.ts';

const SCHEMES = new Set(['postgres:', 'postgresql:']);
const SCHEMA = /^[a-z_][a-z0-9_]{0,62}$/;

/**
 * postgres://user:password@host:5432/name; `?schema=` names the schema that holds the tables, the other parameters are those of the driver.
 * Throws a RangeError that repeats nothing of what was given: there may be a password in it.
 */
export function parseStoreAddress(text: string): Pick<DatabaseOptions, 'url' | 'schema'> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !SCHEMES.has(url.protocol)) throw new RangeError('not postgres://host/name');
  if (url.pathname.length < 2) throw new RangeError('the name of the database is missing');
  const schema = url.searchParams.get('schema');
  if (schema === null) return { url: url.href };
  if (!SCHEMA.test(schema))
    throw new RangeError('the name of a schema has small letters, digits and _, and begins with no digit');
  url.searchParams.delete('schema');
  return { url: url.href, schema };
}
