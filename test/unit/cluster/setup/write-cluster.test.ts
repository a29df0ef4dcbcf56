import { CONNECTION_LIMITS } from '../../../../src/cluster/setup/database-sql.ts';
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { OperatorError } from '../../../../src/core/errors.ts';
import { ROLES, type Role } from '../../../../src/app/config/settings.ts';
import { Credentials } from '../../../../src/cluster/credentials/credentials.ts';
import { rotateKeys, writeCluster, type ClusterOrder } from '../../../../src/cluster/setup/write-cluster.ts';
import type { SignedContent } from '../../../../src/cluster/nats/messages/message-trust.ts';
import { temporaryFolders } from '../../../support/data-folder.ts';

const newFolder = temporaryFolders();
const ORDER: ClusterOrder = {
  service: 'prices',
  database: { host: 'db.example.com:5433', name: 'prices', schema: 'prices' },
  nats: ['n1.example.com:4222', 'n2.example.com:4222', 'n3.example.com:4222'],
  tls: { ca: 'THE-CA', hasClientCertificates: true },
  natsFiles: '/etc/nats',
  natsData: '/var/lib/nats',
  natsMonitorPort: 8222,
};
const CONTENT: Omit<SignedContent, 'publisher'> = {
  purpose: 'test',
  number: 1,
  deflated: false,
  sentAt: 1,
  digest: Buffer.alloc(32),
};

function written(order: Partial<ClusterOrder> = {}): string {
  const folder = join(newFolder(), 'cluster');
  writeCluster(folder, { ...ORDER, ...order });
  return folder;
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}

const secretsIn = (text: string) => new Set(text.match(/\b[0-9a-f]{64}\b/g));
const credentials = (folder: string, role: Role | 'operator') => Credentials.read(join(folder, role));

test('everything is readable only by its owner, and nothing is overwritten', () => {
  const folder = written();
  const before = filesIn(folder).map((path) => [path, readFileSync(path, 'utf8')]);
  expect(before.length).toBe(16);
  for (const [path] of before) expect(statSync(path!).mode & 0o777, path).toBe(0o600);
  for (const role of ROLES) expect(statSync(join(folder, role)).mode & 0o777).toBe(0o700);
  expect(() => writeCluster(folder, ORDER)).toThrow(OperatorError);
  expect(filesIn(folder).map((path) => [path, readFileSync(path, 'utf8')])).toEqual(before);
});

test('no role has a password or a private key of another role', () => {
  const folder = written();
  const secrets = new Map<string, string>();
  for (const role of [...ROLES, 'operator'] as const) {
    const own = filesIn(join(folder, role))
      .map((path) => readFileSync(path, 'utf8'))
      .join('\n');
    const all = [...secretsIn(own), ...own.matchAll(/"d": "([^"]+)"/g)].map(String);
    expect(all.length, role).toBe(role === 'operator' ? 1 : 3);
    for (const secret of all) {
      expect(secrets.get(secret), role).toBeUndefined();
      secrets.set(secret, role);
    }
  }
});

test('the SQL of roles contains no usable password', () => {
  const folder = written();
  const sql = readFileSync(join(folder, 'postgresql', 'database.sql'), 'utf8');
  expect(secretsIn(sql).size).toBe(0);
  expect(sql.match(/SCRAM-SHA-256\$4096:/g)).toHaveLength(4);
});

test('the SQL of roles is the same each time, except for the passwords', () => {
  const sqlOf = (folder: string) =>
    readFileSync(join(folder, 'postgresql', 'database.sql'), 'utf8').replaceAll(/SCRAM-[^']+/g, '');
  const sql = sqlOf(written());
  expect(sqlOf(written())).toBe(sql);
  for (const [role, limit] of Object.entries(CONNECTION_LIMITS))
    expect(sql).toContain(`alter role prices_${role} connection limit ${limit};`);
});

test('each role finds both servers, checks their names and shows its certificate', () => {
  const folder = written();
  const { url, schema } = credentials(folder, 'serve').store();
  const address = new URL(url);
  expect([address.host, address.pathname, address.username, schema]).toEqual([
    'db.example.com:5433',
    '/prices',
    'prices_serve',
    'prices',
  ]);
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    sslmode: 'verify-full',
    sslrootcert: join(folder, 'serve', 'ca.pem'),
    sslcert: join(folder, 'serve', 'client.pem'),
    sslkey: join(folder, 'serve', 'client-key.pem'),
  });
  expect(credentials(folder, 'serve').bus()).toMatchObject({
    servers: ORDER.nats,
    user: 'prices-serve',
    tls: true,
    ca: join(folder, 'serve', 'ca.pem'),
    cert: join(folder, 'serve', 'client.pem'),
    key: join(folder, 'serve', 'client-key.pem'),
  });
});

test('without TLS nothing is encrypted, as in the addresses', () => {
  const folder = written({ tls: undefined });
  expect(credentials(folder, 'collect').store().url).not.toContain('ssl');
  expect(credentials(folder, 'collect').bus().tls).toBe(false);
  expect(readFileSync(join(folder, 'nats', 'nats.conf'), 'utf8')).not.toContain('tls');
});

test('the operator has no access to the bus', () => {
  const folder = written();
  expect(() => credentials(folder, 'operator').bus()).toThrow('not of a node');
});

test('damaged credentials are refused without showing their content', () => {
  const folder = written();
  const path = join(folder, 'serve', 'credentials.json');
  const [secret] = secretsIn(readFileSync(path, 'utf8'));
  for (const text of [
    `{"x": ${secret}`,
    `["${secret}"]`,
    `{"version": 2, "x": "${secret}"}`,
    '{"version": 1}',
  ]) {
    writeFileSync(path, text);
    let message = '';
    try {
      credentials(folder, 'serve');
    } catch (error) {
      expect(error).toBeInstanceOf(OperatorError);
      message = (error as Error).message;
    }
    expect(message, text).toContain(path);
    expect(message, text).not.toContain(secret!.slice(0, 8));
  }
});

/** The credentials of nodes started now. */
function snapshot(folder: string): (role: Role) => Credentials {
  const copy = newFolder();
  cpSync(folder, copy, { recursive: true });
  return (role) => credentials(copy, role);
}

function accepts(receiver: Credentials, sender: Credentials): boolean {
  const trust = sender.trust(() => 0);
  const content = { ...CONTENT, publisher: trust.publisher! };
  return receiver.trust(() => 0).refusal(content, trust.sign(content), [sender.role]) === undefined;
}

test('keys are replaced in three steps, and nodes from before and after each step work together', () => {
  const folder = written();
  const keysOf = (role: Role) => readFileSync(join(folder, role, 'signing-keys.json'), 'utf8');
  const first = keysOf('compute');
  const steps: string[] = [];
  let before = snapshot(folder);
  for (let i = 0; i < 3; i++) {
    steps.push(rotateKeys(folder));
    const after = snapshot(folder);
    for (const [sender, receiver] of [
      [before, after],
      [after, before],
      [after, after],
    ] as const)
      expect(accepts(receiver('serve'), sender('compute')), steps.join()).toBe(true);
    before = after;
  }
  expect(steps).toEqual(['add', 'use', 'remove']);
  expect(keysOf('compute')).not.toBe(first);
  // Then it starts again.
  expect(rotateKeys(folder)).toBe('add');
});

test('after the last step an old key is not accepted any more', () => {
  const folder = written();
  const old = snapshot(folder);
  for (let i = 0; i < 3; i++) rotateKeys(folder);
  const now = snapshot(folder);
  expect(accepts(now('serve'), old('compute'))).toBe(false);
  expect(accepts(now('serve'), now('compute'))).toBe(true);
});

test('an interrupted step is completed by the next call', () => {
  for (const steps of [1, 2, 3]) {
    const folder = written();
    for (let i = 1; i < steps; i++) rotateKeys(folder);
    const before = snapshot(folder);
    const wanted = rotateKeys(folder);
    // One role lacks its new files.
    for (const file of ['signing-keys.json', 'public-keys.json'])
      cpSync(join(before('serve').folder, file), join(folder, 'serve', file));
    expect(rotateKeys(folder), wanted).toBe(wanted);
    const after = snapshot(folder);
    for (const sender of ROLES)
      for (const receiver of ROLES) expect(accepts(after(receiver), after(sender)), wanted).toBe(true);
  }
});
