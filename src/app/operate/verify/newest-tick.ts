import type { Millis } from '../../../core/time.ts';
import type { ServerAddress } from '../../config/server-address.ts';
import { historyBackend } from '../../directory/backends.ts';
import { refuseWithoutStore } from '../../directory/store-node.ts';
import { existingDirectory, identityOf } from '../../directory/data-directory.ts';

/** The newest tick of a data directory. Undefined if it has none. */
export async function newestTick(
  data: string,
  store: ServerAddress | undefined,
): Promise<Millis | undefined> {
  const folder = existingDirectory(data);
  if (!identityOf(folder)) return undefined;
  refuseWithoutStore(folder, store);
  // Damage is reported by what reads the ticks.
  const history = await (await historyBackend(folder, store)).openReader(() => undefined);
  try {
    return (await history.summary()).lastTick;
  } finally {
    await history.close();
  }
}
