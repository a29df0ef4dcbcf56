import { afterAll, beforeAll, expect, test } from 'vitest';
import { LongLivedTokens } from '../../src/auth/tokens/long-lived-tokens.ts';
import { Credentials, type CredentialRole } from '../../src/cluster/credentials/credentials.ts';
import { Database, type DatabaseOptions, type Session } from '../../src/cluster/postgres/database.ts';
import { TABLE_GRANTS } from '../../src/cluster/postgres/grants.ts';
import { PostgresHistoryStore } from '../../src/cluster/postgres/history/postgres-history-store.ts';
import { Partitions } from '../../src/cluster/postgres/history/write/partitions.ts';
import { assignSeriesNumbers } from '../../src/cluster/postgres/history/write/series-numbers.ts';
import { COMPUTE_LEASE } from '../../src/cluster/postgres/leases/leases.ts';
import { PostgresLeases } from '../../src/cluster/postgres/leases/postgres-leases.ts';
import { SharedLog } from '../../src/cluster/postgres/log/shared-log.ts';
import { migrate } from '../../src/cluster/postgres/migrations.ts';
import { LongLivedTokenTable } from '../../src/cluster/postgres/secrets/long-lived-token-table.ts';
import { CONNECTION_LIMITS } from '../../src/cluster/setup/database-sql.ts';
import { Deferred } from '../../src/core/async/deferred.ts';
import { DAY_MS } from '../../src/core/time.ts';
import { temporaryFolders } from '../support/data-folder.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { startSecuredServers, type SecuredServers } from '../support/secured-servers.ts';

// An attacker with the login of a serving or collecting node holds every lock that it can get. Still, a new leader takes over and
// a token is revoked without waiting: statements that wait fail here after ten seconds.

const NOW = Date.UTC(2026, 0, 31, 12);
const newFolder = temporaryFolders(afterAll);
const opened: Database[] = [];
const released = new Deferred<void>();
const holding: Promise<void>[] = [];
let servers: SecuredServers;

function open(role: CredentialRole, options: Partial<DatabaseOptions> = {}): Database {
  const place = Credentials.read(servers.credentials(role)).store();
  const database = new Database({ ...place, connections: 2, statementTimeoutMs: 10_000, ...options });
  opened.push(database);
  return database;
}

beforeAll(async () => {
  servers = await startSecuredServers(newFolder());
});
afterAll(async () => {
  released.resolve();
  await Promise.all(holding);
  await Promise.all(opened.map((database) => database.close()));
  await servers.stop();
});

/** Runs the statements that are permitted in a transaction that stays open. Resolves with these statements. */
async function hold(database: Database, statements: readonly string[]): Promise<readonly string[]> {
  const held = new Deferred<readonly string[]>();
  const transaction = database.write(async (session) => {
    const done: string[] = [];
    for (const statement of statements) if (await tried(session, statement)) done.push(statement);
    held.resolve(done);
    await released.promise;
  });
  holding.push(transaction.catch((error: unknown) => held.reject(error)));
  return held.promise;
}

async function tried(session: Session, statement: string): Promise<boolean> {
  await session.run('savepoint before');
  try {
    await session.run(statement);
    return true;
  } catch (error) {
    expect((error as { code?: string }).code).toBe('42501');
    await session.run('rollback to savepoint before');
    return false;
  }
}

const MODES = ['access share', 'row share', 'row exclusive', 'share update exclusive', 'access exclusive'];
const TABLES = Object.keys(TABLE_GRANTS).filter((name) => name !== 'public_head_key');
const LOCKS = [
  ...TABLES.flatMap((table) => [
    ...MODES.map((mode) => `lock table ${table} in ${mode} mode`),
    `select from ${table} for update`,
  ]),
  "select record_token_uses('{a}', '{1}')",
  ...[7_310_588_241, 7_310_588_242, 7_310_588_243].map((key) => `select pg_advisory_lock(${key})`),
  "select pg_advisory_lock(hashtext('shared log heads'))",
];

/** The writes of a compute node that starts to lead. */
async function takeOver(schema?: string): Promise<void> {
  const database = open('compute', schema === undefined ? {} : { schema });
  const fail = (error: unknown) => expect.unreachable(String(error));
  const leases = new PostgresLeases({ database, clock: new ManualClock(0), holder: 'next', lastsMs: 6000 });
  const lease = await leases.take(COMPUTE_LEASE);
  expect(lease?.isHeld).toBe(true);
  await lease!.release();
  const options = { windowMs: DAY_MS, onDamage: fail, onBackgroundFailure: fail };
  const store = await PostgresHistoryStore.open(database, options);
  const day = 20_000;
  await new Partitions().ensure(database, 'series_day', day);
  // Once more, like a process that does not know about it.
  await new Partitions().ensure(database, 'series_day', day);
  await database.write((session) =>
    assignSeriesNumbers(session, [{ indexType: 'LX', indexId: '00000000-0000-4000-8000-000000000001' }]),
  );
  expect(await new SharedLog(database, 'heads').append([Buffer.from('a')], 0, store.fence)).toBe('stored');
  await store.close();
}

test('locks of serving and collecting nodes delay neither a new leader nor a revocation', async () => {
  const operator = open('operator');
  const tokens = await LongLivedTokens.open(
    new LongLivedTokenTable({ database: operator, clock: new ManualClock(NOW) }),
    new ManualClock(NOW),
  );
  const token = {
    clientId: 'tm-1',
    audiences: ['rest'] as const,
    scopes: [],
    kid: 'first',
    hash: 'of the token',
    issuedAt: NOW,
    expiresAt: NOW + DAY_MS,
  };
  for (const id of ['a', 'b']) await tokens.add({ ...token, id });
  await operator.run("insert into lease values ('collect/exchange/a', 'x', 1, '-infinity')");
  const byServe = await hold(open('serve'), LOCKS);
  const byCollect = await hold(open('collect'), LOCKS);
  expect(byServe).toContain('lock table long_lived_token in access share mode');
  expect(byServe).toContain("select record_token_uses('{a}', '{1}')");
  // Clients change their alerts on serving nodes. A leader evaluates alerts after the tick, and no tick waits for them.
  expect(byServe.filter((lock) => lock.includes('for update'))).toEqual([
    'select from alert_head for update',
    'select from alert_record for update',
  ]);
  expect(byCollect.filter((lock) => lock.includes('for update'))).toEqual(['select from lease for update']);
  expect([...byServe, ...byCollect].filter((lock) => lock.includes('exclusive'))).toEqual([
    'lock table alert_record in row exclusive mode',
    'lock table lease in row exclusive mode',
  ]);
  await takeOver();
  expect((await tokens.revoke('a')).revokedAt).toBe(NOW);
});

test('advisory locks of any role of the server delay no migration and no leader', async () => {
  const url = servers.superuserUrl.replace(/postgres$/, 'tidemark');
  const other = new Database({ url });
  opened.push(other);
  const held = await hold(
    other,
    LOCKS.filter((lock) => lock.includes('advisory')),
  );
  expect(held).toHaveLength(4);
  const fresh = open('operator', { schema: 'fresh' });
  await migrate(fresh);
  expect(await fresh.rows('select number from fence')).toHaveLength(1);
  await takeOver();
});

test('no role can use up the connections of another', { timeout: 120_000 }, async () => {
  const many = open('serve', { connections: 100, connectTimeoutMs: 60_000 });
  const all = await Promise.allSettled(Array.from({ length: 100 }, () => hold(many, ['select 1'])));
  const refused = all.filter(({ status }) => status === 'rejected');
  // The first test holds one, and the server reserves three of its hundred for superusers.
  expect(all.length - refused.length).toBeLessThanOrEqual(CONNECTION_LIMITS.serve);
  expect(refused.length).toBeGreaterThanOrEqual(100 - CONNECTION_LIMITS.serve);
  for (const { reason } of refused as PromiseRejectedResult[])
    expect(reason).toMatchObject({ code: '53300' });
  for (const role of ['collect', 'compute', 'operator'] as const)
    expect(await open(role, { connections: 1, connectTimeoutMs: 60_000 }).rows('select 1 as one')).toEqual([
      { one: 1 },
    ]);
});
