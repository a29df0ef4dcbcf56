import type { Scope } from '../contract/scopes.ts';
import { OperatorError } from '../core/errors.ts';
import type { Millis } from '../core/time.ts';

/** A client, without its secret. */
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
  /** HMAC-SHA-256 of the secret with the installation's key: useless to a thief who does not also have the key. */
  readonly secretHash: Buffer;
}

/** Stores clients, and the key with which their secrets are hashed. */
export interface ClientStore {
  readonly hmacKey: Buffer;
  /** Whether other processes use it too. They may have the demo client even if this one does not. */
  readonly isShared?: boolean;
  read(): Promise<readonly StoredClient[]>;
  /** Adds or replaces a client. When it resolves, the change is durable and listeners were called; when it rejects, nothing changed. */
  put(client: StoredClient): Promise<void>;
  /** Replaces a stored client atomically, with the same guarantees. Rejects if no client has this id. */
  update(id: string, change: (stored: StoredClient) => StoredClient): Promise<StoredClient>;
  /** The same guarantees. Does nothing if no client has this id. */
  remove(id: string): Promise<void>;
  /** Calls `listener` with all clients after each change by any process. Returns a function that unsubscribes. */
  onChange(listener: (clients: readonly StoredClient[]) => void): () => void;
}

export function noSuchClient(id: string): OperatorError {
  return new OperatorError(`there is no client ${id}: 'tidemark clients list' shows them`);
}

/** Repair commands, as an operator types them for a directory. */
export interface ClientCommands {
  readonly reseal: string;
  readonly rotate: string;
}

/** `dataOption` selects the directory, and starts with a space. */
export function clientCommands(dataOption = ''): ClientCommands {
  return {
    reseal: `tidemark clients reseal${dataOption}`,
    rotate: `tidemark clients rotate ID${dataOption}`,
  };
}
