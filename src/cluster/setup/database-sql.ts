import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { databaseRole } from '../postgres/grants.ts';
import { CREDENTIAL_ROLES, type CredentialRole } from '../credentials/credentials.ts';

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
revoke all on schema public from public;
create schema if not exists ${schema};
alter schema ${schema} owner to ${operator};
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
