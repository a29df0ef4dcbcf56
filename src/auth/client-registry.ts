import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Scope } from '../contract/scopes.ts';
import type { Clock } from '../core/clock.ts';
import { OperatorError } from '../core/errors.ts';
import { formatDatetime, type Millis } from '../core/time.ts';
import type { ClientFile, StoredClient } from './client-file.ts';
import type { ClientUsage } from './token-usage.ts';

/** What the service needs to know of a client; the secret is not part of it. */
export interface Client {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: Millis;
  readonly expiresAt?: Millis;
  readonly disabled: boolean;
}

/** The only moment at which a secret exists outside the client's own hands. */
export interface IssuedSecret {
  readonly client: Client;
  readonly secret: string;
}

export interface NewClient {
  /** Made by `newClientId`; by default a new one. */
  readonly id?: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt?: Millis;
}

/** A built-in client that is never stored. */
export interface BuiltInClient {
  readonly client: Client;
  readonly secret: string;
}

/**
 * Who may get tokens. Every change is durable before its method returns, and counts at once: a client that
 * is disabled, removed or expired is no longer `usable`, whatever tokens it holds.
 */
export class ClientRegistry {
  readonly #file: ClientFile;
  readonly #clock: Clock;
  readonly #clients = new Map<string, StoredClient>();
  readonly #absentSecretHash: Buffer;

  constructor(file: ClientFile, clock: Clock, builtIn: readonly BuiltInClient[] = []) {
    this.#file = file;
    this.#clock = clock;
    this.#absentSecretHash = randomBytes(32);
    for (const stored of file.read()) this.#clients.set(stored.client.id, stored);
    for (const { client, secret } of builtIn) {
      this.#clients.set(client.id, { client, secretHash: this.#hash(secret), builtIn: true });
    }
  }

  list(): readonly Client[] {
    return [...this.#clients.values()].map((stored) => stored.client);
  }

  /** The client, where it exists and is neither disabled nor expired. */
  usable(id: string): Client | undefined {
    const client = this.#clients.get(id)?.client;
    if (!client || client.disabled) return undefined;
    return client.expiresAt !== undefined && client.expiresAt <= this.#clock.now() ? undefined : client;
  }

  /** The same work for an unknown id, a wrong secret and a right one, so that time tells nothing. */
  authenticate(id: string, secret: string): Client | undefined {
    const expected = this.#clients.get(id)?.secretHash ?? this.#absentSecretHash;
    const matches = timingSafeEqual(expected, this.#hash(secret));
    const client = this.usable(id);
    return matches ? client : undefined;
  }

  add({ id = newClientId(), name, scopes, expiresAt }: NewClient): IssuedSecret {
    const client: Client = {
      id,
      name,
      scopes,
      createdAt: this.#clock.now(),
      ...(expiresAt === undefined ? {} : { expiresAt }),
      disabled: false,
    };
    return this.#issue(client);
  }

  /** A client that the operator may change; a refusal says what to do instead. */
  changeable(id: string): Client {
    return this.#changeable(id).client;
  }

  disable(id: string): Client {
    const stored = this.#changeable(id);
    const client = { ...stored.client, disabled: true };
    this.#put({ ...stored, client });
    return client;
  }

  /** Gives a new secret; the old one stops working, tokens that are out live on. */
  rotate(id: string): IssuedSecret {
    return this.#issue(this.#changeable(id).client);
  }

  remove(id: string): Client {
    const { client } = this.#changeable(id);
    const others = this.#stored().filter((stored) => stored.client.id !== id);
    this.#file.write(others);
    this.#clients.delete(id);
    return client;
  }

  #issue(client: Client): IssuedSecret {
    const secret = randomBytes(32).toString('base64url');
    this.#put({ client, secretHash: this.#hash(secret) });
    return { client, secret };
  }

  #put(changed: StoredClient): void {
    const others = this.#stored().filter((stored) => stored.client.id !== changed.client.id);
    this.#file.write([...others, changed]);
    this.#clients.set(changed.client.id, changed);
  }

  #stored(): StoredClient[] {
    return [...this.#clients.values()].filter((stored) => !stored.builtIn);
  }

  #changeable(id: string): StoredClient {
    const stored = this.#clients.get(id);
    if (!stored) throw new OperatorError(`there is no client ${id}: 'tidemark clients list' shows them`);
    if (stored.builtIn)
      throw new OperatorError(`client ${id} is built in: start with --no-demo to do without it`);
    return stored;
  }

  #hash(secret: string): Buffer {
    return createHmac('sha256', this.#file.hmacKey).update(secret).digest();
  }
}

export function newClientId(): string {
  return `tm-${randomBytes(12).toString('hex')}`;
}

/** One line for people; with what is known of its tokens where that is given. */
export function describeClient(client: Client, usage?: Partial<ClientUsage>): string {
  const state = client.disabled ? 'disabled' : 'enabled';
  const expiry = client.expiresAt === undefined ? 'never' : formatDatetime(client.expiresAt);
  const scopes = client.scopes.join(' ') || '(none)';
  const tokens = usage ? `  ${describeUsage(usage)}` : '';
  return `${client.id}  ${state}  expires ${expiry}  ${client.name}  ${scopes}${tokens}`;
}

function describeUsage({ tokens = 0, lastAt }: Partial<ClientUsage>): string {
  const last = lastAt === undefined ? '' : `, last ${formatDatetime(lastAt)}`;
  return `${tokens} ${tokens === 1 ? 'token' : 'tokens'}${last}`;
}
