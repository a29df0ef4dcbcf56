import { clientCommands } from '../../auth/client-commands.ts';
import { dataOption } from '../directory/data-option.ts';
import { ClientFile } from '../../auth/client-file.ts';
import { ClientRegistry, type BuiltInClient } from '../../auth/client-registry.ts';
import { KeyFile } from '../../auth/key-file.ts';
import { LongLivedTokenFile } from '../../auth/long-lived-token-file.ts';
import { LongLivedTokens } from '../../auth/long-lived-tokens.ts';
import { SigningKeys } from '../../auth/signing-keys.ts';
import { TokenUsage } from '../../auth/token-usage.ts';
import type { Clock } from '../../core/clock.ts';
import { Deferred } from '../../core/deferred.ts';
import { OperatorError } from '../../core/errors.ts';
import { adminHandler, recordIfPossible, type AddedCommand, type AdminParts } from './admin.ts';
import { currentActor, type Actor } from '../audit/actor.ts';
import type { AuditEntry } from '../audit/audit-chain.ts';
import { AuditLog } from '../audit/audit-log.ts';
import { addNotMade, tokenNotMade } from '../audit/recorded-secrets.ts';
import { usageIn, usageRecord } from '../audit/usage-entries.ts';
import { CommandQueue } from './command-queue.ts';
import { sendCommand, type CommandFailure, type ControlRequest } from './control-socket.ts';
import { existingDirectory, identityOf, openDataDirectory } from '../directory/data-directory.ts';
import { migrate } from '../directory/data-format.ts';
import { holdDirectory } from '../directory/hold-directory.ts';
import type { ServiceUrls } from './long-lived-commands.ts';
import { stoppedCommands } from './stopped-commands.ts';
import { watchSecrets, type WatchedSecrets } from './watch-secrets.ts';

const RETRY_MS = 50;
/** A command that finds the service stopped owns the directory for a moment; a starting service waits for it. */
const PATIENCE_MS = 2000;

/** Clients, keys and audit log of a directory that this process owns until `close`. */
export interface OwnedDirectory extends AdminParts {
  /** The account that this process was started by. */
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
  /** Hears why a command of another process failed. */
  readonly onFailure?: CommandFailure;
  /** Hears of each entry of the audit log. */
  readonly onAudit?: (entry: AuditEntry) => void;
  /** Hears of an entry that could not be written, and of what is wrong with those that were. */
  readonly onAuditProblem?: (problem: string) => void;
  /** Hears, once each, where files of clients and keys were changed or removed by another than the owner. */
  readonly onSecretsProblem?: (problem: string) => void;
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
    const isReading = COMMANDS_THAT_READ.has(request.command);
    const owned = await tryToOwn(path, clock, { builtIn: [], commands, holder, isReading });
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

/** Commands that leave files of an older version as they are, and make none that are missing. */
const COMMANDS_THAT_READ = new Set(['backup.cut', 'clients.list', 'clients.tokens', 'keys.list', 'status']);

interface OwningParts extends Ownership {
  readonly builtIn: readonly BuiltInClient[];
  readonly isReading?: boolean;
}

/** Undefined where a living process owns the directory. Commands that come while it opens wait for it. */
async function tryToOwn(
  folder: string,
  clock: Clock,
  { onFailure = warn, ...parts }: OwningParts,
): Promise<OwnedDirectory | undefined> {
  const opening = new Deferred<AdminParts>();
  // Without a command that waits for it, the failure is that of the start alone.
  opening.promise.catch(() => {});
  const by = currentActor();
  const handler = async (request: ControlRequest) => adminHandler(await opening.promise)(request);
  const hold = await holdDirectory(folder, handler, { onFailure, holder: parts.holder });
  if (!hold) return undefined;
  try {
    const { secrets, ...own } = await openParts(folder, clock, by, parts);
    opening.resolve(own);
    const endWatch = watchSecrets(secrets, clock, parts.onSecretsProblem);
    const recordUsage = async () => {
      const period = own.usage.take();
      if (period) await recordIfPossible(own, { ...usageRecord(period), by });
    };
    // Commands that have arrived are carried out and recorded before the log is closed.
    const close = async () => {
      await endWatch();
      await recordUsage();
      keepUse(own.longLived);
      await hold.release(() => own.audit.close());
    };
    return { ...own, by, recordUsage, close };
  } catch (error) {
    opening.reject(error);
    await hold.release();
    throw error;
  }
}

async function openParts(
  folder: string,
  clock: Clock,
  by: Actor,
  {
    builtIn,
    commands = [],
    holder,
    urls,
    onAudit,
    onAuditProblem = warnOfAudit,
    isReading = false,
  }: OwningParts,
): Promise<AdminParts & { readonly secrets: readonly WatchedSecrets[] }> {
  await migrate(folder);
  // Nothing is made in a directory of a newer version, or one that an unfinished restore has left.
  identityOf(folder);
  // Before keys are made: from then on a log that is missing was removed.
  const auditParts = { folder, clock, onRecord: onAudit, onProblem: onAuditProblem };
  const { audit, found } = isReading ? AuditLog.openToRead(auditParts) : await AuditLog.open(auditParts);
  for (const problem of found.problems) onAuditProblem(problem);
  const opened = openSecrets(folder, clock, builtIn, isReading);
  const { keys, integrityKeys, clients, longLived, secrets } = await opened.catch(async (error: unknown) => {
    await audit.close();
    throw error;
  });
  const onUnrecorded = (error: unknown, event: string) =>
    onAuditProblem(`${event} could not be recorded in the audit log: ${(error as Error).message}`);
  for (const [made, purpose] of [
    [keys, {}],
    [integrityKeys, { purpose: 'integrity' }],
  ] as const) {
    if (!made.isNew) continue;
    const created = { event: 'keys.create', details: { kid: made.current.kid, ...purpose }, by };
    await recordIfPossible({ audit, onUnrecorded }, created);
  }
  const unmade = isReading
    ? undefined
    : (addNotMade(found.entries, clients.list()) ?? tokenNotMade(found.entries, longLived.list()));
  if (unmade) {
    onAuditProblem(notMade(unmade));
    await recordIfPossible(
      { audit, onUnrecorded },
      { event: `${unmade.event}.failed`, details: unmade.details, by },
    );
  }
  const usage = new TokenUsage(
    clock,
    usageIn(found.entries),
    (period) => void recordIfPossible({ audit, onUnrecorded }, usageRecord(period)),
  );
  const own = {
    keys,
    integrityKeys,
    clients,
    longLived,
    clock,
    urls,
    usage,
    audit,
    onUnrecorded,
    commands: new Map(commands),
    holder,
  };
  return { ...own, secrets };
}

function notMade({ event, details }: AuditEntry): string {
  if (event === 'clients.token')
    return (
      `token ${String(details['token'])} was recorded as made, and is not in long-lived-tokens.json: a crash came between, ` +
      'and it is recorded now that it was not made'
    );
  return (
    `client ${String(details['client'])} was recorded as added, and is not in clients.json: a crash came between, and it is ` +
    'recorded now that it was not added. Where its secret was given out, clients.json was put back to an older state: restore ' +
    'the newest one'
  );
}

/** `isReading`: nothing is made that is missing, and files of an older version are not sealed, before a command changes them. */
async function openSecrets(
  folder: string,
  clock: Clock,
  builtIn: readonly BuiltInClient[],
  isReading: boolean,
) {
  const keyFile = new KeyFile(folder);
  const integrityFile = new KeyFile(folder, 'integrity-keys.json');
  if (!isReading) for (const file of [keyFile, integrityFile]) await file.seal();
  const makesFirst = !isReading;
  const longLivedFile = new LongLivedTokenFile(folder);
  const longLived = new LongLivedTokens(longLivedFile, clock);
  const isNeeded = (kid: string) => longLived.needsKey(kid);
  const keys = await SigningKeys.open(keyFile, clock, undefined, { makesFirst, isNeeded });
  const integrityKeys = await SigningKeys.open(integrityFile, clock, Infinity, { makesFirst });
  const clientFile = new ClientFile(folder, clientCommands(dataOption(folder)), { isReading });
  const clients = await ClientRegistry.open(clientFile, clock, builtIn);
  const secrets = [keyFile, integrityFile, clientFile, longLivedFile];
  return { keys, integrityKeys, clients, longLived, secrets };
}

/** A stop goes on where it cannot be kept: the disk may be full. */
function keepUse(longLived: LongLivedTokens): void {
  try {
    longLived.saveUse();
  } catch (error) {
    process.emitWarning(`when tokens were last used could not be kept: ${(error as Error).message}`);
  }
}

/** Of a process without a log. */
const warn: CommandFailure = (error, command) =>
  process.emitWarning(`the command ${command} of another process failed: ${String(error)}`);

const warnOfAudit = (problem: string) => process.emitWarning(problem);

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
