import { describe, expect, test } from 'vitest';
import { parseStoreAddress } from '../../../../src/cluster/postgres/store-address.ts';

describe('the address of a store', () => {
  test('has a schema if it names one', () => {
    expect(parseStoreAddress('postgres://u:p@h:1/db?schema=other')).toEqual({
      url: 'postgres://u:p@h:1/db',
      schema: 'other',
    });
    expect(parseStoreAddress('postgresql://h/db')).toEqual({ url: 'postgresql://h/db' });
  });

  test.each([
    '',
    'h/db',
    'http://h/db',
    'postgres://h',
    'postgres://h/db?schema=A',
    'postgres://u:secret@h/?schema=1',
    'postgres://u:secret@h/db#x',
  ])('%j is invalid, and no part of it is repeated', (text) => {
    const attempt = () => parseStoreAddress(text);
    expect(attempt).toThrow(RangeError);
    expect(attempt).not.toThrow(/secret/);
  });

  test('interprets sslmode like PostgreSQL', () => {
    const { url } = parseStoreAddress('postgres://u:p@h:1/db?schema=other&sslmode=require');
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
      sslmode: 'require',
      uselibpqcompat: 'true',
    });
  });

  test.each([
    ['foo=1', /parameter foo is not supported: use schema, sslmode, .* and application_name$/],
    ['sslmod=require', /parameter sslmod is not supported/],
    ['options=-c%20search_path=public', /parameter options is not supported/],
    ['connect_timeout=3', /parameter connect_timeout is not supported/],
    ['password=secret', /parameter password is not supported/],
    ['uselibpqcompat=true', /parameter uselibpqcompat is not supported/],
    ['schema=a&schema=b', /schema is given twice/],
    ['application_name=', /application_name has no value/],
    ['sslmode=prefer', /sslmode must be one of disable, require, verify-ca, verify-full$/],
    ['sslmode=no-verify', /sslmode must be one of/],
    ['sslrootcert=/ca.pem', /sslrootcert needs sslmode/],
    ['sslmode=disable&sslrootcert=/ca.pem', /sslrootcert needs sslmode/],
    ['sslmode=verify-ca', /verify-ca needs sslrootcert/],
    ['sslmode=verify-full&sslcert=/own.pem', /sslcert and sslkey must be given together/],
  ])('refuses ?%s', (parameters, reason) => {
    const attempt = () => parseStoreAddress(`postgres://u:secret@h/db?${parameters}`);
    expect(attempt).toThrow(reason);
    expect(attempt).not.toThrow(/secret/);
  });

  test('does not mistake the end of a password for a parameter', () => {
    const attempt = () => parseStoreAddress('postgres://u:12/3?secret=4@h/db');
    expect(attempt).toThrow(/^the parameter is not supported/);
  });

  test.each([
    'sslmode=disable',
    'sslmode=require&application_name=desk',
    'sslmode=verify-ca&sslrootcert=/ca.pem',
    'sslmode=verify-full&sslrootcert=/ca.pem&sslcert=/own.pem&sslkey=/own.key&schema=other',
  ])('takes ?%s', (parameters) => {
    const { url } = parseStoreAddress(`postgres://h/db?${parameters}`);
    for (const [name, value] of new URLSearchParams(parameters))
      expect(new URL(url).searchParams.get(name)).toBe(name === 'schema' ? null : value);
  });
});
