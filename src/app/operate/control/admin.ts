import {
  newClientId,
  type ClientChange,
  type ClientRegistry,
  type NewClient,
} from '../../../auth/client-registry.ts';
import type { Client } from '../../../auth/client-store.ts';
import { isScope, type Scope } from '../../../contract/scopes.ts';
import type { ListedKey, SigningKeys } from '../../../auth/signing-keys.ts';
import type { TokenUsage } from '../../../auth/tokens/token-usage.ts';
import { isObject } from '../../../core/text/is-object.ts';
import { OperatorError } from '../../../core/errors.ts';
import { formatDatetime } from '../../../core/time.ts';
import { notRecorded, type AuditLog } from '../audit/audit-log.ts';
import type { Actor } from '../../directory/actor.ts';
import { CommandRefused, type ControlHandler, type ControlRequest } from '../../directory/control-socket.ts';
import { prepareIssue, listTokens, prepareRevoke, type LongLivedParts } from './long-lived-commands.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** A command that the service adds when the part that runs it has started. `by` is the sender, if known. */
export type AddedCommand = (args: Arguments, by?: Actor) => unknown;

export interface AdminParts extends LongLivedParts {
  /** Keys that sign the heads of the record chain. */
  readonly integrityKeys: SigningKeys;
  readonly usage: TokenUsage;
  /** False if other processes issue all tokens, so that their numbers are not known here. */
  readonly issuesTokens: boolean;
  readonly audit: AuditLog;
  readonly commands: Map<string, AddedCommand>;
  /** The command that owns the directory; undefined for the service. */
  readonly holder?: string | undefined;
  /** Called for an entry that could not be recorded, if that does not refuse a command. */
  readonly onUnrecorded: (error: unknown, event: string) => void;
}

export interface ListedClient extends Client {
  /** Number of issued tokens that the audit log and this process know of; absent if this process issues none. */
  readonly tokensIssued?: number;
  /** Milliseconds since 1970; absent if no token is known. */
  readonly lastTokenAt?: number;
}

export interface ListedKeyUse extends ListedKey {
  readonly use: 'tokens' | 'heads';
}

/** A checked change: the details to record, and the function that makes it. */
interface Change {
  readonly details: Arguments;
  readonly apply: () => unknown;
}

/** Commands that change something. Each is checked, then recorded in the audit log, then made. */
const CHANGES: Readonly<Record<string, (parts: AdminParts, args: Arguments) => Change | Promise<Change>>> = {
  'clients.add': ({ clients }, args) => {
    const client = { ...newClientIn(args), id: newClientId() };
    return { details: detailsOf(client), apply: () => clients.add(client) };
  },
  'clients.disable': ({ clients }, args) => {
    const { id, name } = clients.requireSwitchable(idIn(args));
    return { details: { client: id, name }, apply: () => clients.disable(id) };
  },
  'clients.enable': ({ clients }, args) => {
    const { id, name, disabled } = clients.requireSwitchable(idIn(args));
    if (!disabled) throw new OperatorError(`client ${id} is not disabled`);
    return { details: { client: id, name }, apply: () => clients.enable(id) };
  },
  'clients.set': ({ clients }, args) => {
    const { id, name } = clients.requireChangeable(idIn(args));
    const change = clientChangeIn(args);
    return {
      details: { client: id, name, ...changeDetails(change) },
      apply: () => clients.change(id, change),
    };
  },
  'clients.rotate': (parts, args) => changing(parts, args, (clients, id) => clients.rotate(id)),
  'clients.remove': (parts, args) => changing(parts, args, (clients, id) => clients.remove(id)),
  'clients.token': prepareIssue,
  'clients.revoke': prepareRevoke,
  'keys.rotate': ({ keys }) => rotating(keys),
  'keys.rotate-integrity': ({ integrityKeys }) => rotating(integrityKeys),
};

function changing(
  { clients }: AdminParts,
  args: Arguments,
  change: (clients: ClientRegistry, id: string) => unknown,
): Change {
  const { id, name } = clients.requireChangeable(idIn(args));
  return { details: { client: id, name }, apply: () => change(clients, id) };
}

async function rotating(keys: SigningKeys): Promise<Change> {
  const key = await keys.generate();
  const apply = async () => {
    await keys.adopt(key);
    return { kid: key.kid };
  };
  return { details: { kid: key.kid }, apply };
}

/** Commands that change nothing. */
const QUERIES: Readonly<Record<string, (parts: AdminParts, args: Arguments) => unknown>> = {
  'clients.list': ({ clients, usage, issuesTokens }) =>
    clients.list().map((client) => (issuesTokens ? listed(client, usage) : client)),
  'clients.tokens': listTokens,
  'keys.list': ({ keys, integrityKeys }) => [
    ...keys.list().map((key) => ({ ...key, use: 'tokens' }) satisfies ListedKeyUse),
    ...integrityKeys.list().map((key) => ({ ...key, use: 'heads' }) satisfies ListedKeyUse),
  ],
  'clients.reseal': ({ holder }) => {
    if (holder !== undefined) throw new CommandRefused();
    throw new OperatorError(
      'the service is running and would overwrite clients.json: stop it, then run this command again',
    );
  },
};

interface Recorded {
  readonly event: string;
  /** Arguments to record. */
  readonly recordedArguments: readonly string[];
  /** Members of the result to record, and their names in the entry. */
  readonly recordedResults?: Readonly<Record<string, string>>;
}

/**
 * These commands are recorded after they ran, and run even if they cannot be recorded: a backup of a full
 * disk matters more.
 */
const RECORDED: Readonly<Record<string, Recorded>> = {
  'backup.cut': { event: 'backup', recordedArguments: ['target', 'inputs'] },
  'import.ohlcv': {
    event: 'import.ohlcv',
    recordedArguments: ['file', 'replace'],
    recordedResults: { added: 'added', replaced: 'replaced', unchanged: 'unchanged', refused: 'refused' },
  },
  'alerts.replay': {
    event: 'alerts.replay',
    recordedArguments: ['id', 'endpoint', 'all'],
    recordedResults: { replayed: 'replayed' },
  },
  'alerts.silence': { event: 'alerts.silence', recordedArguments: ['id', 'forMs'] },
  'alerts.remove': {
    event: 'alerts.remove',
    recordedArguments: ['client'],
    recordedResults: { alerts: 'alerts', endpoints: 'endpoints', deliveries: 'deliveries' },
  },
  'cluster.step-down': {
    event: 'cluster.step-down',
    recordedArguments: ['force'],
    recordedResults: { lastTick: 'lastTick' },
  },
  backfill: {
    event: 'backfill',
    recordedArguments: ['days', 'replace'],
    recordedResults: { outcome: 'outcome', days: 'plan' },
  },
};

export function adminHandler(parts: AdminParts): ControlHandler {
  return async (request) => {
    const { command, arguments: args } = request;
    if (Object.hasOwn(CHANGES, command)) return changeRecorded(parts, request);
    if (Object.hasOwn(QUERIES, command)) return QUERIES[command]?.(parts, args);
    const added = parts.commands.get(command);
    if (!added) throw new OperatorError(unknownCommand(command, parts.holder));
    const recorded = Object.hasOwn(RECORDED, command) ? RECORDED[command] : undefined;
    return recorded ? runRecorded(parts, request, recorded, added) : added(args, request.by);
  };
}

async function changeRecorded(parts: AdminParts, { command, arguments: args, by }: ControlRequest) {
  const { details, apply } = await CHANGES[command]!(parts, args);
  const entry = { event: command, details, ...byOf(by) };
  try {
    await parts.audit.record(entry);
  } catch (error) {
    throw notRecorded(error);
  }
  try {
    return await apply();
  } catch (error) {
    await recordIfPossible(parts, { ...entry, event: `${command}.failed` });
    throw error;
  }
}

async function runRecorded(
  parts: AdminParts,
  { arguments: args, by }: ControlRequest,
  { event, recordedArguments, recordedResults = {} }: Recorded,
  run: AddedCommand,
): Promise<unknown> {
  try {
    const result = await run(args, by);
    await recordIfPossible(parts, {
      event,
      details: {
        ...pick(args, recordedArguments),
        ...(isObject(result) && renamed(result, recordedResults)),
      },
      ...byOf(by),
    });
    return result;
  } catch (error) {
    if (!(error instanceof CommandRefused))
      await recordIfPossible(parts, {
        event: `${event}.failed`,
        details: pick(args, recordedArguments),
        ...byOf(by),
      });
    throw error;
  }
}

function pick(from: Arguments, names: readonly string[]): Arguments {
  return Object.fromEntries(names.flatMap((name) => (name in from ? [[name, from[name]]] : [])));
}

function renamed(from: Arguments, names: Readonly<Record<string, string>>): Arguments {
  return Object.fromEntries(
    Object.entries(names).flatMap(([name, as]) => (name in from ? [[as, from[name]]] : [])),
  );
}

/** Records an entry; a failure is reported but does not throw. */
export async function recordIfPossible(
  { audit, onUnrecorded }: Pick<AdminParts, 'audit' | 'onUnrecorded'>,
  entry: Parameters<AuditLog['record']>[0],
): Promise<void> {
  await audit.record(entry).catch((error: unknown) => onUnrecorded(error, entry.event));
}

function byOf(by: Actor | undefined): { by: Actor } {
  return { by: by ?? { user: 'unknown' } };
}

function unknownCommand(command: string, holder: string | undefined): string {
  return holder === undefined
    ? `the running service does not know the command ${command}: is it an older version, or still starting?`
    : `'${holder}' is using the data directory: wait until it has ended, or stop it`;
}

function listed(client: Client, usage: TokenUsage): ListedClient {
  const { tokens, lastAt } = usage.of(client.id) ?? { tokens: 0 };
  return { ...client, tokensIssued: tokens, ...(lastAt !== undefined && { lastTokenAt: lastAt }) };
}

function detailsOf({ id, name, scopes, expiresAt }: NewClient): Arguments {
  const expires = expiresAt === undefined ? {} : { expires: formatDatetime(expiresAt) };
  return { client: id, name, scopes, ...expires };
}

function newClientIn({ name, scopes, expiresAt }: Arguments): NewClient {
  const valid =
    typeof name === 'string' &&
    areScopes(scopes) &&
    (expiresAt === undefined || Number.isSafeInteger(expiresAt));
  if (!valid) throw new OperatorError('a client needs a name and known scopes');
  return {
    name,
    scopes: scopes as Scope[],
    ...(expiresAt === undefined ? {} : { expiresAt: Number(expiresAt) }),
  };
}

function clientChangeIn({ name, scopes, expiresAt }: Arguments): ClientChange {
  const valid =
    (name === undefined || (typeof name === 'string' && name !== '')) &&
    (scopes === undefined || areScopes(scopes)) &&
    (expiresAt === undefined || expiresAt === null || Number.isSafeInteger(expiresAt));
  if (!valid) throw new OperatorError('the change is not valid: give a name, known scopes or an expiry time');
  const change = {
    ...(name !== undefined && { name: String(name) }),
    ...(scopes !== undefined && { scopes: scopes as Scope[] }),
    ...(expiresAt !== undefined && { expiresAt: expiresAt as number | null }),
  };
  if (Object.keys(change).length === 0) throw new OperatorError('no change was given');
  return change;
}

/** The new values; the entry's `name` is the previous name. */
function changeDetails({ name, scopes, expiresAt }: ClientChange): Arguments {
  return {
    ...(name !== undefined && { newName: name }),
    ...(scopes && { scopes }),
    ...(expiresAt !== undefined && { expires: expiresAt === null ? 'never' : formatDatetime(expiresAt) }),
  };
}

function areScopes(scopes: unknown): boolean {
  return Array.isArray(scopes) && scopes.every((scope) => typeof scope === 'string' && isScope(scope));
}

function idIn(args: Arguments): string {
  const { id } = args;
  if (typeof id !== 'string') throw new OperatorError('the id of a client is missing');
  return id;
}
