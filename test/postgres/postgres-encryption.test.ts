import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OperatorError } from '../../src/core/errors.ts';
import { Database } from '../../src/cluster/postgres/database.ts';
import { parseStoreAddress } from '../../src/cluster/postgres/store-address.ts';
import { selfSigned } from '../support/self-signed.ts';
import { postgresUser, startPostgres, type PostgresServer } from '../support/postgres-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'tidemark-certificate-'));
let server: PostgresServer;
let plain: PostgresServer;
let certificate: string;

beforeAll(async () => {
  const { cert, key } = selfSigned(folder);
  certificate = cert;
  const { uid, gid } = postgresUser();
  for (const path of [folder, cert, key]) chownSync(path, uid, gid);
  chmodSync(key, 0o600);
  const settings = { ssl: 'on', ssl_cert_file: cert, ssl_key_file: key, fsync: 'off' };
  [server, plain] = await Promise.all([startPostgres(settings), startPostgres({ fsync: 'off' })]);
});
afterAll(async () => {
  await Promise.all([server.stop(), plain.stop()]);
  rmSync(folder, { recursive: true });
});

/** Whether a connection to this address is encrypted. */
async function isEncrypted(
  parameters: string,
  { port }: Pick<PostgresServer, 'port'> = server,
): Promise<unknown> {
  const address = `postgres://postgres:secret@127.0.0.1:${port}/postgres?${parameters}`;
  const database = new Database({ ...parseStoreAddress(address), connections: 1 });
  try {
    const [row] = await database.rows('select ssl from pg_stat_ssl where pid = pg_backend_pid()');
    return row?.['ssl'];
  } finally {
    await database.close();
  }
}

test.each([
  ['sslmode=disable', false],
  ['sslmode=require', true],
  ['sslmode=require&sslrootcert=CA', true],
  ['sslmode=verify-ca&sslrootcert=CA', true],
  ['sslmode=verify-full&sslrootcert=CA', true],
])('a connection with %s', async (parameters, encrypted) => {
  expect(await isEncrypted(parameters.replace('CA', certificate))).toBe(encrypted);
});

test.each([
  ['sslmode=verify-full', /not signed by a known authority.*sslrootcert=FILE/],
  ['sslmode=verify-full&sslrootcert=CA.none', /cannot be read: .*ENOENT.*\.none/],
])('with %s is refused with a clear message without the password', async (parameters, reason) => {
  const refused = isEncrypted(parameters.replace('CA', certificate));
  await expect(refused).rejects.toBeInstanceOf(OperatorError);
  await expect(refused).rejects.toThrow(reason);
  await expect(refused).rejects.not.toThrow(/secret/);
});

test('a server without TLS is refused if encryption is required', async () => {
  await expect(isEncrypted('sslmode=require', plain)).rejects.toThrow(/does not support TLS/);
  expect(await isEncrypted('application_name=desk', plain)).toBe(false);
});
