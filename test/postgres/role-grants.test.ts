import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROLES, type Role } from '../../src/app/config/settings.ts';
import { Credentials } from '../../src/cluster/credentials/credentials.ts';
import { PostgresAlertStore } from '../../src/cluster/postgres/alerts/postgres-alert-store.ts';
import { Database } from '../../src/cluster/postgres/database.ts';
import { TABLE_GRANTS } from '../../src/cluster/postgres/grants.ts';
import { prepareStore } from '../../src/cluster/setup/prepare-store.ts';
import { temporaryFolders } from '../support/data-folder.ts';
import { startSecuredServers, type SecuredServers } from '../support/secured-servers.ts';

// Tries every act with the credentials of each role, and compares the permitted ones with the table of grants.

const newFolder = temporaryFolders(afterAll);
const roles = new Map<Role, Database>();
let servers: SecuredServers;
let operator: Database;

beforeAll(async () => {
  servers = await startSecuredServers(newFolder());
  const open = (role: Role | 'operator') =>
    new Database({ ...Credentials.read(servers.credentials(role)).store(), connections: 1 });
  for (const role of ROLES) roles.set(role, open(role));
  operator = open('operator');
  await operator.run(
    "insert into client (id, content, secret_hash) values ('desk', '{\"name\": \"Desk\"}', '')",
  );
  await operator.run("insert into shared_log values ('reference', 1, ''), ('identity', 1, '{}')");
  await operator.run(
    "insert into lease values ('compute', 'x', 1, '-infinity'), ('collect/exchange/a', 'x', 1, '-infinity')",
  );
  await operator.run("insert into long_lived_token (id, content) values ('t', '{}')");
});
afterAll(async () => {
  await Promise.all([...roles.values(), operator].map((database) => database.close()));
  await servers.stop();
});

/** Whether PostgreSQL permits the role to do it. Changes are rolled back. */
async function may(role: Role, sql: string): Promise<boolean> {
  const undone = new Error('undone');
  try {
    await roles.get(role)!.write(async (session) => {
      await session.run(sql);
      throw undone;
    });
    throw new Error('not undone');
  } catch (error) {
    if (error === undone) return true;
    if ((error as Error).message.includes('42501')) return false;
    throw error;
  }
}

async function count(role: Role, sql: string): Promise<number> {
  return (await roles.get(role)!.rows(sql)).length;
}

const ACTS = {
  select: (table: string) => `select from ${table} limit 1`,
  insert: (table: string) =>
    `insert into ${table} overriding system value select * from ${table} where false`,
  update: (table: string, column: string) => `update ${table} set ${column} = null where false`,
  delete: (table: string) => `delete from ${table} where false`,
  truncate: (table: string) => `truncate ${table}`,
  lock: (table: string) => `lock table ${table} in access exclusive mode`,
  'lock rows of': (table: string) => `select from ${table} limit 1 for update`,
  alter: (table: string) => `alter table ${table} add column x integer`,
  drop: (table: string) => `drop table ${table}`,
  'drop policies of': (table: string) => `alter table ${table} disable row level security`,
  // A grant by a role that may not grant it is only a warning if the role may do anything with the table.
  'grant itself more on': (table: string) => `grant all on ${table} to current_user; truncate ${table}`,
} as const;

/** Acts that the grants of a role on a table allow. An insert from the table itself reads it. */
function allowed(role: Role, table: string): ReadonlySet<string> {
  const granted = TABLE_GRANTS[table]?.[role] ?? '';
  const whole = granted.split(', ');
  const acts = granted
    .replace(/ \([\w, ]+\)/, '')
    .split(', ')
    .filter(Boolean);
  return new Set([
    ...acts,
    ...(acts.includes('update') ? ['lock rows of'] : []),
    // A right to change some columns does not permit locking the table.
    ...(whole.includes('update') || whole.includes('delete') ? ['lock'] : []),
  ]);
}

const columnOf: Readonly<Record<string, string>> = {
  lease: 'holder',
  alert_head: 'version',
  alert_record: 'body',
};

describe('tables', () => {
  test('each one that the operator has is in the grants', async () => {
    const rows = await operator.rows<{ name: string }>(
      "select relname as name from pg_class where relnamespace = 'tidemark'::regnamespace and relkind in ('r', 'p', 'v')",
    );
    const missing = rows.map(({ name }) => name).filter((name) => !(name in TABLE_GRANTS));
    expect(missing).toEqual([]);
    expect(rows.length).toBeGreaterThan(15);
  });

  test.each(ROLES)('%s may perform the granted acts on each of them, and no others', async (role) => {
    const tables = await operator.rows<{ name: string; kind: string; column: string }>(
      `select relname as name, relkind as kind,
         (select attname from pg_attribute where attrelid = pg_class.oid and attnum = 1) as column
       from pg_class where relnamespace = 'tidemark'::regnamespace and relkind in ('r', 'p', 'v')`,
    );
    const tried: Record<string, boolean> = {};
    const wanted: Record<string, boolean> = {};
    for (const { name, kind, column } of tables)
      for (const [act, sqlOf] of Object.entries(ACTS)) {
        // A view has no rows of its own.
        if (kind === 'v' && act !== 'select') continue;
        tried[`${act} ${name}`] = await may(role, sqlOf(name, columnOf[name] ?? column));
        wanted[`${act} ${name}`] = allowed(role, name).has(act);
      }
    expect(tried).toEqual(wanted);
  });

  test.each(['collect', 'serve'] as const)('%s cannot lock any of them', (role) => {
    expect(Object.keys(TABLE_GRANTS).filter((table) => allowed(role, table).has('lock'))).toEqual([]);
  });

  test.each([
    ['serve', 'update long_lived_token set last_used_at = 1'],
    ['serve', 'select from long_lived_token for share'],
    ['serve', "insert into token_use values ('other', 1)"],
    ['collect', "select record_token_uses('{t}', '{1}')"],
    ['compute', "select record_token_uses('{t}', '{1}')"],
    ['collect', "update lease set name = 'collect/exchange/b'"],
    ['serve', "update long_lived_token set content = '{}'"],
    ['serve', "update long_lived_token set id = 'other'"],
    ['serve', 'delete from alert_record'],
    ['serve', "update alert_record set id = 'other'"],
    ['serve', 'update alert_head set removed_before = 1'],
    ['collect', 'select from alert_record'],
    ['collect', 'select from alert_client'],
    ['compute', 'select secret_hash from client'],
    ['serve', "select add_day_partition('series_day', 1)"],
    ['serve', "select drop_day_partitions('series_day', 0, 99999)"],
    ['collect', "select add_day_partition('series_day', 1)"],
    ['collect', "select drop_day_partitions('series_day', 0, 99999)"],
    ...(['collect', 'serve'] as const).map((role): [Role, string] => [
      role,
      "set local temp_file_limit = '-1'",
    ]),
    ['serve', "select pg_read_file('/etc/passwd')"],
    ['compute', "copy series to program 'true'"],
    ...ROLES.flatMap((role): [Role, string][] => [
      [role, 'create table other (x integer)'],
      [role, 'create temporary table series_day (x integer)'],
      [role, "create function starts_with(text, text) returns boolean language sql as 'select true'"],
      [role, 'create schema other'],
      [role, 'create table public.other (x integer)'],
      [role, 'set local role tidemark_operator'],
      [role, 'set local session_replication_role = replica'],
      [role, 'create role other'],
      [role, 'drop schema tidemark cascade'],
      [role, `alter role tidemark_${role} connection limit -1`],
      [role, 'select pg_advisory_xact_lock(7310588243)'],
      [role, 'select pg_try_advisory_xact_lock_shared(1, 2)'],
      [role, 'select lo_create(0)'],
      [role, 'select lo_creat(-1)'],
      [role, "select lo_from_bytea(0, '')"],
      [role, "select lo_put(1, 0, '')"],
      [role, "select lowrite(0, '')"],
      [role, "select pg_logical_emit_message(false, 'x', 'y')"],
    ]),
  ] as [Role, string][])('%s may not: %s', async (role, sql) => {
    expect(await may(role, sql)).toBe(false);
  });
});

test.each(['collect', 'serve'] as const)(
  '%s cannot fill a disk with temporary files of a query',
  async (role) => {
    const settings = await roles.get(role)!.rows('show temp_file_limit');
    expect(settings).toEqual([{ temp_file_limit: '256MB' }]);
    expect(await may(role, "set local temp_file_limit = '-1'")).toBe(false);
    // A role may reset settings that it may set.
    await roles.get(role)!.run(`alter role tidemark_${role} reset all`);
    expect(
      await operator.rows('select rolconfig from pg_roles where rolname = $1', [`tidemark_${role}`]),
    ).toEqual([{ rolconfig: ['temp_file_limit=256MB'] }]);
  },
);

describe('rows', () => {
  test('a collector sees and changes only leases of collectors', async () => {
    expect(await count('collect', 'select from lease')).toBe(1);
    expect(await may('collect', "insert into lease values ('standby x', 'me', 1, 'infinity')")).toBe(false);
    expect(await roles.get('collect')!.run("update lease set holder = 'me' where name = 'compute'")).toBe(0);
    expect(await may('collect', "update lease set name = 'standby x'")).toBe(false);
  });

  test('a serving node records the use of existing tokens, and a later use is kept', async () => {
    for (const at of [5, 3])
      await roles.get('serve')!.run("select record_token_uses('{t,other}', $1)", [[at, at]]);
    expect(await operator.rows('select id, last_used_at from token_use')).toEqual([
      { id: 't', last_used_at: '5' },
    ]);
  });

  test('a compute node does not touch the leases of collectors', async () => {
    expect(await roles.get('compute')!.run("update lease set holder = 'me' where name ~ '^collect/'")).toBe(
      0,
    );
    expect(await may('compute', "insert into lease values ('collect/x', 'me', 1, 'infinity')")).toBe(false);
  });

  test('a compute node deletes what ended nodes have left, including collectors, with a function that others may not call', async () => {
    await operator.run("insert into lease values ('collect/collector/gone', 'x', 1, '-infinity')");
    await roles.get('compute')!.rows('select delete_gone_leases()');
    const left = await operator.rows<{ name: string }>('select name from lease order by name');
    expect(left.map(({ name }) => name)).toEqual(['collect/exchange/a', 'compute']);
    for (const role of ['collect', 'serve'] as const)
      expect(await may(role, 'select delete_gone_leases()')).toBe(false);
  });

  test('keys that sign heads are for compute nodes, and keys of tokens for serving nodes', async () => {
    const rings = async (role: Role) =>
      (await roles.get(role)!.rows<{ ring: string }>('select distinct ring from signing_key')).map(
        ({ ring }) => ring,
      );
    expect(await rings('compute')).toEqual(['heads']);
    expect(await rings('serve')).toEqual(['tokens']);
  });

  test('a serving node sees the keys of heads without their private parts', async () => {
    const rows = await roles
      .get('serve')!
      .rows<{ content: { privateJwk: object } }>('select content from public_head_key');
    expect(rows).toHaveLength(1);
    expect(Object.keys(rows[0]!.content.privateJwk)).not.toContain('d');
    expect(Object.keys(rows[0]!.content.privateJwk)).toContain('x');
  });

  test('the leader sees the clients of alerts without their names and secrets', async () => {
    expect(await roles.get('compute')!.rows('select * from alert_client')).toEqual([
      { id: 'desk', content: {} },
    ]);
  });

  test('a serving node and the leader change alerts, and commit one after the other', async () => {
    const fence = Number((await operator.rows<{ number: string }>('select number from fence'))[0]!.number);
    const [serve, leader] = await Promise.all([
      PostgresAlertStore.open({ database: roles.get('serve')! }),
      PostgresAlertStore.open({ database: roles.get('compute')!, fence }),
    ]);
    for (const store of [serve, leader, serve])
      await store.commit(({ evaluatedAt = 0 }) => ({
        changes: [
          { put: 'evaluated', at: evaluatedAt + 1 },
          { remove: 'rule', id: 'x' },
        ],
        result: undefined,
      }));
    // What a stolen node writes is left out, or refused.
    for (const body of ['5', '{}', '"x"'])
      await roles
        .get('serve')!
        .run(
          "insert into alert_record (kind, id, body, version) select kind, 'x' || $1, $1::json, 9 from unnest('{rule,state,endpoint,delivery,announcement}'::text[]) as of (kind)",
          [body],
        );
    await roles.get('serve')!.run('update alert_head set version = 9');
    expect(
      await may(
        'serve',
        "insert into alert_record values ('rule', 'y', default, to_json(repeat('x', 65536)), 1)",
      ),
    ).toBe(false);
    await leader.forgetRemoved();
    await leader.refresh();
    const { records } = leader;
    expect([...records.rules(), ...records.endpoints(), ...records.deliveries()]).toEqual([]);
    expect([...records.announcements()]).toEqual([]);
    expect(leader.records.evaluatedAt).toBe(3);
  });

  test('a collector sees the log of what the store holds, and no other log', async () => {
    expect(await count('collect', 'select from shared_log')).toBe(1);
    expect(await count('serve', 'select from shared_log')).toBe(2);
  });
});

test('running the migrations again revokes rights that an earlier version granted', async () => {
  await operator.run('grant update (last_used_at) on long_lived_token to tidemark_serve');
  await operator.run('grant update on lease to tidemark_collect');
  const lockRows = 'select from long_lived_token for update';
  const lockTable = 'lock table lease in access exclusive mode';
  expect([await may('serve', lockRows), await may('collect', lockTable)]).toEqual([true, true]);
  await prepareStore(servers.credentials('operator'));
  expect([await may('serve', lockRows), await may('collect', lockTable)]).toEqual([false, false]);
});

describe('partitions', () => {
  test('a compute node creates and drops them without owning a table', async () => {
    const compute = roles.get('compute')!;
    for (const day of [1, 2, 3]) await compute.rows("select add_day_partition('series_day', $1)", [day]);
    await compute.run("insert into series_day values (1, 2, '{}', '')");
    await compute.rows("select drop_day_partitions('series_day', 0, 3)");
    const left = await operator.rows<{ name: string }>(
      "select relname as name from pg_class where relname ~ '^series_day_\\d+$' and relkind = 'r'",
    );
    expect(left.map(({ name }) => name)).toEqual(['series_day_3']);
  });

  test('only partitioned tables get them, whatever name is given', async () => {
    for (const name of ['client', 'none', 'series_day_3', 'series_day; drop table client'])
      await expect(
        roles.get('compute')!.rows('select add_day_partition($1, 1)', [name]),
        name,
      ).rejects.toThrow('has no partitions');
    await roles.get('compute')!.rows("select drop_day_partitions('client', 0, 1)");
    expect(await operator.rows('select from client')).toHaveLength(1);
  });
});

describe('logins', () => {
  test.each([
    ['another password', (url: URL) => void (url.password = 'other')],
    ['the name of another role', (url: URL) => void (url.username = 'tidemark_operator')],
    ['no encryption', (url: URL) => void (url.search = '')],
    [
      'no certificate of the node',
      (url: URL) => {
        url.searchParams.delete('sslcert');
        url.searchParams.delete('sslkey');
      },
    ],
    ['no trusted authority', (url: URL) => url.searchParams.delete('sslrootcert')],
  ])('with %s a node is refused', async (_, change) => {
    const url = new URL(Credentials.read(servers.credentials('serve')).store().url);
    change(url);
    const database = new Database({ url: url.href, connections: 1 });
    await expect(database.rows('select 1')).rejects.toThrow();
    await database.close();
  });

  test('connections are encrypted', async () => {
    expect(
      await roles.get('serve')!.rows('select ssl from pg_stat_ssl where pid = pg_backend_pid()'),
    ).toEqual([{ ssl: true }]);
  });
});
