import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readAudit } from '../../src/app/operate/audit/audit-log.ts';
import {
  acquireDirectory,
  runCommand,
  type OwnedDirectory,
} from '../../src/app/operate/control/admin-access.ts';
import { resealClients } from '../../src/app/operate/control/reseal-clients.ts';
import { secretParts } from '../../src/app/operate/scrub/secret-parts.ts';
import { checkParts } from '../../src/app/operate/scrub/verify-storage.ts';
import type { IssuedToken, ListedToken } from '../../src/app/operate/control/long-lived-commands.ts';
import type { IssuedSecret } from '../../src/auth/client-registry.ts';
import { command as clientsCommand } from '../../src/cli/commands/clients.ts';
import { command as keysCommand } from '../../src/cli/commands/keys.ts';
import { SystemClock } from '../../src/core/clocks/clock.ts';
import { OperatorError } from '../../src/core/errors.ts';
import { MINUTE_MS } from '../../src/core/time.ts';
import { Database } from '../../src/cluster/postgres/database.ts';
import { migrate } from '../../src/cluster/postgres/migrations.ts';
import { runInProcess } from '../support/command-line.ts';
import { CuttingProxy } from '../support/cutting-proxy.ts';
import { temporaryFolders } from '../support/data-folder.ts';
import { freePort } from '../support/free-port.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { startPostgres, type PostgresServer } from '../support/postgres-server.ts';
import { secretTables } from '../../src/cluster/secrets/secret-tables.ts';

const NOW = Date.UTC(2026, 0, 31, 12);
const SEEN_WITHIN_MS = 5000;
const URLS = { baseUrl: 'https://api.example.com', wsUrl: 'wss://stream.example.com' };
const PASSWORD = 'correct-horse';
const SECRET_FILES = /^(clients|signing-keys|integrity-keys|long-lived-tokens)\.json|\.key$/;

const newFolder = temporaryFolders();
let server: PostgresServer;
let schemas = 0;
let schema: string;
const ends: (() => unknown)[] = [];

beforeAll(async () => {
  server = await startPostgres({ fsync: 'off' });
});
afterAll(() => server.stop());
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** Switches to a new, empty schema for the tests that follow. */
function newSchema(): void {
  schema = `nodes_${++schemas}`;
}

const address = (port = server.port) =>
  `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres?schema=${schema}`;

async function connect(port = server.port): Promise<Database> {
  const database = new Database({
    url: `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`,
    schema,
    connectTimeoutMs: 1000,
  });
  ends.push(() => database.close());
  await migrate(database);
  return database;
}

interface Node {
  readonly folder: string;
  readonly clock: ManualClock;
  readonly directory: OwnedDirectory;
  readonly watching: boolean[];
  /** Changes of other nodes are seen within this time. */
  pass(): void;
}

async function startNode(port = server.port): Promise<Node> {
  const [folder, clock] = [newFolder(), new ManualClock(NOW)];
  const watching: boolean[] = [];
  const directory = await acquireDirectory(folder, clock, [], {
    urls: URLS,
    sharedSecrets: secretTables(await connect(port)),
    onStoreWatching: (works) => watching.push(works),
  });
  ends.push(() => directory.close());
  return { folder, clock, directory, watching, pass: () => clock.advance(SEEN_WITHIN_MS) };
}

/** Sends a command through the control socket of the node, as the command line does. */
const ask = async <T>(
  { folder }: Pick<Node, 'folder'>,
  command: string,
  args: Record<string, unknown> = {},
) => (await runCommand(folder, new SystemClock(), { command, arguments: args })) as T;

const addClient = (node: Pick<Node, 'folder'>) =>
  ask<IssuedSecret>(node, 'clients.add', { name: 'desk', scopes: ['read:LX'] });

describe('nodes of one store', () => {
  test('that start at the same moment use the same keys, and keep no key files', async () => {
    newSchema();
    const nodes = await Promise.all(Array.from({ length: 4 }, () => startNode()));
    for (const ring of ['keys', 'integrityKeys'] as const)
      expect(new Set(nodes.map(({ directory }) => directory[ring].current.kid)).size).toBe(1);
    const created = nodes.flatMap(({ folder }) =>
      readAudit(folder).entries.filter(({ event }) => event === 'keys.create'),
    );
    expect(created).toHaveLength(2);
    const { client, secret } = await addClient(nodes[0]!);
    for (const { folder, directory, pass } of nodes) {
      pass();
      await expect.poll(() => directory.clients.authenticate(client.id, secret)).toEqual(client);
      expect(readdirSync(folder).filter((name) => SECRET_FILES.test(name))).toEqual([]);
    }
  });

  test('reject within five seconds what was disabled, revoked or rotated through another node', async () => {
    newSchema();
    const [here, there] = [await startNode(), await startNode()];
    const { client, secret } = await addClient(here);
    const args = { id: client.id, lifeMs: 1000 * MINUTE_MS };
    const token = await ask<IssuedToken>(here, 'clients.token', args);
    there.pass();
    await expect.poll(() => there.directory.longLived.findValid(token.id)?.clientId).toBe(client.id);
    await ask(here, 'clients.revoke', { token: token.id });
    await ask(here, 'clients.disable', { id: client.id });
    const { kid } = await ask<{ kid: string }>(here, 'keys.rotate');
    there.pass();
    await expect.poll(() => there.directory.longLived.isRevoked(token.id)).toBe(true);
    await expect.poll(() => there.directory.clients.authenticate(client.id, secret)).toBeUndefined();
    await expect.poll(() => there.directory.keys.verificationKey(kid)).toBeDefined();
    // The previous key signs until all nodes have seen the new one.
    expect(here.directory.keys.current.kid).not.toBe(kid);
    here.pass();
    expect(here.directory.keys.current.kid).toBe(kid);
  });

  test('execute commands on what another node has just created', async () => {
    newSchema();
    const [here, there] = [await startNode(), await startNode()];
    const { client } = await addClient(here);
    expect(await ask(there, 'clients.disable', { id: client.id })).toMatchObject({ disabled: true });
    expect(await ask(here, 'clients.list')).toMatchObject([{ id: client.id, disabled: true }]);
  });

  test('list when a token was last used on any of them, stored once a minute', async () => {
    newSchema();
    const [here, there] = [await startNode(), await startNode()];
    const { client } = await addClient(here);
    const { id } = await ask<IssuedToken>(here, 'clients.token', { id: client.id, lifeMs: 10 * MINUTE_MS });
    await ask(there, 'clients.list');
    there.clock.advance(1000);
    there.directory.longLived.recordUse(id);
    const lastUse = async () => (await ask<ListedToken[]>(here, 'clients.tokens'))[0]?.lastUsedAt;
    expect(await lastUse()).toBeUndefined();
    there.clock.advance(MINUTE_MS);
    await expect.poll(lastUse).toBe(NOW + 1000);
  });

  test('continue with their last data without a connection, log it once, and catch up afterwards', async () => {
    newSchema();
    const proxy = await CuttingProxy.listen(server.port);
    ends.push(() => proxy.close());
    const [here, there] = [await startNode(), await startNode(proxy.port)];
    const { client, secret } = await addClient(here);
    there.pass();
    await expect.poll(() => there.directory.clients.authenticate(client.id, secret)).toEqual(client);
    proxy.refuse(true);
    proxy.cut();
    await ask(here, 'clients.disable', { id: client.id });
    there.pass();
    await expect.poll(() => there.watching).toEqual([false]);
    there.pass();
    expect(there.directory.clients.authenticate(client.id, secret)).toEqual(client);
    expect(there.directory.keys.current.kid).toBe(here.directory.keys.current.kid);
    expect(await ask(there, 'clients.list')).toMatchObject([{ id: client.id, disabled: false }]);
    await expect(addClient(there)).rejects.toThrow(/the database of clients and keys does not respond/);
    expect(readAudit(there.folder).entries.map(({ event }) => event)).not.toContain('clients.add');
    proxy.refuse(false);
    await expect
      .poll(() => {
        there.pass();
        return there.directory.clients.findUsable(client.id);
      })
      .toBeUndefined();
    await expect.poll(() => there.watching).toEqual([false, true]);
  });
});

describe('the directory of a node of a store', () => {
  test('permanently records that it belongs to a node, and nothing about the store', async () => {
    newSchema();
    const { folder } = await startNode();
    const mark = readFileSync(join(folder, 'store.json'), 'utf8');
    expect(JSON.parse(mark)).toEqual({ format: 1, store: 'postgres' });
    for (const name of readdirSync(folder).filter((each) => !each.endsWith('.sock')))
      expect(readFileSync(join(folder, name), 'utf8'), name).not.toContain(PASSWORD);
  });

  test('passes verification, although keys were recorded that it does not contain', async () => {
    newSchema();
    const { folder } = await startNode();
    expect(await checkParts(secretParts(folder))).toEqual([]);
  });

  test('does not get its own clients and keys if the store is not given; the error says what to do', async () => {
    newSchema();
    const { folder, directory } = await startNode();
    await directory.close();
    const before = readdirSync(folder);
    const advice = /clients and keys are in a database: pass the node.s --store or --cluster-credentials/;
    for (const command of ['clients.add', 'clients.list', 'keys.list', 'keys.rotate'])
      await expect(ask({ folder }, command, { name: 'desk', scopes: [] })).rejects.toThrow(advice);
    await expect(acquireDirectory(folder, new SystemClock())).rejects.toThrow(advice);
    await expect(resealClients(folder, new SystemClock())).rejects.toThrow(
      /there is no clients\.json to reseal/,
    );
    expect(readdirSync(folder)).toEqual(before);
  });

  test('cannot be that of a service with files, because its clients would be ignored', async () => {
    newSchema();
    const folder = newFolder();
    await addClient({ folder });
    const sharedSecrets = secretTables(await connect());
    const refusal = /has its own clients and keys \(clients.json\), which --store would ignore/;
    await expect(acquireDirectory(folder, new SystemClock(), [], { sharedSecrets })).rejects.toThrow(refusal);
    await expect(clients(folder, 'list')).rejects.toThrow(refusal);
    expect(readdirSync(folder)).not.toContain('store.json');
  });
});

const clients = (folder: string, ...args: readonly string[]) =>
  runInProcess('clients', clientsCommand, [...args, '--json', '--data', folder, '--store', address()]);
const keys = (folder: string, ...args: readonly string[]) =>
  runInProcess('keys', keysCommand, [...args, '--json', '--data', folder, '--store', address()]);

describe('commands with --store', () => {
  test('work without a node, and nodes see their changes', async () => {
    newSchema();
    const folder = newFolder();
    const added = JSON.parse((await clients(folder, 'add', '--name', 'desk')).out) as IssuedSecret;
    expect(readdirSync(folder).filter((name) => SECRET_FILES.test(name))).toEqual([]);
    const node = await startNode();
    expect(node.directory.clients.authenticate(added.client.id, added.secret)?.name).toBe('desk');
    const token = JSON.parse((await clients(folder, 'token', added.client.id, '--expires', '1d')).out) as {
      id: string;
    };
    const { kid } = JSON.parse((await keys(folder, 'rotate')).out) as { kid: string };
    await clients(folder, 'disable', added.client.id);
    node.pass();
    await expect.poll(() => node.directory.clients.findUsable(added.client.id)).toBeUndefined();
    await expect.poll(() => node.directory.keys.verificationKey(kid)).toBeDefined();
    await expect.poll(() => node.directory.longLived.list().map(({ id }) => id)).toEqual([token.id]);
    await clients(folder, 'revoke', token.id);
    expect((await clients(folder, 'tokens')).out).toContain('revoked');
    expect(JSON.parse((await keys(folder, 'list')).out)).toHaveLength(3);
    expect(readAudit(folder).entries.map(({ event }) => event)).toEqual([
      'keys.create',
      'keys.create',
      'clients.add',
      'clients.token',
      'keys.rotate',
      'clients.disable',
      'clients.revoke',
    ]);
  });

  test('go through the node if one runs on the directory', async () => {
    newSchema();
    const node = await startNode();
    await clients(node.folder, 'add', '--name', 'desk');
    // At once, and recorded by the node.
    expect(node.directory.clients.list()).toMatchObject([{ name: 'desk' }]);
    expect(readAudit(node.folder).entries.at(-1)?.event).toBe('clients.add');
  });

  test('need a store on which a node has been started', async () => {
    newSchema();
    const refusal =
      /lacks the tables of this version in the schema nodes_\d+: check --store, or start a node on it first/;
    await expect(clients(newFolder(), 'list')).rejects.toThrow(refusal);
    await expect(keys(newFolder(), 'rotate')).rejects.toThrow(refusal);
  });

  test('show no password if the database is unreachable or refuses', async () => {
    newSchema();
    const folder = newFolder();
    const failures = await Promise.all(
      [address(await freePort()), address().replace('/postgres?', '/missing?')].map((store) =>
        runInProcess('clients', clientsCommand, ['list', '--data', folder, '--store', store]).catch(
          (error: unknown) => error as Error,
        ),
      ),
    );
    expect(failures.map(String)).toEqual([
      expect.stringContaining('the database of clients and keys does not respond (ECONNREFUSED)'),
      expect.stringContaining('there is no database with that name (3D000)'),
    ]);
    for (const failure of failures) {
      expect(failure).toBeInstanceOf(OperatorError);
      expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toContain(PASSWORD);
    }
  });
});
