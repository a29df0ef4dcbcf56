import type { Clock } from '../../../core/clocks/clock.ts';
import type { ControlRequest } from '../../directory/control-socket.ts';
import type { ServerAddress } from '../../config/server-address.ts';
import type { Settings } from '../../config/settings.ts';
import { runCommand } from './admin-access.ts';
import { loadServer } from '../../directory/server-modules.ts';
import type { OpenSharedSecrets } from './secret-stores.ts';

/** A command's access to the clients, keys and long-lived tokens of a store. */
export interface StoreSecrets {
  readonly open: OpenSharedSecrets;
  close(): Promise<void>;
}

/** Exports of the module of `settings.store` for commands. */
export interface SecretsModule {
  /** `creates`: creates missing tables; otherwise missing tables are an error. */
  openSecrets(address: string, creates: boolean): Promise<StoreSecrets>;
}

/** The only useful command before the first node has started. */
const COMMANDS_THAT_CREATE = new Set(['clients.add']);

/** `runCommand` on the directory, or on the store if the settings name one. */
export async function runStoreCommand(
  { data, store }: Pick<Settings, 'data' | 'store'>,
  clock: Clock,
  request: ControlRequest,
  load: (store: ServerAddress) => Promise<SecretsModule> = loadServer<SecretsModule>,
): Promise<unknown> {
  if (store === undefined) return runCommand(data, clock, request);
  let opened: StoreSecrets | undefined;
  const open = async () => {
    const { openSecrets } = await load(store);
    opened ??= await openSecrets(store.address, COMMANDS_THAT_CREATE.has(request.command));
    return opened.open;
  };
  try {
    return await runCommand(data, clock, request, open);
  } finally {
    await opened?.close();
  }
}
