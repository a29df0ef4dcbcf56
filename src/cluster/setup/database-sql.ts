import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { databaseRole } from '../postgres/grants.ts';
import { CREDENTIAL_ROLES, type CredentialRole } from '../credentials/credentials.ts';

/**
 * Connections of all logins of a role together: 4 collectors with 6 each; 3 compute nodes with 16, of which two lead (8 more) while the
 * leader changes, and `verify` and `export` (12); 4 serving nodes with 16; `move` (21).
 */
export const CONNECTION_LIMITS: Readonly<Record<CredentialRole, number>> = {
  collect: 24,
  compute: 80,
  serve: 64,
  operator: 24,
};

/** They create large objects, or write any number of bytes to the write-ahead log. */
const DENIED_FUNCTIONS = [
  'lo_create',
  'lo_creat',
  'lo_from_bytea',
  'lo_import',
  'lo_put',
  'lowrite',
  'pg_logical_emit_message',
];

/** Limit for each connection. */
const TEMPORARY_FILES = '256MB';

export interface DatabaseSqlParts {
  readonly service: string;
  readonly database: string;
  readonly schema: string;
  readonly passwords: Readonly<Record<CredentialRole, string>>;
}

/** SQL that a superuser runs once. Contains password verifiers, but no passwords. `tidemark cluster migrate` creates the tables. */
export function databaseSql({ service, database, schema, passwords }: DatabaseSqlParts): string {
  const operator = databaseRole(service, 'operator');
  const nodes = CREDENTIAL_ROLES.filter((role) => role !== 'operator').map((role) =>
    databaseRole(service, role),
  );
  const all = [...nodes, operator].join(', ');
  return `-- Written by tidemark cluster init. Run it once, as a superuser: psql --set ON_ERROR_STOP=1 --file database.sql postgres
${CREDENTIAL_ROLES.map((role) => roleSql(databaseRole(service, role), passwords[role])).join('\n')}

select 'create database ${database} owner ${operator}'
  where not exists (select from pg_database where datname = '${database}') \\gexec
alter database ${database} owner to ${operator};
-- No other user can connect, and no role can create temporary tables.
revoke all on database ${database} from public;
grant connect on database ${database} to ${all};
\\connect ${database}
-- From here on, everything can be run again.
revoke all on schema public from public;
create schema if not exists ${schema};
alter schema ${schema} owner to ${operator};

-- The connections of each role, so that none can take those of another. Change them when you add nodes.
${CREDENTIAL_ROLES.map((role) => `alter role ${databaseRole(service, role)} connection limit ${CONNECTION_LIMITS[role]};`).join('\n')}
do $$
declare
  wanted integer := sum(rolconnlimit) + current_setting('superuser_reserved_connections')::integer
    from pg_roles where rolname in (${[...nodes, operator].map((role) => `'${role}'`).join(', ')});
begin
  if current_setting('max_connections')::integer < wanted then
    raise warning 'max_connections is %, but the roles and superusers may have % connections: raise it, or lower the limits',
      current_setting('max_connections'), wanted;
  end if;
end $$;

-- Functions that every role could call to fill the disk or the memory for locks. Nodes call none of them.
do $$
declare
  called regprocedure;
begin
  for called in
    select oid from pg_proc where pronamespace = 'pg_catalog'::regnamespace
      and (proname in (${DENIED_FUNCTIONS.map((name) => `'${name}'`).join(', ')})
        or proname like '%advisory%')
  loop
    execute format('revoke execute on function %s from public', called);
  end loop;
end $$;
-- Files of queries that do not fit into memory.
${(['collect', 'serve'] as const).map((role) => `alter role ${databaseRole(service, role)} set temp_file_limit = '${TEMPORARY_FILES}';`).join('\n')}
`;
}

function roleSql(role: string, password: string): string {
  return `create role ${role} login password '${scramVerifier(password)}'
  nosuperuser nocreatedb nocreaterole noinherit noreplication nobypassrls;`;
}

const ITERATIONS = 4096;

/** The verifier that PostgreSQL stores for a password. It cannot be used to log in. */
export function scramVerifier(password: string, salt = randomBytes(16)): string {
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const keyed = (name: string) => createHmac('sha256', salted).update(name).digest();
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64');
  const server = keyed('Server Key').toString('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${server}`;
}
