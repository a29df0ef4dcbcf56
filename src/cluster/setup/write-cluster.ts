import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { ROLES, type Role } from '../../app/config/settings.ts';
import { OperatorError } from '../../core/errors.ts';
import { PRIVATE_FILE_MODE, PRIVATE_FOLDER_MODE, writeFileDurably } from '../../disk/durable-file.ts';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from '../../disk/files.ts';
import { databaseRole } from '../postgres/grants.ts';
import {
  CREDENTIALS_FILE,
  CREDENTIALS_VERSION,
  CREDENTIAL_ROLES,
  Credentials,
  PUBLIC_KEYS_FILE,
  readKeys,
  SIGNING_KEYS_FILE,
  type CredentialRole,
  type CredentialsContent,
} from '../credentials/credentials.ts';
import { databaseSql } from './database-sql.ts';
import { natsConfig, natsUser } from './nats-permissions.ts';
import { keyIdOf, newRoleKey, type RoleKey } from '../credentials/role-keys.ts';

export interface ClusterOrder {
  /** Name of the service on the servers. */
  readonly service: string;
  /** host:port/name */
  readonly database: { readonly host: string; readonly name: string; readonly schema: string };
  /** host:port of each server. */
  readonly nats: readonly string[];
  /** Undefined: no TLS. */
  readonly tls:
    | {
        /** Certificates of the authorities that signed the servers' certificates; default: public authorities. */
        readonly ca: string | undefined;
        /** Whether nodes authenticate with client certificates. */
        readonly hasClientCertificates: boolean;
      }
    | undefined;
  readonly natsFiles: string;
  readonly natsData: string;
  /** 0: the servers do not serve their state. */
  readonly natsMonitorPort: number;
}

export const CLIENT_CERTIFICATE = 'client.pem';
export const CLIENT_KEY = 'client-key.pem';
const CA = 'ca.pem';

/** Writes a folder for each role, the configuration of NATS and the SQL of roles. Throws an OperatorError if the folder is not empty. */
export function writeCluster(folder: string, order: ClusterOrder): void {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new OperatorError(
      `${folder} is not empty: credentials are never overwritten, choose another folder`,
    );
  const keys = Object.fromEntries(ROLES.map((role) => [role, newRoleKey(role)])) as Record<Role, RoleKey>;
  const databasePasswords = secretsOf(CREDENTIAL_ROLES);
  const natsPasswords = secretsOf(ROLES);
  const { service, database, tls, nats: servers } = order;
  const publicKeys = ROLES.map((role) => publicPart(keys[role]));
  for (const role of CREDENTIAL_ROLES) {
    const content: CredentialsContent = {
      version: CREDENTIALS_VERSION,
      role,
      service,
      database: {
        address: databaseAddress(order),
        user: databaseRole(service, role),
        password: databasePasswords[role],
      },
      ...(role !== 'operator' && {
        nats: { address: natsAddress(order), user: natsUser(service, role), password: natsPasswords[role] },
      }),
    };
    const own = join(folder, role);
    write(own, CREDENTIALS_FILE, json(content));
    if (tls?.ca !== undefined) write(own, CA, tls.ca);
    if (role === 'operator') continue;
    write(own, SIGNING_KEYS_FILE, json({ version: CREDENTIALS_VERSION, keys: [keys[role]] }));
    write(own, PUBLIC_KEYS_FILE, json({ version: CREDENTIALS_VERSION, keys: publicKeys }));
  }
  const asksForCertificates = tls?.hasClientCertificates === true;
  const config = natsConfig({
    service,
    servers,
    passwords: natsPasswords,
    routePassword: secret(),
    tls: tls && { asksForCertificates },
    files: order.natsFiles,
    data: order.natsData,
    monitorPort: order.natsMonitorPort,
  });
  write(join(folder, 'nats'), 'nats.conf', config);
  const sql = databaseSql({
    service,
    database: database.name,
    schema: database.schema,
    passwords: databasePasswords,
  });
  write(join(folder, 'postgresql'), 'database.sql', sql);
}

/** The steps of a rotation, in order. After each step all nodes are restarted with the new files. */
export const ROTATION_STEPS = ['add', 'use', 'remove'] as const;
export type RotationStep = (typeof ROTATION_STEPS)[number];

/** Changes the keys of all roles in a folder that `writeCluster` wrote. Returns the step that was done. */
export function rotateKeys(folder: string): RotationStep {
  const signing = new Map(ROLES.map((role) => [role, signingKeysOf(folder, role)]));
  const step = stepFor(folder, signing);
  for (const [role, keys] of signing) {
    if (step === 'add' && keys.length === 1) keys.push(newRoleKey(role));
    if (step === 'use' && keys.length > 1) keys.shift();
  }
  // Receivers know a key before any node signs with it, and as long as one does.
  const known = step === 'remove' ? [] : readKeys(join(folder, ROLES[0]), PUBLIC_KEYS_FILE);
  const publicKeys = new Map(
    [...known, ...[...signing.values()].flat()].map((key) => [keyIdOf(key), publicPart(key)]),
  );
  const replace = (role: Role, file: string, keys: readonly RoleKey[]) =>
    writeFileDurably(join(folder, role, file), json({ version: CREDENTIALS_VERSION, keys }));
  for (const [role, keys] of signing) replace(role, SIGNING_KEYS_FILE, keys);
  for (const role of ROLES) replace(role, PUBLIC_KEYS_FILE, [...publicKeys.values()]);
  return step;
}

function signingKeysOf(folder: string, role: Role): RoleKey[] {
  const own = join(folder, role);
  if (Credentials.read(own).role !== role)
    throw new OperatorError(
      `${own} has the credentials of another role: name the folder that tidemark cluster init wrote`,
    );
  return [...readKeys(own, SIGNING_KEYS_FILE)];
}

/** An interrupted step is repeated: it completes the missing changes. */
function stepFor(folder: string, signing: ReadonlyMap<Role, readonly RoleKey[]>): RotationStep {
  const known = ROLES.map(
    (role) => new Set(readKeys(join(folder, role), PUBLIC_KEYS_FILE).map(({ x }) => x)),
  );
  const own = [...signing.values()];
  if (own.every(({ length }) => length === 1))
    return known.some(({ size }) => size > ROLES.length) ? 'remove' : 'add';
  return known.every((keys) => own.flat().every(({ x }) => keys.has(x))) ? 'use' : 'add';
}

function databaseAddress({ database, tls }: ClusterOrder): string {
  const { host, name, schema } = database;
  const parameters = new URLSearchParams({
    ...(schema !== 'tidemark' && { schema }),
    ...(tls && { sslmode: 'verify-full' }),
    ...(tls?.ca !== undefined && { sslrootcert: CA }),
    ...(tls?.hasClientCertificates && { sslcert: CLIENT_CERTIFICATE, sslkey: CLIENT_KEY }),
  });
  const query = parameters.toString();
  return `postgres://${host}/${name}${query === '' ? '' : `?${query}`}`;
}

function natsAddress({ nats, tls }: ClusterOrder): string {
  const servers = nats.map((server) => `${tls ? 'tls' : 'nats'}://${server}`);
  const query = new URLSearchParams({
    ...(tls?.ca !== undefined && { ca: CA }),
    ...(tls?.hasClientCertificates && { cert: CLIENT_CERTIFICATE, key: CLIENT_KEY }),
  }).toString();
  return servers.join() + (query === '' ? '' : `?${query}`);
}

function write(folder: string, name: string, content: string): void {
  mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER_MODE });
  writeFileSync(join(folder, name), content, { mode: PRIVATE_FILE_MODE, flag: 'wx' });
}

function secretsOf<R extends CredentialRole>(roles: readonly R[]): Record<R, string> {
  return Object.fromEntries(roles.map((role) => [role, secret()])) as Record<R, string>;
}

/** 256 bits in hex, which need no encoding in a URL. */
const secret = () => randomBytes(32).toString('hex');
const publicPart = ({ role, x }: RoleKey): RoleKey => ({ role, x });
const json = (content: unknown) => `${JSON.stringify(content, undefined, 2)}\n`;
