import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { composeNode } from '../../src/cluster/roles/node.ts';
import { loadConfig } from '../../src/app/config/config.ts';
import { isSound, verifyDirectory, type VerifiedDirectory } from '../../src/app/operate/verify/verify.ts';
import { command as clientsCommand } from '../../src/cli/commands/clients.ts';
import { command as exportCommand } from '../../src/cli/commands/export.ts';
import { command as keysCommand } from '../../src/cli/commands/keys.ts';
import { moveCommand } from '../../src/cluster/move/move-command.ts';
import { command as verifyCommand } from '../../src/cli/commands/verify.ts';
import { SystemClock } from '../../src/core/clocks/clock.ts';
import { PRODUCT } from '../../src/app/compose/product.ts';
import { storeAddress } from '../../src/cluster/servers.ts';
import { SOURCES } from '../../src/app/compose/source-table.ts';
import { runInProcess } from '../support/command-line.ts';
import { temporaryFolders } from '../support/data-folder.ts';
import { DATABASE_FIXTURES, readDatabaseFixture, unpackFixture } from '../support/data-fixture.ts';
import { freePort } from '../support/free-port.ts';
import { startPostgres, type PostgresServer } from '../support/postgres-server.ts';

// Databases of released versions: each is restored from its dump, read, verified and continued.

const newFolder = temporaryFolders();
let server: PostgresServer;
let databases = 0;

beforeAll(async () => {
  server = await startPostgres({ fsync: 'off' });
});
afterAll(() => server.stop());

test('there are fixtures', () => expect(DATABASE_FIXTURES).not.toHaveLength(0));

/** A database and a directory as that version left them. */
function restored(name: string) {
  const fixture = readDatabaseFixture(name);
  const data = newFolder();
  unpackFixture(fixture, data);
  const database = `fixture_${++databases}`;
  psql(server.url, `create database ${database}`);
  const url = server.url.replace(/postgres$/, database);
  psql(url, fixture.sql);
  const records = () => Number(psql(url, `select count(*) from ${fixture.schema}.tick_record`));
  return { fixture, data, store: `${url}?schema=${fixture.schema}`, records };
}

/** The problems in a report, by name. */
function faultsOf({
  damage,
  brokenLinks,
  restarts,
  otherStates,
  alteredRecords,
  alteredValues,
  lackingHeads,
  ...report
}: VerifiedDirectory) {
  const lists = { damage, brokenLinks, restarts, otherStates, alteredRecords, alteredValues, lackingHeads };
  const { lackingReferences, damagedHistory, differences, notVerifiable, candles } = report;
  const all = { ...lists, lackingReferences, damagedHistory, differences, candles: candles.differences };
  const heads = report.heads.filter(({ outcome }) => outcome !== 'fits');
  const found = Object.entries({ ...all, heads }).filter(([, list]) => list.length > 0);
  const { damagedInputs, otherReference } = notVerifiable;
  return { ...Object.fromEntries(found), ...(damagedInputs + otherReference > 0 && { notVerifiable }) };
}

function psql(url: string, sql: string): string {
  const flags = ['-X', '-q', '-t', '-A', '-v', 'ON_ERROR_STOP=1', '-f', '-', url];
  const { status, stdout, stderr } = spawnSync('psql', flags, { input: sql, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

describe.each(DATABASE_FIXTURES)('the database %s', { timeout: 300_000 }, (name) => {
  test('is verified, exported and administered', async () => {
    const { fixture, data, store } = restored(name);
    const at = ['--data', data, '--store', store];
    const verified = await runInProcess('verify', verifyCommand, ['--json', ...at]);
    expect(verified).toMatchObject({ code: 0, err: '' });
    const report = JSON.parse(verified.out) as { different: number; verified: number; records: number };
    expect(report.different).toBe(0);
    expect(report.verified).toBeGreaterThan(1000);
    expect(report.records).toBeGreaterThan(12);
    const out = join(newFolder(), 'values.csv');
    const exported = await runInProcess('export', exportCommand, ['ticks', '--out', out, ...at]);
    expect(exported).toMatchObject({ code: 0 });
    expect(Number.parseInt(exported.out, 10)).toBeGreaterThan(1000);
    const clients = await runInProcess('clients', clientsCommand, ['list', '--json', ...at]);
    expect(clients.out).toContain(fixture.client.client.id);
    const keys = await runInProcess('keys', keysCommand, ['list', ...at]);
    expect(keys.code).toBe(0);
  });

  test('can be moved into a directory, which is verified', async () => {
    const { store } = restored(name);
    const back = join(newFolder(), 'back');
    const moved = await runInProcess('move', moveCommand, ['--json', '--from', store, '--to', back]);
    expect(moved).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(moved.out)).toMatchObject({
      clients: 1,
      logs: { 'reference.log': 3, 'integrity-heads.log': 1 },
    });
    expect(isSound(await verifyDirectory({ data: back }))).toBe(true);
  });

  test('is continued by a compute node', async () => {
    const { fixture, data, store, records } = restored(name);
    const before = records();
    const bus = `nats://127.0.0.1:${await freePort()}`;
    const flags = ['--role', 'compute', '--store', store, '--bus', bus, '--data', data, '--port', '0'];
    const { settings } = loadConfig({ argv: [...fixture.args, ...flags], environment: {}, ...PRODUCT });
    const log = pino({ enabled: false });
    const node = await composeNode({ settings, wallClock: new SystemClock(), log, sources: SOURCES });
    try {
      // Nodes run in real time: slots are 30 s apart. The head of a past day is available from the second tick after it.
      await expect.poll(records, { timeout: 120_000, interval: 500 }).toBeGreaterThan(before + 1);
    } finally {
      await node.close();
    }
    const after = await verifyDirectory({ data, store: storeAddress.parse(store) });
    expect(faultsOf(after)).toEqual({});
    expect(isSound(after)).toBe(true);
    expect(after.records).toBeGreaterThan(before);
  });
});
