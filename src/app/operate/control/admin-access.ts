import type { BuiltInClient } from '../../../auth/client-registry.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import { Deferred } from '../../../core/async/deferred.ts';
import { OperatorError } from '../../../core/errors.ts';
import { adminHandler, recordIfPossible, type AddedCommand, type AdminParts } from './admin.ts';
import { currentActor, type Actor } from '../../directory/actor.ts';
import type { AuditEntry } from '../audit/audit-chain.ts';
import { usageRecord } from '../audit/usage-entries.ts';
import { CommandQueue } from './command-queue.ts';
import { sendCommand, type CommandFailure, type ControlRequest } from '../../directory/control-socket.ts';
import { existingDirectory, openDataDirectory } from '../../directory/data-directory.ts';
import { holdDirectory } from '../../directory/hold-directory.ts';
import type { ServiceUrls } from './long-lived-commands.ts';
import { openParts, type OpenedParts, type OwningParts } from './owned-parts.ts';
import type { OpenSharedSecrets } from './secret-stores.ts';
import { refuseOtherSecrets } from '../../directory/store-node.ts';
import { watchSecrets } from './watch-secrets.ts';
import type { LongLivedTokens } from '../../../auth/tokens/long-lived-tokens.ts';
import { MINUTE_MS } from '../../../core/time.ts';

const RETRY_MS = 50;
/** A command that finds the service stopped owns the directory for a moment; a starting service waits for it. */
const PATIENCE_MS = 2000;

export interface OwnedDirectory extends AdminParts {
  readonly by: Actor;
  /** Records how many tokens each client got since the last time; `close` does it too. */
  recordUsage(): Promise<void>;
  close(): Promise<void>;
}

export interface Ownership {
  /** The command that owns the directory, where it is not the service that does. */
  readonly holder?: string;
  /** How clients reach the service, where it is the service that owns the directory. */
  readonly urls?: ServiceUrls;
  /** Known from the first moment on; others may be added. */
  readonly commands?: readonly [name: string, command: AddedCommand][];
  readonly onFailure?: CommandFailure;
  readonly onAudit?: (entry: AuditEntry) => void;
  /** Hears of an entry that could not be written, and of what is wrong with those that were. */
  readonly onAuditProblem?: (problem: string) => void;
  /** Hears, once each, where files of clients and keys were changed or removed by another than the owner. */
  readonly onSecretsProblem?: (problem: string) => void;
  /** Where clients, keys and long-lived tokens are those of all nodes; without it they are files of the directory. */
  readonly sharedSecrets?: OpenSharedSecrets | undefined;
  /** Hears once where changes of other nodes are not seen any more, and once when they are again; meanwhile what is known counts. */
  readonly onStoreWatching?: ((works: boolean) => void) | undefined;
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
 * Has a command carried out by the process that owns the directory, or does it itself where none does. Others that come
 * meanwhile are carried out too before the directory is let go: history is never open twice. `sharedSecrets`: those of the store, asked for
 * where there is one and no process owns the directory.
 */
export async function runCommand(
  folder: string,
  clock: Clock,
  request: ControlRequest,
  sharedSecrets?: () => Promise<OpenSharedSecrets>,
): Promise<unknown> {
  // A node of a store has no more than its lock and its log in the directory: there is nothing to misspell.
  const path =
    sharedSecrets || COMMANDS_THAT_CREATE.has(request.command)
      ? openDataDirectory(folder)
      : existingDirectory(folder);
  if (sharedSecrets) refuseOtherSecrets(path, true);
  const { result } = await patiently(path, clock, async () => {
    const answered = await sendCommand(path, request);
    if (answered) return answered;
    if (concernsSecrets(request)) refuseOtherSecrets(path, sharedSecrets !== undefined);
    const opened = await sharedSecrets?.();
    const queue = new CommandQueue();
    const holder = `tidemark ${request.command.split('.')[0]}`;
    const commands = stoppedCommands(path, queue);
    const isReading = COMMANDS_THAT_READ.has(request.command);
    const where = { commands, holder, isReading, ...(opened && { sharedSecrets: opened }) };
    const owned = await tryToOwn(path, clock, { builtIn: [], ...where });
    if (!owned) return undefined;
    try {
      return { result: await adminHandler(owned)({ by: owned.by, ...request }) };
    } finally {
      await queue.close();
      await owned.close();
    }
  });
  return result;
}

/** Others make no sense for a directory that is not there: it is more likely misspelt. */
const COMMANDS_THAT_CREATE = new Set(['clients.add', 'keys.rotate', 'keys.rotate-integrity']);

/** Commands that make no files that are missing. */
const COMMANDS_THAT_READ = new Set(['backup.cut', 'clients.list', 'clients.tokens', 'keys.list', 'status']);

function concernsSecrets({ command }: ControlRequest): boolean {
  return /^(clients|keys)\./.test(command);
}

/** Undefined where a living process owns the directory. Commands that come while it opens wait for it. */
async function tryToOwn(
  folder: string,
  clock: Clock,
  { onFailure = warn, ...parts }: OwningParts,
): Promise<OwnedDirectory | undefined> {
  const opening = new Deferred<OpenedParts>();
  // Without a command that waits for it, the failure is that of the start alone.
  opening.promise.catch(() => {});
  const by = currentActor();
  const handler = async (request: ControlRequest) => {
    const opened = await opening.promise;
    refuseForeign(request, opened);
    await lookFor(request, opened);
    return adminHandler(opened)(request);
  };
  const hold = await holdDirectory(folder, handler, { onFailure, holder: parts.holder });
  if (!hold) return undefined;
  try {
    const opened = await openParts(folder, clock, by, parts);
    const { stores, ...own } = opened;
    opening.resolve(opened);
    const endWatch = watchSecrets(stores.files, clock, parts.onSecretsProblem);
    const endKeeping = stores.shared && keepUseEachMinute(own.longLived, clock);
    const recordUsage = async () => {
      const period = own.usage.take();
      if (period) await recordIfPossible(own, { ...usageRecord(period), by });
    };
    // Commands that have arrived are carried out and recorded before the log is closed.
    const close = async () => {
      await endWatch();
      await endKeeping?.();
      await recordUsage();
      await keepUseAtEnd(own.longLived);
      await hold.release(() => own.audit.close());
      stores.close();
    };
    return { ...own, by, recordUsage, close };
  } catch (error) {
    opening.reject(error);
    await hold.release();
    throw error;
  }
}

/** A process that shares clients and keys with others may not be one that changes them. */
function refuseForeign({ command }: ControlRequest, { stores }: Pick<OpenedParts, 'stores'>): void {
  const reason = stores.refuses?.(command);
  if (reason !== undefined) throw new OperatorError(reason);
}

/** What another node changed a moment ago is known to a command; one that only reads goes on with what is known. */
async function lookFor(request: ControlRequest, { stores, longLived }: OpenedParts): Promise<void> {
  const { command } = request;
  if (!stores.shared || !concernsSecrets(request)) return;
  try {
    await stores.shared.look();
    if (command === 'clients.tokens') await longLived.learnUse();
  } catch (error) {
    if (!COMMANDS_THAT_READ.has(command)) throw error;
  }
}

/** Of a process without a log. */
const warn: CommandFailure = (error, command) =>
  process.emitWarning(`the command ${command} of another process failed: ${String(error)}`);

/** Tries again for a while: another process may have the directory only for a moment. */
export async function patiently<T>(
  folder: string,
  clock: Clock,
  attempt: () => Promise<T | undefined>,
): Promise<T> {
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

/** Saves once a minute when long-lived tokens were last used, for other nodes, until the returned function is called. */
function keepUseEachMinute(longLived: Pick<LongLivedTokens, 'saveUse'>, clock: Clock): () => Promise<void> {
  const end = new AbortController();
  const keeping = (async () => {
    for (;;) {
      await clock.wait(MINUTE_MS, end.signal);
      // That the database is away is told by what watches it.
      await longLived.saveUse().catch(() => undefined);
    }
  })().catch(() => undefined);
  return async () => {
    end.abort();
    await keeping;
  };
}

/** A stop goes on where it cannot be kept: the disk may be full, or the database away. */
async function keepUseAtEnd(longLived: Pick<LongLivedTokens, 'saveUse'>): Promise<void> {
  try {
    await longLived.saveUse();
  } catch (error) {
    process.emitWarning(`when tokens were last used could not be kept: ${(error as Error).message}`);
  }
}

/** Commands of a stopped service. Those that need history run one after the other, and are loaded when needed. */
function stoppedCommands(folder: string, queue: CommandQueue): [name: string, command: AddedCommand][] {
  return [
    ['status', async () => (await import('../status/status.ts')).stoppedStatus(folder)],
    [
      'backup.cut',
      (args) => queue.run(async () => (await import('../backup/cut.ts')).cutStopped(folder, args)),
    ],
    [
      'import.ohlcv',
      (args) =>
        queue.run(async () => (await import('../import/import-staged.ts')).importStopped(folder, args)),
    ],
  ];
}
