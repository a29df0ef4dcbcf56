import { ClientFile } from '../auth/client-file.ts';
import { ClientRegistry, type BuiltInClient } from '../auth/client-registry.ts';
import { SigningKeys } from '../auth/signing-keys.ts';
import type { Clock } from '../core/clock.ts';
import { OperatorError } from '../core/errors.ts';
import { adminHandler, type AddedCommand, type AdminParts } from './admin.ts';
import { CommandQueue } from './command-queue.ts';
import { ControlSocket, sendCommand, type CommandFailure, type ControlRequest } from './control-socket.ts';
import { existingDirectory, openDataDirectory } from './data-directory.ts';
import { migrate } from './data-format.ts';
import { stoppedCommands } from './stopped-commands.ts';

const RETRY_MS = 50;
/** A command that finds the service stopped owns the directory for a moment; a starting service waits for it. */
const PATIENCE_MS = 2000;

/** Clients and keys of a directory that this process owns until `close`. */
export interface OwnedDirectory extends AdminParts {
  close(): Promise<void>;
}

export interface Ownership {
  /** The command that owns the directory, where it is not the service that does. */
  readonly holder?: string;
  /** Known from the first moment on; others may be added. */
  readonly commands?: readonly [name: string, command: AddedCommand][];
  /** Hears why a command of another process failed. */
  readonly onFailure?: CommandFailure;
}

/** Takes the data directory for this process; refused where another one keeps it. */
export async function ownDirectory(
  folder: string,
  clock: Clock,
  builtIn: readonly BuiltInClient[] = [],
  ownership: Ownership = {},
): Promise<OwnedDirectory> {
  return patiently(folder, clock, () => tryToOwn(folder, clock, { ...ownership, builtIn }));
}

/**
 * Carries out a command on whoever owns the directory, or on the directory itself where nobody does. Others that come
 * meanwhile are carried out too before the directory is let go: history is never open twice.
 */
export async function runCommand(folder: string, clock: Clock, request: ControlRequest): Promise<unknown> {
  const path = COMMANDS_THAT_CREATE.has(request.command)
    ? openDataDirectory(folder)
    : existingDirectory(folder);
  const { result } = await patiently(path, clock, async () => {
    const answered = await sendCommand(path, request);
    if (answered) return answered;
    const queue = new CommandQueue();
    const holder = `tidemark ${request.command.split('.')[0]}`;
    const commands = stoppedCommands(path, queue);
    const owned = await tryToOwn(path, clock, { builtIn: [], commands, holder });
    if (!owned) return undefined;
    try {
      return { result: await adminHandler(owned)(request) };
    } finally {
      await queue.close();
      await owned.close();
    }
  });
  return result;
}

/** Others make no sense for a directory that is not there: it is more likely misspelt. */
const COMMANDS_THAT_CREATE = new Set(['clients.add', 'keys.rotate']);

interface OwningParts extends Ownership {
  readonly builtIn: readonly BuiltInClient[];
}

/** Undefined where a living process owns the directory. Commands that come while it opens wait for it. */
async function tryToOwn(
  folder: string,
  clock: Clock,
  { builtIn, commands = [], holder, onFailure = warn }: OwningParts,
): Promise<OwnedDirectory | undefined> {
  let opened!: (parts: AdminParts) => void;
  let failed!: (error: unknown) => void;
  const parts = new Promise<AdminParts>((resolve, reject) => {
    opened = resolve;
    failed = reject;
  });
  // Where no command waits for it, nobody else hears of the failure.
  parts.catch(() => {});
  const handler = async (request: ControlRequest) => adminHandler(await parts)(request);
  const socket = await ControlSocket.acquire(folder, handler, onFailure);
  if (!socket) return undefined;
  try {
    await migrate(folder);
    const keys = await SigningKeys.open(folder, clock);
    const own: AdminParts = {
      keys,
      commands: new Map(commands),
      holder,
      clients: new ClientRegistry(new ClientFile(folder), clock, builtIn),
    };
    opened(own);
    return { ...own, close: () => socket.close() };
  } catch (error) {
    failed(error);
    await socket.close();
    throw error;
  }
}

/** Of a process without a log. */
const warn: CommandFailure = (error, command) =>
  process.emitWarning(`the command ${command} of another process failed: ${String(error)}`);

/** Tries again for a while: whoever has the directory may only have it for a moment. */
async function patiently<T>(folder: string, clock: Clock, attempt: () => Promise<T | undefined>): Promise<T> {
  for (const deadline = clock.monotonic() + PATIENCE_MS; ; await clock.wait(RETRY_MS)) {
    const result = await attempt();
    if (result !== undefined) return result;
    if (clock.monotonic() >= deadline) {
      throw new OperatorError(
        `${folder} is in use by another tidemark process: stop it, or choose another --data DIR`,
      );
    }
  }
}
