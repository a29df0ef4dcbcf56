import { createServer } from 'node:net';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { OperatorError, StoreUnavailable } from '../../../../src/core/errors.ts';
import { Database } from '../../../../src/cluster/postgres/database.ts';
import { convertingStoreErrors } from '../../../../src/cluster/postgres/store-away.ts';

const failing = (error: Error) => convertingStoreErrors(() => Promise.reject(error));

test.each([
  ['ECONNREFUSED', Object.assign(new Error('x'), { code: 'ECONNREFUSED' })],
  ['57P01', Object.assign(new Error('x'), { code: '57P01' })],
  ['08006', Object.assign(new Error('x'), { code: '08006' })],
  ['25006', Object.assign(new Error('x'), { code: '25006' })],
  ['Query read timeout', new Error('Query read timeout')],
  ['ENOTFOUND', new AggregateError([Object.assign(new Error('x'), { code: 'ENOTFOUND' })])],
])('%s means that the store is unavailable', async (code, error) => {
  await expect(failing(error)).rejects.toMatchObject({ code, cause: error });
});

test.each(['28P01', '3D000', '42501', 'CERT_HAS_EXPIRED', 'SELF_SIGNED_CERT_IN_CHAIN'])(
  '%s is explained',
  async (code) => {
    const refused = failing(Object.assign(new Error('x'), { code }));
    await expect(refused).rejects.toThrow(`(${code})`);
    await expect(refused).rejects.toBeInstanceOf(OperatorError);
    await expect(refused).rejects.not.toBeInstanceOf(StoreUnavailable);
  },
);

test('an error of a statement is reported unchanged', async () => {
  const error = Object.assign(new Error('duplicate key'), { code: '23505' });
  await expect(failing(error)).rejects.toBe(error);
});

test('a port without a server is an unavailable store, reported without its password', async () => {
  const database = new Database({ url: 'postgres://u:secret@127.0.0.1:1/x' });
  const error = await database.rows('select 1').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StoreUnavailable);
  expect(String(error)).not.toContain('secret');
  await database.close();
});

test('a server that accepts connections and never responds is unavailable', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as { port: number };
  const database = new Database({ url: `postgres://u@127.0.0.1:${port}/x`, connectTimeoutMs: 50 });
  await expect(database.rows('select 1')).rejects.toBeInstanceOf(StoreUnavailable);
  await database.close();
  silent.close();
});

test('a missing file is named, a missing socket is an unavailable store', async () => {
  const missing = (syscall: string) =>
    failing(Object.assign(new Error(`ENOENT: ${syscall} 'ca.pem'`), { code: 'ENOENT', syscall }));
  await expect(missing('open')).rejects.toThrow(/address names cannot be read: .*ca\.pem/);
  await expect(missing('open')).rejects.toBeInstanceOf(OperatorError);
  await expect(missing('connect')).rejects.toBeInstanceOf(StoreUnavailable);
});
