import type { BuiltInClient } from '../../../auth/client-registry.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import { Deferred } from '../../../core/async/deferred.ts';
import { OperatorError } from '../../../core/errors.ts';
import { adminHandler, recordIfPossible, type AddedCommand, type AdminParts } from './admin.ts';
import { ALERT_COMMANDS } from './alert-command-names.ts';
import { currentActor, type Actor } from '../../directory/actor.ts';
import type { AuditEntry } from '../audit/audit-chain.ts';
import { usageRecord } from '../audit/usage-entries.ts';
import { BACKUP_DONE, Maintenance } from '../maintenance/maintenance.ts';
import { CommandQueue } from './command-queue.ts';
import { sendCommand, type CommandFailure, type ControlRequest } from '../../directory/control-socket.ts';
import { existingDirectory, openDataDirectory } from '../../directory/data-directory.ts';
import { holdDirectory } from '../../directory/hold-directory.ts';
import type { ServiceUrls } from './long-lived-commands.ts';
import { openOwnedParts, type OpenedParts, type OwningParts } from './owned-parts.ts';
import type { OpenSharedSecrets } from './secret-stores.ts';
import { refuseOtherSecrets } from '../../directory/store-node.ts';
import { watchSecrets } from './watch-secrets.ts';
import type { LongLivedTokens } from '../../../auth/tokens/long-lived-tokens.ts';
import { MINUTE_MS } from '../../../core/time.ts';

const RETRY_MS = 50;
/** A command on a stopped service owns the directory briefly; a starting service waits this long for it. */
const MAX_WAIT_MS = 2000;

export interface OwnedDirectory extends AdminParts {
  readonly by: Actor;
  /** Records how many tokens each client got since the last call; `close` calls it too. */
  recordUsage(): Promise<void>;
  close(): Promise<void>;
}

export interface Ownership {
  /** The command that owns the directory; undefined for the service. */
  readonly holder?: string;
  /** How clients reach the service; undefined if a command owns the directory. */
  readonly urls?: ServiceUrls;
  /** Commands known from the start; others may be added later. */
  readonly commands?: readonly [name: string, command: AddedCommand][];
  readonly onFailure?: CommandFailure;
  readonly onAudit?: (entry: AuditEntry) => void;
  /** Called for an entry that could not be written, and for problems of the log. */
  readonly onAuditProblem?: (problem: string) => void;
  /** Called once for each file of clients and keys that another process changed or removed. */
  readonly onSecretsProblem?: (problem: string) => void;
  /** Set if all nodes share clients, keys and long-lived tokens; otherwise they are files of the directory. */
  readonly sharedSecrets?: OpenSharedSecrets | undefined;
  /** Whether this process issues tokens. Default: if no other process shares the clients. */
  readonly issuesTokens?: boolean;
  /**
   * Called with false when changes of other nodes can no longer be seen, and with true when they can be
   * again. Meanwhile the known state is used.
   */
  readonly onStoreWatching?: ((works: boolean) => void) | undefined;
}

/** Takes ownership of the data directory; throws if another process keeps it. */
export async function acquireDirectory(
  folder: string,
  clock: Clock,
  builtIn: readonly BuiltInClient[] = [],
  ownership: Ownership = {},
): Promise<OwnedDirectory> {
  return retryWhileInUse(folder, clock, () => tryToOwn(folder, clock, { ...ownership, builtIn }));
}

/**
 * Sends a command to the process that owns the directory, or runs it here if no process owns it. Commands
 * that arrive meanwhile also run before the directory is released: history is never open twice.
 * `sharedSecrets` opens the secrets of the store; it is called if no process owns the directory.
 */
export async function runCommand(
  folder: string,
  clock: Clock,
  request: ControlRequest,
  sharedSecrets?: () => Promise<OpenSharedSecrets>,
): Promise<unknown> {
  // With a store, the directory holds only lock and log, so a missing one is created instead of reported as
  // misspelt.
  const path =
    sharedSecrets || COMMANDS_THAT_CREATE.has(request.command)
      ? openDataDirectory(folder)
      : existingDirectory(folder);
  if (sharedSecrets) refuseOtherSecrets(path, true);
  const { result } = await retryWhileInUse(path, clock, async () => {
    const answered = await sendCommand(path, request);
    if (answered) return answered;
    if (concernsSecrets(request)) refuseOtherSecrets(path, sharedSecrets !== undefined);
    const opened = await sharedSecrets?.();
    const queue = new CommandQueue();
    const holder = `tidemark ${request.command.split('.')[0]}`;
    const commands = stoppedCommands(path, clock, queue);
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

/** For other commands a missing directory is probably misspelt. */
const COMMANDS_THAT_CREATE = new Set(['clients.add', 'keys.rotate', 'keys.rotate-integrity']);

/** Commands that do not create missing files of clients and keys. */
const COMMANDS_THAT_READ = new Set([
  'alerts.list',
  'alerts.deliveries',
  'backup.cut',
  BACKUP_DONE,
  'clients.list',
  'clients.tokens',
  'keys.list',
  'status',
]);

function concernsSecrets({ command }: ControlRequest): boolean {
  return /^(clients|keys)\./.test(command);
}

/** Undefined if a running process owns the directory. Commands that arrive during opening wait. */
async function tryToOwn(
  folder: string,
  clock: Clock,
  { onFailure = warn, ...parts }: OwningParts,
): Promise<OwnedDirectory | undefined> {
  const opening = new Deferred<OpenedParts>();
  // If no command waits for it, only the start reports the failure.
  opening.promise.catch(() => {});
  const by = currentActor();
  const handler = async (request: ControlRequest) => {
    const opened = await opening.promise;
    refuseForbidden(request, opened);
    await refreshSecrets(request, opened);
    return adminHandler(opened)(request);
  };
  const hold = await holdDirectory(folder, handler, { onFailure, holder: parts.holder });
  if (!hold) return undefined;
  try {
    const opened = await openOwnedParts(folder, clock, by, parts);
    const { stores, ...own } = opened;
    opening.resolve(opened);
    const endWatch = watchSecrets(stores.files, clock, parts.onSecretsProblem);
    const endSaving = stores.shared && saveUseEachMinute(own.longLived, clock);
    const recordUsage = async () => {
      const period = own.usage.take();
      if (period) await recordIfPossible(own, { ...usageRecord(period), by });
    };
    // Commands that have arrived run and are recorded before the log is closed.
    const close = async () => {
      await endWatch();
      await endSaving?.();
      await recordUsage();
      await saveUseAtEnd(own.longLived);
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

/** Some nodes that share clients and keys must not change them. */
function refuseForbidden({ command }: ControlRequest, { stores }: Pick<OpenedParts, 'stores'>): void {
  const reason = stores.refuses?.(command);
  if (reason !== undefined) throw new OperatorError(reason);
}

/**
 * Loads recent changes of other nodes before a command. If that fails, commands that only read use the known
 * state.
 */
async function refreshSecrets(request: ControlRequest, { stores, longLived }: OpenedParts): Promise<void> {
  const { command } = request;
  if (!stores.shared || !concernsSecrets(request)) return;
  try {
    await stores.shared.look();
    if (command === 'clients.tokens') await longLived.loadOtherUses();
  } catch (error) {
    if (!COMMANDS_THAT_READ.has(command)) throw error;
  }
}

/** For processes without a log. */
const warn: CommandFailure = (error, command) =>
  process.emitWarning(`the command ${command} of another process failed: ${String(error)}`);

/** Retries for a while: another process may own the directory only briefly. */
export async function retryWhileInUse<T>(
  folder: string,
  clock: Clock,
  attempt: () => Promise<T | undefined>,
): Promise<T> {
  for (const deadline = clock.monotonic() + MAX_WAIT_MS; ; await clock.wait(RETRY_MS)) {
    const result = await attempt();
    if (result !== undefined) return result;
    if (clock.monotonic() >= deadline) {
      throw new OperatorError(
        `${folder} is in use by another tidemark process: stop it, or choose another --data DIR`,
      );
    }
  }
}

/** Saves the last use of long-lived tokens once a minute, for other nodes, until the returned function is called. */
function saveUseEachMinute(longLived: Pick<LongLivedTokens, 'saveUse'>, clock: Clock): () => Promise<void> {
  const end = new AbortController();
  const saving = (async () => {
    for (;;) {
      await clock.wait(MINUTE_MS, end.signal);
      // The watch of the database reports that it is unreachable.
      await longLived.saveUse().catch(() => undefined);
    }
  })().catch(() => undefined);
  return async () => {
    end.abort();
    await saving;
  };
}

/** A failure must not prevent a stop: the disk may be full, or the database unreachable. */
async function saveUseAtEnd(longLived: Pick<LongLivedTokens, 'saveUse'>): Promise<void> {
  try {
    await longLived.saveUse();
  } catch (error) {
    process.emitWarning(`the last use of long-lived tokens could not be saved: ${(error as Error).message}`);
  }
}

/** Commands on a stopped service. Those that need history run one after the other, and are loaded when needed. */
function stoppedCommands(
  folder: string,
  clock: Clock,
  queue: CommandQueue,
): [name: string, command: AddedCommand][] {
  const runAlertCommand = async (name: string, args: Readonly<Record<string, unknown>>) => {
    const { runStoppedAlertCommand } = await import('./alert-commands.ts');
    return runStoppedAlertCommand(folder, clock, name, args);
  };
  return [
    ...ALERT_COMMANDS.map((name): [string, AddedCommand] => [
      name,
      (args) => queue.run(() => runAlertCommand(name, args)),
    ]),
    ['status', async () => (await import('../status/status.ts')).stoppedStatus(folder)],
    [
      'backup.cut',
      (args) => queue.run(async () => (await import('../backup/cut.ts')).cutStopped(folder, args)),
    ],
    [BACKUP_DONE, () => new Maintenance(folder).recordBackup(clock.now())],
    [
      'import.ohlcv',
      (args) =>
        queue.run(async () => (await import('../import/import-staged.ts')).importStopped(folder, args)),
    ],
  ];
}
