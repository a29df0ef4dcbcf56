import { join } from 'node:path';
import { clientCommands } from '../../auth/client-store.ts';
import { ClientFile } from '../../auth/client-file.ts';
import { readHmacKey, writeHmacKey } from '../../auth/hmac-key.ts';
import { KeyFile } from '../../auth/key-file.ts';
import { LongLivedTokenFile } from '../../auth/tokens/long-lived-token-file.ts';
import { dataOption } from '../../app/directory/data-option.ts';
import { byId, KEY_RINGS, RINGS, type KeyRing, type MovedSecrets } from './moved-secrets.ts';

const HMAC_FILE = 'secret-hmac.key';

/** Changes nothing. */
export async function readDirectorySecrets(folder: string): Promise<MovedSecrets> {
  const commands = clientCommands(dataOption(folder));
  const hmacKey = readHmacKey(join(folder, HMAC_FILE), commands);
  const clients = await new ClientFile(folder, commands, { isReading: true }).read();
  const keysOf = (ring: KeyRing) => new KeyFile(folder, KEY_RINGS[ring]).read();
  return {
    hmacKey,
    clients: byId(clients, ({ client }) => client.id),
    keys: { tokens: await keysOf('tokens'), heads: await keysOf('heads') },
    longLived: byId(await new LongLivedTokenFile(folder).read(), ({ id }) => id),
  };
}

/** Into a directory that this process owns, and that holds none, or those of a move before. */
export async function writeDirectorySecrets(folder: string, secrets: MovedSecrets): Promise<void> {
  const { hmacKey, clients, keys, longLived = [] } = secrets;
  if (hmacKey) {
    const file = await openClients(folder, hmacKey);
    for (const client of clients) await file.put(client);
  }
  for (const ring of RINGS) {
    const file = new KeyFile(folder, KEY_RINGS[ring]);
    await file.read();
    if (keys[ring].length > 0) await file.change(() => keys[ring]);
  }
  const tokens = new LongLivedTokenFile(folder);
  await tokens.read();
  if (longLived.length > 0) await tokens.change(() => longLived);
}

/** The two files are made with a key of their own, get the one that is moved, and are sealed with that. */
async function openClients(folder: string, hmacKey: Buffer): Promise<ClientFile> {
  const commands = clientCommands(dataOption(folder));
  const path = join(folder, HMAC_FILE);
  if (!readHmacKey(path, commands)) await new ClientFile(folder, commands).read();
  writeHmacKey(path, hmacKey);
  ClientFile.resealing(folder, commands).apply();
  return new ClientFile(folder, commands);
}
