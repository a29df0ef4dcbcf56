import { clientCommands } from '../../../auth/client-commands.ts';
import { ClientFile } from '../../../auth/client-file.ts';
import { KeyFile } from '../../../auth/key-file.ts';
import { LongLivedTokenFile } from '../../../auth/tokens/long-lived-token-file.ts';
import { dataOption } from '../../directory/data-option.ts';
import type { SecretStores } from './secret-stores.ts';
import type { WatchedSecrets } from './watch-secrets.ts';

/** Files of the data directory. `isReading`: those of an older version are not sealed before a command changes them. */
export async function openSecretFiles(folder: string, isReading: boolean): Promise<SecretStores> {
  const keys = new KeyFile(folder);
  const integrityKeys = new KeyFile(folder, 'integrity-keys.json');
  if (!isReading) for (const file of [keys, integrityKeys]) await file.seal();
  const longLived = new LongLivedTokenFile(folder);
  const files: WatchedSecrets[] = [keys, integrityKeys, longLived];
  const openClients = async () => {
    const clients = new ClientFile(folder, clientCommands(dataOption(folder)), { isReading });
    files.push(clients);
    return clients;
  };
  return { keys, integrityKeys, longLived, openClients, files, close: () => undefined };
}
