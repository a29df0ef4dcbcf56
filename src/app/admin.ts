import type { ClientRegistry, NewClient } from '../auth/client-registry.ts';
import type { SigningKeys } from '../auth/signing-keys.ts';
import { OperatorError } from '../core/errors.ts';
import type { ControlHandler } from './control-socket.ts';

export interface AdminParts {
  readonly clients: ClientRegistry;
  readonly keys: SigningKeys;
}

type Command = (parts: AdminParts, args: Readonly<Record<string, unknown>>) => unknown;

/** What an operator may do to a running service; the command line does the same to a stopped one. */
const COMMANDS: Readonly<Record<string, Command>> = {
  'clients.add': ({ clients }, args) => clients.add(args as unknown as NewClient),
  'clients.list': ({ clients }) => clients.list(),
  'clients.disable': ({ clients }, args) => clients.disable(idIn(args)),
  'clients.rotate': ({ clients }, args) => clients.rotate(idIn(args)),
  'clients.remove': ({ clients }, args) => clients.remove(idIn(args)),
  'keys.rotate': async ({ keys }) => ({ kid: await keys.rotate() }),
};

export function adminHandler(parts: AdminParts): ControlHandler {
  return async ({ command, arguments: args }) => {
    const run = COMMANDS[command];
    if (!run)
      throw new OperatorError(
        `the running service does not know the command ${command}: is it an older version?`,
      );
    return run(parts, args);
  };
}

function idIn(args: Readonly<Record<string, unknown>>): string {
  const { id } = args;
  if (typeof id !== 'string') throw new OperatorError('the id of a client is missing');
  return id;
}
