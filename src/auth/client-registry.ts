import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Scope } from '../contract/scopes.ts';
import type { Clock } from '../core/clocks/clock.ts';
import { OperatorError } from '../core/errors.ts';
import type { Millis } from '../core/time.ts';
import { noSuchClient, type Client, type ClientStore, type StoredClient } from './client-store.ts';
import { RevocationsUnknown, type SecretsWatch } from './secrets-watch.ts';

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

/** What of a client is to be another; what is absent stays. */
export interface ClientChange {
  readonly name?: string;
  readonly scopes?: readonly Scope[];
  /** `null`: it does not expire any more. */
  readonly expiresAt?: Millis | null;
}

export interface BuiltInClient {
  readonly client: Client;
  readonly secret: string;
  /** What an operator does who wants to be without it; absent where there is nothing to do. */
  readonly without?: string;
}

/** The clients that may get tokens. Changes count as soon as the store reports them, and are durable when made here. */
export class ClientRegistry {
  readonly #store: ClientStore;
  readonly #clock: Clock;
  readonly #builtIn: ReadonlyMap<string, StoredClient>;
  readonly #without: ReadonlyMap<string, string>;
  readonly #watch: SecretsWatch | undefined;
  readonly #absentSecretHash = randomBytes(32);
  #stored: ReadonlyMap<string, StoredClient> = new Map();

  private constructor(
    store: ClientStore,
    clock: Clock,
    builtIn: readonly BuiltInClient[],
    watch: SecretsWatch | undefined,
  ) {
    this.#watch = watch;
    this.#store = store;
    this.#clock = clock;
    this.#builtIn = byId(builtIn.map(({ client, secret }) => ({ client, secretHash: this.#hash(secret) })));
    this.#without = new Map(
      builtIn.map(({ client, without = 'it cannot be changed' }) => [client.id, without]),
    );
  }

  /** `watch`: where other processes change the store too. */
  static async open(
    store: ClientStore,
    clock: Clock,
    builtIn: readonly BuiltInClient[] = [],
    watch?: SecretsWatch,
  ): Promise<ClientRegistry> {
    const registry = new ClientRegistry(store, clock, builtIn, watch);
    const hear = (clients: readonly StoredClient[]) => void (registry.#stored = byId(clients));
    let changed = false;
    store.onChange((clients) => {
      changed = true;
      hear(clients);
    });
    const clients = await store.read();
    // What was changed meanwhile is newer than what was read.
    if (!changed) hear(clients);
    return registry;
  }

  list(): readonly Client[] {
    return [...this.#stored.values(), ...this.#builtIn.values()].map((stored) => stored.client);
  }

  /** The client, where it exists and is neither disabled nor expired. */
  usable(id: string): Client | undefined {
    const client = this.#find(id)?.client;
    if (!client || client.disabled) return undefined;
    return client.expiresAt !== undefined && client.expiresAt <= this.#clock.now() ? undefined : client;
  }

  /** Throws `RevocationsUnknown` where this client may have been revoked since, so that nothing new of it is accepted. A built-in one cannot be. */
  requireKnown(id: string): void {
    if (this.#watch?.isTooOld && !this.#builtIn.has(id)) throw new RevocationsUnknown();
  }

  /** The same work for an unknown id, a wrong secret and a right one, so that time tells nothing. */
  authenticate(id: string, secret: string): Client | undefined {
    const expected = this.#find(id)?.secretHash ?? this.#absentSecretHash;
    const matches = timingSafeEqual(expected, this.#hash(secret));
    const client = this.usable(id);
    return matches ? client : undefined;
  }

  async add({ id = newClientId(), name, scopes, expiresAt }: NewClient): Promise<IssuedSecret> {
    const client: Client = {
      id,
      name,
      scopes,
      createdAt: this.#clock.now(),
      ...(expiresAt === undefined ? {} : { expiresAt }),
      disabled: false,
    };
    const { secret, secretHash } = this.#newSecret();
    await this.#store.put({ client, secretHash });
    return { client, secret };
  }

  /** A client that the operator may change; a refusal says what to do `instead` with a built-in one. */
  changeable(id: string, instead?: string): Client {
    return this.#changeable(id, instead).client;
  }

  async disable(id: string): Promise<Client> {
    return this.#update(id, (client) => ({ ...client, disabled: true }));
  }

  /** Takes back `disable`: its secret works again, and so do tokens that are out and have not expired. */
  async enable(id: string): Promise<Client> {
    return this.#update(id, (client) => ({ ...client, disabled: false }));
  }

  /** Tokens that are out lose what the client loses at once; what it gains is in its next token. */
  async change(id: string, change: ClientChange): Promise<Client> {
    return this.#update(id, (client) => changedClient(client, change));
  }

  /** Gives a new secret; the old one stops working, tokens that are out live on. */
  async rotate(id: string): Promise<IssuedSecret> {
    this.#changeable(id);
    const { secret, secretHash } = this.#newSecret();
    const { client } = await this.#store.update(id, (stored) => ({ ...stored, secretHash }));
    return { client, secret };
  }

  async remove(id: string): Promise<Client> {
    const { client } = this.#changeable(id);
    await this.#store.remove(id);
    return client;
  }

  /** From the client as it is stored, which another process may have changed a moment ago. */
  async #update(id: string, change: (client: Client) => Client): Promise<Client> {
    this.#changeable(id);
    const { client } = await this.#store.update(id, (stored) => ({
      ...stored,
      client: change(stored.client),
    }));
    return client;
  }

  #newSecret(): { readonly secret: string; readonly secretHash: Buffer } {
    const secret = randomBytes(32).toString('base64url');
    return { secret, secretHash: this.#hash(secret) };
  }

  #find(id: string): StoredClient | undefined {
    return this.#builtIn.get(id) ?? this.#stored.get(id);
  }

  #changeable(id: string, instead = this.#without.get(id)): StoredClient {
    if (this.#builtIn.has(id)) throw new OperatorError(`client ${id} is built in: ${instead}`);
    const stored = this.#stored.get(id);
    if (!stored) throw noSuchClient(id);
    return stored;
  }

  #hash(secret: string): Buffer {
    return createHmac('sha256', this.#store.hmacKey).update(secret).digest();
  }
}

function byId(clients: readonly StoredClient[]): ReadonlyMap<string, StoredClient> {
  return new Map(clients.map((stored) => [stored.client.id, stored]));
}

function changedClient({ expiresAt: before, ...client }: Client, change: ClientChange): Client {
  const { name = client.name, scopes = client.scopes, expiresAt = before } = change;
  return { ...client, name, scopes, ...(typeof expiresAt === 'number' && { expiresAt }) };
}

export function newClientId(): string {
  return `tm-${randomBytes(12).toString('hex')}`;
}
