import { OperatorError } from '../../core/errors.ts';
import type { Database, Session } from './database.ts';

/** The roles of nodes. */
type Role = 'collect' | 'compute' | 'serve';
type Privileges = 'select' | 'select, insert, update' | 'select, insert, update, delete' | (string & {});

const READ: Privileges = 'select';
/** Without the right to change every column, a role cannot lock the table. */
const LEASE: Privileges = 'select, insert, update (holder, number, ends_at)';
const WRITE: Privileges = 'select, insert, update, delete';

/**
 * The privileges of each role on each table; the roles own no tables. A table that is missing here is only for the operator. A test
 * compares this with the existing tables.
 */
export const TABLE_GRANTS: Readonly<Record<string, Partial<Readonly<Record<Role, Privileges>>>>> = {
  migration: { collect: READ, compute: READ, serve: READ },
  fence: { compute: 'select, update', serve: READ },
  tick_progress: { compute: 'select, update', serve: READ },
  block_progress: { compute: 'select, update', serve: READ },
  engine_state: { compute: WRITE },
  series: { compute: 'select, insert', serve: READ },
  tick_day: { compute: WRITE, serve: READ },
  tick_record: { compute: WRITE, serve: READ },
  tick_input: { compute: WRITE },
  slice: { compute: WRITE, serve: READ },
  hour_part: { compute: WRITE, serve: READ },
  series_day: { compute: WRITE, serve: READ },
  candle_day: { compute: WRITE, serve: READ },
  candle_month: { compute: WRITE, serve: READ },
  lease: { collect: LEASE, compute: LEASE },
  shared_log: { collect: READ, compute: 'select, insert', serve: READ },
  client: { serve: READ },
  client_hmac_key: { serve: READ },
  signing_key: { compute: READ, serve: READ },
  public_head_key: { serve: READ },
  secrets_revision: { compute: READ, serve: READ },
  long_lived_token: { serve: READ },
  token_use: { serve: READ },
  alert_head: { compute: 'select, update', serve: 'select, update (version)' },
  alert_record: { compute: WRITE, serve: 'select, insert, update (body, version, removed_at)' },
  alert_client: { compute: READ },
};

/** The rows that a role can read and change, if not all. `written`: a condition for the rows that it writes, if it is another one. */
export const ROW_GRANTS: readonly {
  readonly table: string;
  readonly role: Role;
  readonly rows: string;
  readonly written?: string;
}[] = [
  { table: 'lease', role: 'collect', rows: "starts_with(name, 'collect/')" },
  { table: 'lease', role: 'compute', rows: "not starts_with(name, 'collect/')" },
  { table: 'shared_log', role: 'collect', rows: "log in ('identity', 'move', 'messages')" },
  { table: 'shared_log', role: 'compute', rows: 'true' },
  { table: 'shared_log', role: 'serve', rows: 'true' },
  { table: 'signing_key', role: 'compute', rows: "ring = 'heads'" },
  { table: 'signing_key', role: 'serve', rows: "ring = 'tokens'" },
  { table: 'secrets_revision', role: 'compute', rows: "topic = 'keys:heads'" },
  { table: 'secrets_revision', role: 'serve', rows: 'true' },
  { table: 'alert_record', role: 'compute', rows: 'true' },
  // Nor can it fill the disk, or the memory of the leader, with alerts.
  {
    table: 'alert_record',
    role: 'serve',
    rows: 'true',
    written:
      "length(kind) < 50 and length(id) < 200 and (body is null or (pg_total_relation_size('alert_record') < 268435456 and length(body::text) < 65536))",
  },
];

/** Functions that do with the rights of the owner what a role may not do itself. */
const FUNCTION_GRANTS: readonly { readonly name: string; readonly role: Role }[] = [
  { name: 'add_day_partition(text, integer)', role: 'compute' },
  { name: 'drop_day_partitions(text, integer, integer)', role: 'compute' },
  { name: 'record_token_uses(text[], bigint[])', role: 'serve' },
  { name: 'delete_gone_leases()', role: 'compute' },
];

const ROLE_NAMES: readonly Role[] = ['collect', 'compute', 'serve'];

/** Name of a service's role in PostgreSQL. */
export const databaseRole = (service: string, role: Role | 'operator') => `${service}_${role}`;

/** Grants the roles of a service what they need and revokes everything else. Run by the table owner after migrations. */
export async function grantRoles(database: Database, service: string): Promise<void> {
  const names = ROLE_NAMES.map((role) => databaseRole(service, role));
  const missing = await missingRoles(database, names);
  if (missing.length > 0)
    throw new OperatorError(
      `the database lacks the roles ${missing.join(', ')}: first run database.sql, which tidemark cluster init wrote`,
    );
  await database.write(async (session) => {
    for (const statement of await grantStatements(session, database.schema, service))
      await session.run(statement);
  });
}

async function missingRoles(session: Session, names: readonly string[]): Promise<readonly string[]> {
  const rows = await session.rows<{ name: string }>(
    'select name from unnest($1::text[]) as wanted (name) where not exists (select from pg_roles where rolname = name)',
    [names],
  );
  return rows.map(({ name }) => name);
}

async function grantStatements(session: Session, schema: string, service: string): Promise<string[]> {
  const tables = await session.rows<{ name: string }>(
    "select relname as name from pg_class where relnamespace = $1::regnamespace and relkind in ('r', 'p', 'v') and not relispartition",
    [schema],
  );
  const there = new Set(tables.map(({ name }) => name));
  const all = ROLE_NAMES.map((role) => databaseRole(service, role)).join(', ');
  const statements = [
    `revoke all on all tables in schema ${schema} from ${all}`,
    `revoke all on all functions in schema ${schema} from ${all}, public`,
    `revoke all on schema ${schema} from ${all}, public`,
    `grant usage on schema ${schema} to ${all}`,
  ];
  for (const [table, byRole] of Object.entries(TABLE_GRANTS))
    for (const [role, privileges] of Object.entries(byRole) as [Role, Privileges][])
      if (there.has(table))
        statements.push(`grant ${privileges} on ${table} to ${databaseRole(service, role)}`);
  for (const { table, role, rows, written = rows } of ROW_GRANTS) {
    const name = databaseRole(service, role);
    statements.push(
      `alter table ${table} enable row level security`,
      `drop policy if exists ${name} on ${table}`,
      `create policy ${name} on ${table} to ${name} using (${rows}) with check (${written})`,
    );
  }
  for (const { name, role } of FUNCTION_GRANTS)
    statements.push(`grant execute on function ${name} to ${databaseRole(service, role)}`);
  return statements;
}
