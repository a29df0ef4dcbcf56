import type { Scope } from '../contract/scopes.ts';
import { OperatorError } from '../core/errors.ts';
import type { Millis } from '../core/time.ts';

/** What the service needs to know of a client; the secret is not part of it. */
export interface Client {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: Millis;
  readonly expiresAt?: Millis;
  readonly disabled: boolean;
}

export interface StoredClient {
  readonly client: Client;
  /** HMAC-SHA-256 of the secret under the installation's key: useless to a thief of the clients alone. */
  readonly secretHash: Buffer;
}

/** Where clients are kept, with the key under which their secrets are hashed. */
export interface ClientStore {
  readonly hmacKey: Buffer;
  read(): Promise<readonly StoredClient[]>;
  /** Adds or replaces a client. When it resolves, it is durable and listeners know; when it rejects, nothing changed. */
  put(client: StoredClient): Promise<void>;
  /** Replaces a stored client atomically, in the same way. Rejects if there is none with this id. */
  update(id: string, change: (stored: StoredClient) => StoredClient): Promise<StoredClient>;
  /** In the same way; nothing happens where there is none with this id. */
  remove(id: string): Promise<void>;
  /** Hears all clients after each change, whichever process made it. Ends with the call of what it returns. */
  onChange(hear: (clients: readonly StoredClient[]) => void): () => void;
}

export function noSuchClient(id: string): OperatorError {
  return new OperatorError(`there is no client ${id}: 'tidemark clients list' shows them`);
}

/** Commands that set things right, as an operator types them for a directory. */
export interface ClientCommands {
  readonly reseal: string;
  readonly rotate: string;
}

/** `dataOption` is what each has to be given so that it is about the directory, with a blank before it. */
export function clientCommands(dataOption = ''): ClientCommands {
  return {
    reseal: `tidemark clients reseal${dataOption}`,
    rotate: `tidemark clients rotate ID${dataOption}`,
  };
}
