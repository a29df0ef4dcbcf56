import { ClientRegistry, type BuiltInClient } from '../../../auth/client-registry.ts';
import { clientCommands, type ClientStore } from '../../../auth/client-store.ts';
import type { KeyStore } from '../../../auth/key-store.ts';
import type { SecretsWatch } from '../../../auth/secrets-watch.ts';
import type { LongLivedTokenStore } from '../../../auth/tokens/long-lived-token.ts';
import { LongLivedTokens } from '../../../auth/tokens/long-lived-tokens.ts';
import { SigningKeys } from '../../../auth/signing-keys.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import type { Millis } from '../../../core/time.ts';
import type { WatchedSecrets } from './watch-secrets.ts';
import { ClientFile } from '../../../auth/client-file.ts';
import { KeyFile } from '../../../auth/key-file.ts';
import { LongLivedTokenFile } from '../../../auth/tokens/long-lived-token-file.ts';
import { dataOption } from '../../directory/data-option.ts';

/** Stores of clients, keys and long-lived tokens: files of the directory, or a database that nodes share. */
export interface SecretStores {
  readonly keys: KeyStore;
  readonly integrityKeys: KeyStore;
  readonly longLived: LongLivedTokenStore;
  /** False if another process creates the first keys. */
  readonly createsFirstKeys?: boolean;
  /** Why this process must not run a command; undefined if it may. */
  refuses?(command: string): string | undefined;
  /** Call once, after the other stores are opened: in a new directory it creates files. */
  openClients(): Promise<ClientStore>;
  /** Files that no other process may change. */
  readonly files: readonly WatchedSecrets[];
  /** Set if other nodes change them too. */
  readonly shared?: {
    /** All nodes see a change of one node within this time. */
    readonly seenWithinMs: Millis;
    /** Loads all changes that other nodes have made so far; rejects if the store cannot be reached. */
    look(): Promise<void>;
    /** Absent for commands, which authenticate no clients. */
    readonly watch?: SecretsWatch | undefined;
  };
  /** Stops receiving changes of other nodes. */
  close(): void;
}

/** Opens the stores that all nodes share. `onWatching(false)`: changes of other nodes can no longer be seen. */
export type OpenSharedSecrets = (clock: Clock, onWatching?: (works: boolean) => void) => SecretStores;

interface OpenedSecrets {
  readonly keys: SigningKeys;
  readonly integrityKeys: SigningKeys;
  readonly clients: ClientRegistry;
  readonly longLived: LongLivedTokens;
}

/** `isReading`: nothing missing is created. */
export async function openSecrets(
  stores: SecretStores,
  clock: Clock,
  builtIn: readonly BuiltInClient[],
  isReading: boolean,
): Promise<OpenedSecrets> {
  const makesFirst = !isReading && stores.createsFirstKeys !== false;
  const longLived = await LongLivedTokens.open(stores.longLived, clock);
  const keys = await SigningKeys.open(stores.keys, clock, undefined, {
    makesFirst,
    isNeeded: (kid) => longLived.needsKey(kid),
    ...(stores.shared && { signsAfterMs: stores.shared.seenWithinMs }),
  });
  const integrityKeys = await SigningKeys.open(stores.integrityKeys, clock, Infinity, { makesFirst });
  const clients = await ClientRegistry.open(await stores.openClients(), clock, builtIn, stores.shared?.watch);
  return { keys, integrityKeys, clients, longLived };
}

/** Files of the data directory. `isReading`: missing files are created only when a command changes them. */
export function openSecretFiles(folder: string, isReading: boolean): SecretStores {
  const keys = new KeyFile(folder);
  const integrityKeys = new KeyFile(folder, 'integrity-keys.json');
  const longLived = new LongLivedTokenFile(folder);
  const files: WatchedSecrets[] = [keys, integrityKeys, longLived];
  const openClients = async () => {
    const clients = new ClientFile(folder, clientCommands(dataOption(folder)), { isReading });
    files.push(clients);
    return clients;
  };
  return { keys, integrityKeys, longLived, openClients, files, close: () => undefined };
}
