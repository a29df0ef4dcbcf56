import type { Clock } from '../../../core/clocks/clock.ts';
import { OperatorError } from '../../../core/errors.ts';
import type { ControlRequest } from '../../directory/control-socket.ts';
import type { Settings } from '../../config/settings.ts';
import { runCommand } from './admin-access.ts';
import type { OpenSharedSecrets } from './secret-stores.ts';

/** Clients, keys and long-lived tokens of a store, for a command. */
export interface StoreSecrets {
  readonly open: OpenSharedSecrets;
  close(): Promise<void>;
}

/** `creates`: tables that are missing are made; without it a store without them is refused. */
export type OpenStoreSecrets = (store: string, creates: boolean) => Promise<StoreSecrets>;

/** The only command that makes sense before the first node was started. */
const COMMANDS_THAT_CREATE = new Set(['clients.add']);

/** `runCommand` on the directory, or on the store of the settings where clients and keys are in one. */
export async function runStoreCommand(
  { data, store }: Pick<Settings, 'data' | 'store'>,
  clock: Clock,
  request: ControlRequest,
  openStore: OpenStoreSecrets | undefined,
): Promise<unknown> {
  if (store === undefined) return runCommand(data, clock, request);
  if (!openStore)
    throw new OperatorError('this version keeps clients and keys in the data directory: leave --store out');
  let opened: StoreSecrets | undefined;
  const open = async () => {
    opened ??= await openStore(store, COMMANDS_THAT_CREATE.has(request.command));
    return opened.open;
  };
  try {
    return await runCommand(data, clock, request, open);
  } finally {
    await opened?.close();
  }
}
