import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { DATA_SCOPES, type Scope } from '../contract/scopes.ts';
import type { Clock } from '../core/clocks/clock.ts';
import { OperatorError } from '../core/errors.ts';
import type { Millis } from '../core/time.ts';
import { noSuchClient, type Client, type ClientStore, type StoredClient } from './client-store.ts';
import { RevocationsUnknown, type SecretsWatch } from './secrets-watch.ts';

/** A new secret. This is the only time the service holds it in plain text. */
export interface IssuedSecret {
  readonly client: Client;
  readonly secret: string;
}

export interface NewClient {
  /** From `newClientId`. Default: a new id. */
  readonly id?: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt?: Millis;
}

/** The fields of a client to change. Absent fields stay unchanged. */
export interface ClientChange {
  readonly name?: string;
  readonly scopes?: readonly Scope[];
  /** `null`: the client no longer expires. */
  readonly expiresAt?: Millis | null;
}

export interface BuiltInClient {
  readonly client: Client;
  readonly secret: string;
  /** How an operator can remove this client; absent if that is impossible. */
  readonly removalHint?: string;
}

/**
 * The built-in client of the first steps in the documentation. If processes share their clients, an entry with its id in the store
 * disables it on all of them; the entry has no other effect.
 */
export const DEMO_CLIENT = { id: 'demo', name: 'Built-in demo client', scopes: DATA_SCOPES } as const;

/** The clients that may get tokens. Changes take effect as soon as the store reports them. Changes made here are durable. */
export class ClientRegistry {
  readonly #store: ClientStore;
  readonly #clock: Clock;
  readonly #builtIn: ReadonlyMap<string, StoredClient>;
  readonly #removalHints: ReadonlyMap<string, string>;
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
    this.#removalHints = new Map(
      builtIn.map(({ client, removalHint = 'it cannot be changed' }) => [client.id, removalHint]),
    );
  }

  /** `watch`: set if other processes also change the store. */
  static async open(
    store: ClientStore,
    clock: Clock,
    builtIn: readonly BuiltInClient[] = [],
    watch?: SecretsWatch,
  ): Promise<ClientRegistry> {
    const registry = new ClientRegistry(store, clock, builtIn, watch);
    const load = (clients: readonly StoredClient[]) => void (registry.#stored = byId(clients));
    let changed = false;
    store.onChange((clients) => {
      changed = true;
      load(clients);
    });
    const clients = await store.read();
    // A change that arrived during the read is newer than what was read.
    if (!changed) load(clients);
    return registry;
  }

  list(): readonly Client[] {
    const stored = [...this.#stored.values()].filter(({ client }) => !this.#builtIn.has(client.id));
    const builtIn = [...this.#builtIn.keys()].flatMap((id) => this.#find(id) ?? []);
    return [...stored, ...builtIn].map(({ client }) => client);
  }

  has(id: string): boolean {
    return this.#find(id) !== undefined;
  }

  /** The client, if it exists and is neither disabled nor expired. */
  findUsable(id: string): Client | undefined {
    const client = this.#find(id)?.client;
    if (!client || client.disabled) return undefined;
    return client.expiresAt !== undefined && client.expiresAt <= this.#clock.now() ? undefined : client;
  }

  /** Throws `RevocationsUnknown` if another process may have revoked this client, so that none of its new tokens is accepted. */
  requireKnown(id: string): void {
    const canBeRevoked = !this.#builtIn.has(id) || this.#isSharedDemo(id);
    if (this.#watch?.isTooOld && canBeRevoked) throw new RevocationsUnknown();
  }

  /** Does the same work for an unknown id, a wrong secret and a right one, so that response times reveal nothing. */
  authenticate(id: string, secret: string): Client | undefined {
    const expected = this.#find(id)?.secretHash ?? this.#absentSecretHash;
    const matches = timingSafeEqual(expected, this.#hash(secret));
    const client = this.findUsable(id);
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

  /** Returns a client that the operator may change. For a built-in client, throws an error that says what to do `instead`. */
  requireChangeable(id: string, instead?: string): Client {
    return this.#changeable(id, instead).client;
  }

  /** The same for `disable` and `enable`. */
  requireSwitchable(id: string): Client {
    return this.#isSharedDemo(id) ? this.#demo : this.#changeable(id).client;
  }

  async disable(id: string): Promise<Client> {
    if (this.#isSharedDemo(id)) return this.#switchDemo(true);
    return this.#update(id, (client) => ({ ...client, disabled: true }));
  }

  /** Undoes `disable`: the secret works again, and so do issued tokens that have not expired. */
  async enable(id: string): Promise<Client> {
    if (this.#isSharedDemo(id)) return this.#switchDemo(false);
    return this.#update(id, (client) => ({ ...client, disabled: false }));
  }

  /** Issued tokens lose a removed scope at once. An added scope is in the client's next token. */
  async change(id: string, change: ClientChange): Promise<Client> {
    return this.#update(id, (client) => changedClient(client, change));
  }

  /** Creates a new secret. The old one stops working; issued tokens stay valid. */
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

  /** Applies `change` to the stored client, which another process may have changed a moment ago. */
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
    if (!this.#isSharedDemo(id)) return this.#builtIn.get(id) ?? this.#stored.get(id);
    const builtIn = this.#builtIn.get(id);
    const { disabled } = this.#demo;
    return builtIn && { ...builtIn, client: { ...builtIn.client, disabled } };
  }

  #isSharedDemo(id: string): boolean {
    return id === DEMO_CLIENT.id && this.#store.isShared === true;
  }

  /** What the store says of the demo client. */
  get #demo(): Client {
    const stored = this.#stored.get(DEMO_CLIENT.id)?.client;
    return stored ?? { ...DEMO_CLIENT, createdAt: this.#clock.now(), disabled: false };
  }

  /** Nobody knows the secret of the entry. */
  async #switchDemo(disabled: boolean): Promise<Client> {
    const client = { ...this.#demo, disabled };
    await this.#store.put({ client, secretHash: this.#newSecret().secretHash });
    return client;
  }

  #changeable(id: string, instead = this.#removalHints.get(id) ?? 'it can only be disabled'): StoredClient {
    if (this.#builtIn.has(id) || this.#isSharedDemo(id))
      throw new OperatorError(`client ${id} is built in: ${instead}`);
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
