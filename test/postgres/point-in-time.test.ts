import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../../src/app/operate/control/admin-access.ts';
import type { IssuedToken } from '../../src/app/operate/control/long-lived-commands.ts';
import { readAudit } from '../../src/app/operate/audit/audit-log.ts';
import { isSound, verifyDirectory } from '../../src/app/operate/verify/verify.ts';
import type { Service } from '../../src/app/compose/compose.ts';
import { PRODUCT } from '../../src/app/compose/product.ts';
import { SOURCES } from '../../src/app/compose/source-table.ts';
import { loadConfig } from '../../src/app/config/config.ts';
import type { IssuedSecret } from '../../src/auth/client-registry.ts';
import { storeAddress } from '../../src/cluster/servers.ts';
import { composeNode } from '../../src/cluster/roles/node.ts';
import { SystemClock } from '../../src/core/clocks/clock.ts';
import { DAY_MS } from '../../src/core/time.ts';
import { temporaryFolders } from '../support/data-folder.ts';
import { freePort } from '../support/free-port.ts';
import { POSTGRES_USER, postgresPrograms, postgresUser } from '../support/postgres-server.ts';
import { readPage } from '../support/snippets/page-blocks.ts';

// The commands of the guide, on a cluster in a folder instead of Debian's 15/main.

const GUIDE = 'docs/run/recover.md';
const [ARCHIVE, BACK_UP, SWITCH, RECOVER, AWAIT] = readPage(GUIDE)
  .steps.filter((step) => step.kind === 'left' && step.reason.includes('point-in-time'))
  .map(({ block }) => block.text);
const MOMENT = '2026-11-18 12:00:00+00';

const newFolder = temporaryFolders();
const place = mkdtempSync(join(tmpdir(), 'tidemark-moment-'));
const data = join(place, 'main');
const backups = join(place, 'backups');
let port: number;
let node: Service | undefined;

/** Like the operator's shell, with `sudo` and `systemctl` replaced for this cluster. */
const PRELUDE = `
set -eu
sudo() { [ "$1" != -u ] || shift 2; "$@"; }
systemctl() {
  case $1 in
    start) pg_ctl -D "$DATA" -l "$PLACE/log" -o "-p $PGPORT -k $PLACE -c listen_addresses=127.0.0.1 -c fsync=off" -w start ;;
    stop) pg_ctl -D "$DATA" -m fast -w stop ;;
    restart) systemctl stop; systemctl start ;;
  esac > /dev/null
}
`;

function sh(commands: string): string {
  const script = commands
    .replaceAll('/var/lib/postgresql/15/main', data)
    .replaceAll('/var/backups/tidemark', backups);
  const { status, stdout, stderr } = spawnSync('bash', ['-c', PRELUDE + script], {
    ...postgresUser(),
    cwd: place,
    encoding: 'utf8',
    env: {
      PATH: `${postgresPrograms()}:${process.env['PATH']}`,
      DATA: data,
      PLACE: place,
      PGHOST: place,
      PGPORT: String(port),
      PGUSER: POSTGRES_USER,
    },
  });
  if (status !== 0) throw new Error(`${commands}: ${stderr}`);
  return stdout.trim();
}

const address = () => `postgres://${POSTGRES_USER}@127.0.0.1:${port}/postgres`;

async function ask<T extends object>(sql: string): Promise<T> {
  const client = new pg.Client({ connectionString: address() });
  await client.connect();
  try {
    return (await client.query<T>(sql)).rows[0]!;
  } finally {
    await client.end();
  }
}

const records = async () =>
  Number((await ask<{ n: string }>('select count(*) as n from tidemark.tick_record')).n);

beforeAll(async () => {
  port = await freePort();
  const { uid, gid } = postgresUser();
  chownSync(place, uid, gid);
  mkdirSync(backups);
  chownSync(backups, uid, gid);
  sh(
    'initdb -U "$PGUSER" -A trust -E UTF8 --no-sync --data-checksums -D "$DATA" > /dev/null; systemctl start',
  );
});
afterEach(() => node?.close());
afterAll(() => {
  sh('systemctl stop');
  rmSync(place, { recursive: true, force: true });
});

async function startNode(folder: string): Promise<void> {
  const bus = `nats://127.0.0.1:${await freePort()}`;
  const flags = ['--role', 'compute', '--store', address(), '--bus', bus, '--world', 'small'];
  const argv = [...flags, '--backfill', 'off', '--data', folder, '--port', '0'];
  const { settings } = loadConfig({ argv, environment: {}, ...PRODUCT });
  const log = pino({ enabled: false });
  node = await composeNode({ settings, wallClock: new SystemClock(), log, sources: SOURCES });
}

async function stopNode(): Promise<void> {
  await node?.close();
  node = undefined;
}

const tickStored = async () => {
  const before = await records().catch(() => 0);
  // Nodes run in real time: slots are 30 s apart.
  await expect
    .poll(() => records().catch(() => 0), { timeout: 120_000, interval: 250 })
    .toBeGreaterThan(before);
};

test('a database is recovered to a point in time by the commands of the guide, verified, and later revocations are repeated', async () => {
  const folder = newFolder();
  const command = async <T>(name: string, args: Record<string, unknown>) =>
    (await runCommand(folder, new SystemClock(), { command: name, arguments: args })) as T;
  sh(ARCHIVE!);
  await startNode(folder);
  await tickStored();
  sh(BACK_UP!);
  const { client: kept } = await command<IssuedSecret>('clients.add', { name: 'kept', scopes: ['read:LX'] });
  const { client } = await command<IssuedSecret>('clients.add', { name: 'disabled', scopes: ['read:LX'] });
  const { id: token } = await command<IssuedToken>('clients.token', { id: kept.id, lifeMs: DAY_MS });
  await tickStored();
  const atMoment = await records();
  const { moment } = await ask<{ moment: string }>(
    "select to_char(now(), 'YYYY-MM-DD HH24:MI:SS.USOF') as moment",
  );
  await command('clients.disable', { id: client.id });
  await command('clients.revoke', { token });
  const { client: late } = await command<IssuedSecret>('clients.add', { name: 'late', scopes: [] });
  await tickStored();
  await stopNode();

  sh(SWITCH!);
  expect(RECOVER).toContain(MOMENT);
  sh(RECOVER!.replace(MOMENT, moment));
  sh(AWAIT!);
  expect(await records()).toBe(atMoment);
  const disabled = await ask<{ disabled: boolean }>(
    `select (content->>'disabled')::boolean as disabled from tidemark.client where id = '${client.id}'`,
  );
  expect(disabled).toEqual({ disabled: false });
  expect(readdirSync(place)).toContain('main.before');

  await startNode(folder);
  const listed = await command<{ id: string; disabled: boolean }[]>('clients.list', {});
  expect(listed.find(({ id }) => id === client.id)?.disabled).toBe(true);
  expect(listed.find(({ id }) => id === kept.id)?.disabled).toBe(false);
  expect(listed.some(({ id }) => id === late.id)).toBe(false);
  const tokens = await command<{ id: string; revokedAt?: number }[]>('clients.tokens', {});
  expect(tokens.find(({ id }) => id === token)?.revokedAt).toBeDefined();
  await tickStored();
  await stopNode();
  const again = readAudit(folder).entries.filter(({ event }) => event === 'secrets.revoked-again');
  expect(again.flatMap(({ details }) => details['changes'])).toEqual(
    expect.arrayContaining([`client ${client.id}: disabled`, `token ${token}: revoked`]),
  );

  const report = await verifyDirectory({ data: folder, store: storeAddress.parse(address()) });
  expect(isSound(report)).toBe(true);
  expect(report.records).toBeGreaterThan(atMoment);
  expect(report.different).toBe(0);
}, 600_000);
