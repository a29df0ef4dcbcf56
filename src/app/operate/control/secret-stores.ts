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

/** Where a node keeps clients, keys and long-lived tokens: files of its directory, or a database that it shares with other nodes. */
export interface SecretStores {
  readonly keys: KeyStore;
  readonly integrityKeys: KeyStore;
  readonly longLived: LongLivedTokenStore;
  /** False: first keys are made elsewhere. */
  readonly makesFirst?: boolean;
  /** Why a command is not carried out by this process; undefined if it may be. */
  refuses?(command: string): string | undefined;
  /** Called last, and once: in a new directory it makes files. */
  openClients(): Promise<ClientStore>;
  /** Files that no other process may change. */
  readonly files: readonly WatchedSecrets[];
  /** Where other nodes change them too. */
  readonly shared?: {
    /** What a node changes, all others know within that time. */
    readonly seenWithinMs: Millis;
    /** What other nodes have changed until now is known when it resolves; rejects where that cannot be asked. */
    look(): Promise<void>;
    /** Absent for a command, which lets no client in. */
    readonly watch?: SecretsWatch | undefined;
  };
  /** Changes of other nodes are not heard any more. */
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

/** `isReading`: nothing is made that is missing. */
export async function openSecrets(
  stores: SecretStores,
  clock: Clock,
  builtIn: readonly BuiltInClient[],
  isReading: boolean,
): Promise<OpenedSecrets> {
  const makesFirst = !isReading && stores.makesFirst !== false;
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

/** Files of the data directory. `isReading`: missing ones are not made before a command changes them. */
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
