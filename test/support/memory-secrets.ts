import { randomBytes } from 'node:crypto';
import { noSuchClient, type ClientStore, type StoredClient } from '../../src/auth/client-store.ts';
import type { KeyStore, StoredKey } from '../../src/auth/key-store.ts';
import { Listeners } from '../../src/core/async/listeners.ts';

/** Clients of an installation whose processes share this object. */
export class MemoryClientStore implements ClientStore {
  readonly hmacKey = randomBytes(32);
  /** Set to make writing fail. */
  failure: Error | undefined;
  readonly #listeners = new Listeners<readonly StoredClient[]>();
  #clients: readonly StoredClient[] = [];

  async read(): Promise<readonly StoredClient[]> {
    return this.#clients;
  }

  async put(changed: StoredClient): Promise<void> {
    this.#change([...this.#without(changed.client.id), changed]);
  }

  async update(id: string, change: (stored: StoredClient) => StoredClient): Promise<StoredClient> {
    const stored = this.#clients.find(({ client }) => client.id === id);
    if (!stored) throw noSuchClient(id);
    const changed = change(stored);
    this.#change([...this.#without(id), changed]);
    return changed;
  }

  async remove(id: string): Promise<void> {
    this.#change(this.#without(id));
  }

  onChange(listener: (clients: readonly StoredClient[]) => void): () => void {
    return this.#listeners.add(listener);
  }

  #without(id: string): readonly StoredClient[] {
    return this.#clients.filter(({ client }) => client.id !== id);
  }

  #change(clients: readonly StoredClient[]): void {
    if (this.failure) throw this.failure;
    this.#clients = clients;
    this.#listeners.notify(clients);
  }
}

/** Keys of an installation whose processes share this object. */
export class MemoryKeyStore implements KeyStore {
  readonly #listeners = new Listeners<readonly StoredKey[]>();
  #keys: readonly StoredKey[] = [];

  async read(): Promise<readonly StoredKey[]> {
    return this.#keys;
  }

  async change(change: (stored: readonly StoredKey[]) => readonly StoredKey[]): Promise<void> {
    const changed = change(this.#keys);
    if (changed === this.#keys) return;
    this.#keys = changed;
    this.#listeners.notify(changed);
  }

  onChange(listener: (keys: readonly StoredKey[]) => void): () => void {
    return this.#listeners.add(listener);
  }
}
