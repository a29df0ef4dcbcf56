import type { ClientRegistry, NewClient } from '../auth/client-registry.ts';
import { isScope, type Scope } from '../auth/scopes.ts';
import type { SigningKeys } from '../auth/signing-keys.ts';
import { OperatorError } from '../core/errors.ts';
import type { ControlHandler } from './control-socket.ts';

/** A command that a running service adds once the part that it is for has been started. */
export type AddedCommand = (args: Readonly<Record<string, unknown>>) => unknown;

export interface AdminParts {
  readonly clients: ClientRegistry;
  readonly keys: SigningKeys;
  readonly commands: Map<string, AddedCommand>;
  /** The command that owns the directory, where it is not the service that does. */
  readonly holder?: string | undefined;
}

type Command = (parts: AdminParts, args: Readonly<Record<string, unknown>>) => unknown;

/** What an operator may do to a running service; the command line does the same to a stopped one. */
const COMMANDS: Readonly<Record<string, Command>> = {
  'clients.add': ({ clients }, args) => clients.add(newClientIn(args)),
  'clients.list': ({ clients }) => clients.list(),
  'clients.disable': ({ clients }, args) => clients.disable(idIn(args)),
  'clients.rotate': ({ clients }, args) => clients.rotate(idIn(args)),
  'clients.remove': ({ clients }, args) => clients.remove(idIn(args)),
  'keys.rotate': async ({ keys }) => ({ kid: await keys.rotate() }),
};

export function adminHandler(parts: AdminParts): ControlHandler {
  return async ({ command, arguments: args }) => {
    const added = parts.commands.get(command);
    const run = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : added && (() => added(args));
    if (!run) throw new OperatorError(unknownCommand(command, parts.holder));
    return run(parts, args);
  };
}

function unknownCommand(command: string, holder: string | undefined): string {
  return holder === undefined
    ? `the running service does not know the command ${command}: is it an older version, or still starting?`
    : `'${holder}' is running on the data directory: wait until it has ended, or stop it`;
}

function newClientIn({ name, scopes, expiresAt }: Readonly<Record<string, unknown>>): NewClient {
  const valid =
    typeof name === 'string' &&
    Array.isArray(scopes) &&
    scopes.every((scope) => typeof scope === 'string' && isScope(scope)) &&
    (expiresAt === undefined || typeof expiresAt === 'number');
  if (!valid) throw new OperatorError('a client needs a name and scopes that exist');
  return { name, scopes: scopes as Scope[], ...(expiresAt === undefined ? {} : { expiresAt }) };
}

function idIn(args: Readonly<Record<string, unknown>>): string {
  const { id } = args;
  if (typeof id !== 'string') throw new OperatorError('the id of a client is missing');
  return id;
}
