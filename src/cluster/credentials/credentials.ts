import { join, resolve } from 'node:path';
import { ROLES, type Role } from '../../app/config/settings.ts';
import { OperatorError } from '../../core/errors.ts';
import { isObject } from '../../core/text/is-object.ts';
import type { Millis } from '../../core/time.ts';
import { readRegularFile } from '../../disk/regular-file.ts';
import type { MessageTrust } from '../nats/messages/message-trust.ts';
import { parseNatsAddress, type NatsAddress } from '../nats/nats-address.ts';
import type { DatabaseOptions } from '../postgres/database.ts';
import { parseStoreAddress } from '../postgres/store-address.ts';
import { RoleKeys, type RoleKey } from './role-keys.ts';

/** The roles of nodes, and `operator`, which owns the database: commands about clients and keys, and migrations. */
export const CREDENTIAL_ROLES = [...ROLES, 'operator'] as const;
export type CredentialRole = (typeof CREDENTIAL_ROLES)[number];

export const CREDENTIALS_FILE = 'credentials.json';
export const SIGNING_KEYS_FILE = 'signing-keys.json';
export const PUBLIC_KEYS_FILE = 'public-keys.json';
export const CREDENTIALS_VERSION = 1;

/** The content of `credentials.json`. Paths of files are relative to its folder. */
export interface CredentialsContent {
  readonly version: typeof CREDENTIALS_VERSION;
  readonly role: CredentialRole;
  /** Name of the service on the NATS servers, and prefix of its PostgreSQL roles. */
  readonly service: string;
  readonly database: ServerLogin;
  /** Absent for the operator. */
  readonly nats?: ServerLogin;
}

export interface ServerLogin {
  /** Without a user. */
  readonly address: string;
  readonly user: string;
  readonly password: string;
}

/** Private keys of one role. The first one signs; there is a second one only during a rotation. */
export interface SigningKeysContent {
  readonly version: typeof CREDENTIALS_VERSION;
  readonly keys: readonly RoleKey[];
}

/** Public keys of all roles. */
export type PublicKeysContent = SigningKeysContent;

/** The credentials of one node: the files in a folder that `tidemark cluster init` wrote. */
export class Credentials {
  readonly folder: string;
  readonly role: CredentialRole;
  readonly service: string;
  readonly #content: CredentialsContent;

  private constructor(folder: string, content: CredentialsContent) {
    this.folder = folder;
    this.#content = content;
    this.role = content.role;
    this.service = content.service;
  }

  /** Throws an OperatorError if a file is missing or invalid. */
  static read(folder: string): Credentials {
    const content = readJson(folder, CREDENTIALS_FILE) as unknown as CredentialsContent;
    const isWhole =
      CREDENTIAL_ROLES.includes(content.role) &&
      typeof content.service === 'string' &&
      isLogin(content.database) &&
      (content.nats === undefined ? content.role === 'operator' : isLogin(content.nats));
    if (!isWhole)
      throw new OperatorError(
        `${join(folder, CREDENTIALS_FILE)} is not a credentials file of tidemark cluster init: copy the folder again`,
      );
    return new Credentials(resolve(folder), content);
  }

  /** The database, with user and password. */
  store(): Pick<DatabaseOptions, 'url' | 'schema'> {
    const { address, user, password } = this.#content.database;
    const url = new URL(address);
    url.username = encodeURIComponent(user);
    url.password = encodeURIComponent(password);
    for (const name of ['sslrootcert', 'sslcert', 'sslkey']) {
      const file = url.searchParams.get(name);
      if (file !== null) url.searchParams.set(name, this.#path(file));
    }
    return this.#checked('database', () => parseStoreAddress(url.href));
  }

  bus(): NatsAddress {
    const { nats } = this.#content;
    if (!nats)
      throw new OperatorError(
        `${this.folder} has the credentials of the operator, not of a node: use the folder of the node's role`,
      );
    const { ca, cert, key, ...parsed } = this.#checked('nats', () => parseNatsAddress(nats.address));
    return {
      ...parsed,
      user: nats.user,
      pass: nats.password,
      ...(ca !== undefined && { ca: this.#path(ca) }),
      ...(cert !== undefined && { cert: this.#path(cert) }),
      ...(key !== undefined && { key: this.#path(key) }),
      inboxes: inboxesOf(this.service, nodeRole(this.role)),
    };
  }

  trust(now: () => Millis): MessageTrust {
    const [own] = readKeys(this.folder, SIGNING_KEYS_FILE);
    const all = readKeys(this.folder, PUBLIC_KEYS_FILE);
    if (own?.d === undefined || own.role !== this.role)
      throw new OperatorError(`${join(this.folder, SIGNING_KEYS_FILE)} has no key of the role ${this.role}`);
    if (!all.some(({ x }) => x === own.x))
      throw new OperatorError(
        `${join(this.folder, PUBLIC_KEYS_FILE)} does not have the public key of this node: copy the whole folder again from where tidemark cluster rotate ran`,
      );
    return new RoleKeys({ own, all }, now);
  }

  /** Addresses without users and passwords, for the operator. */
  displayAddresses(): { readonly store: string; readonly bus: string } {
    const { database, nats } = this.#content;
    return { store: database.address, bus: nats?.address ?? '' };
  }

  #path(file: string): string {
    return resolve(this.folder, file);
  }

  #checked<T>(name: keyof CredentialsContent, parse: () => T): T {
    try {
      return parse();
    } catch (error) {
      throw new OperatorError(
        `${join(this.folder, CREDENTIALS_FILE)}: the address of ${name} is invalid: ${(error as Error).message}`,
      );
    }
  }
}

/** Prefix of the subjects on which processes of a role receive replies. */
export function inboxesOf(service: string, role: Role): string {
  return `_INBOX_${service}_${role}`;
}

export function readKeys(folder: string, file: string): readonly RoleKey[] {
  const { keys } = readJson(folder, file) as unknown as SigningKeysContent;
  const isWhole =
    Array.isArray(keys) &&
    keys.every(
      (key: RoleKey) => ROLES.includes(key.role) && typeof key.x === 'string' && key.x.length === 43,
    );
  if (!isWhole)
    throw new OperatorError(
      `${join(folder, file)} is not a key file of tidemark cluster init: copy the folder again`,
    );
  return keys;
}

function nodeRole(role: CredentialRole): Role {
  if (role === 'operator') throw new OperatorError('these are credentials of the operator, not of a node');
  return role;
}

function isLogin(value: unknown): value is ServerLogin {
  return isObject(value) && ['address', 'user', 'password'].every((name) => typeof value[name] === 'string');
}

function readJson(folder: string, name: string): Readonly<Record<string, unknown>> {
  const path = join(folder, name);
  let content: unknown;
  try {
    content = JSON.parse(readRegularFile(path).toString('utf8'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // The parser's message may repeat a part of the file.
    throw new OperatorError(`the credentials ${path} cannot be read (${code ?? 'not valid JSON'})`);
  }
  if (!isObject(content) || content['version'] !== CREDENTIALS_VERSION)
    throw new OperatorError(
      `${path} does not have version ${CREDENTIALS_VERSION}: another version of tidemark wrote it. Use that version, or run tidemark cluster init again`,
    );
  return content;
}
