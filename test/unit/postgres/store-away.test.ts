import { createServer } from 'node:net';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { OperatorError, StoreAway } from '../../../src/core/errors.ts';
import { Database } from '../../../src/postgres/database.ts';
import { toldAway } from '../../../src/postgres/store-away.ts';
import { parseStoreAddress } from '../../../src/postgres/store-address.ts';

const failing = (error: Error) => toldAway(() => Promise.reject(error));

test.each([
  ['ECONNREFUSED', Object.assign(new Error('x'), { code: 'ECONNREFUSED' })],
  ['57P01', Object.assign(new Error('x'), { code: '57P01' })],
  ['08006', Object.assign(new Error('x'), { code: '08006' })],
  ['25006', Object.assign(new Error('x'), { code: '25006' })],
  ['Query read timeout', new Error('Query read timeout')],
  ['ENOTFOUND', new AggregateError([Object.assign(new Error('x'), { code: 'ENOTFOUND' })])],
])('%s says that the store is away', async (code, error) => {
  await expect(failing(error)).rejects.toMatchObject({ code, cause: error });
});

test.each(['28P01', '3D000', '42501'])('%s is told in words', async (code) => {
  const refused = failing(Object.assign(new Error('x'), { code }));
  await expect(refused).rejects.toThrow(`(${code})`);
  await expect(refused).rejects.toBeInstanceOf(OperatorError);
  await expect(refused).rejects.not.toBeInstanceOf(StoreAway);
});

test('an error of a statement is told as it is', async () => {
  const error = Object.assign(new Error('duplicate key'), { code: '23505' });
  await expect(failing(error)).rejects.toBe(error);
});

test('a port on which no server listens is an away store, without its password', async () => {
  const database = new Database({ url: 'postgres://u:secret@127.0.0.1:1/x' });
  const error = await database.rows('select 1').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StoreAway);
  expect(String(error)).not.toContain('secret');
  await database.close();
});

test('a server that takes connections and says nothing is away', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as { port: number };
  const database = new Database({ url: `postgres://u@127.0.0.1:${port}/x`, connectTimeoutMs: 50 });
  await expect(database.rows('select 1')).rejects.toBeInstanceOf(StoreAway);
  await database.close();
  silent.close();
});

describe('the address of a store', () => {
  test('has a schema where it says one', () => {
    expect(parseStoreAddress('postgres://u:p@h:1/db?schema=other&sslmode=require')).toEqual({
      url: 'postgres://u:p@h:1/db?sslmode=require',
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
  ])('%j is none, and nothing of it is repeated', (text) => {
    const attempt = () => parseStoreAddress(text);
    expect(attempt).toThrow(RangeError);
    expect(attempt).not.toThrow(/secret/);
  });
});
