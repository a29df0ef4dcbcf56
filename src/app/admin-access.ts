import { ClientFile } from '../auth/client-file.ts';
import { ClientRegistry, type BuiltInClient } from '../auth/client-registry.ts';
import { SigningKeys } from '../auth/signing-keys.ts';
import type { Clock } from '../core/clock.ts';
import { OperatorError } from '../core/errors.ts';
import { adminHandler, type AdminParts } from './admin.ts';
import { ControlSocket, sendCommand, type ControlRequest } from './control-socket.ts';
import { openDataDirectory } from './data-directory.ts';

const RETRY_MS = 50;
/** A command that finds the service stopped owns the directory for a moment; a starting service waits for it. */
const PATIENCE_MS = 2000;

/** Clients and keys of a directory that this process owns until `close`. */
export interface OwnedDirectory extends AdminParts {
  close(): Promise<void>;
}

/** Takes the data directory for this process; refused where another one has it. */
export async function ownDirectory(
  folder: string,
  clock: Clock,
  builtIn: readonly BuiltInClient[] = [],
): Promise<OwnedDirectory> {
  let parts: AdminParts | undefined;
  const socket = await acquirePatiently(folder, clock, async (request) => {
    if (!parts) throw new OperatorError('the service is starting: try again');
    return adminHandler(parts)(request);
  });
  try {
    const keys = await SigningKeys.open(folder, clock);
    parts = { keys, clients: new ClientRegistry(new ClientFile(folder), clock, builtIn) };
    return { ...parts, close: () => socket.close() };
  } catch (error) {
    await socket.close();
    throw error;
  }
}

/** Carries out a command on whoever owns the directory, or on the directory itself where nobody does. */
export async function runCommand(folder: string, clock: Clock, request: ControlRequest): Promise<unknown> {
  const path = openDataDirectory(folder);
  const answered = await sendCommand(path, request);
  if (answered) return answered.result;
  const owned = await ownDirectory(path, clock);
  try {
    return await adminHandler(owned)(request);
  } finally {
    await owned.close();
  }
}

async function acquirePatiently(
  folder: string,
  clock: Clock,
  handler: Parameters<typeof ControlSocket.acquire>[1],
): Promise<ControlSocket> {
  for (const deadline = clock.now() + PATIENCE_MS; ; await clock.waitUntil(clock.now() + RETRY_MS)) {
    const socket = await ControlSocket.acquire(folder, handler);
    if (socket) return socket;
    if (clock.now() >= deadline) {
      throw new OperatorError(
        `${folder} is in use by another tidemark process: stop it, or choose another --data DIR`,
      );
    }
  }
}
