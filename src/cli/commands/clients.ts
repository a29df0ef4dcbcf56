import { dataOption } from '../../app/directory/data-option.ts';
import { clientCommands } from '../../auth/client-commands.ts';
import { runCommand } from '../../app/control/admin-access.ts';
import type { ListedClient } from '../../app/control/admin.ts';
import { loadConfig, processEnvironment } from '../../app/config/config.ts';
import { resealClients } from '../../app/control/reseal-clients.ts';
import type { Resealed } from '../../auth/client-file.ts';
import { describeClient, type IssuedSecret } from '../../auth/client-registry.ts';
import type { Client } from '../../auth/client-store.ts';
import { DATA_SCOPES, isScope, SCOPES, type Scope } from '../../contract/scopes.ts';
import { SystemClock } from '../../core/clock.ts';
import { parseDatetime, type Millis } from '../../core/time.ts';
import { takeOptions } from '../options.ts';
import { UsageError, type Command, type Output } from '../usage.ts';

const HELP = `tidemark clients add --name NAME [--scope SCOPE,...] [--expires DATETIME] [--data DIR] [--json]
tidemark clients list|disable|rotate|remove [ID] [--data DIR] [--json]
tidemark clients reseal [--data DIR] [--json]

list     shows every client, and how many tokens it got
disable  refuses new tokens and those that are out
rotate   gives a new secret; tokens that are out stay valid
remove   forgets the client
reseal   accepts a clients.json that was repaired or changed by hand, while no service runs

Works whether the service runs or not. A secret is shown once and stored only as a keyed hash.
Scopes: ${DATA_SCOPES.join(' ')}
(these, unless --scope names some; --scope none for look-ups alone), and read:operations (/metrics), only where it is named
`;

export const clientsCommand: Command = {
  help: () => HELP,
  run: clients,
};

async function clients(args: readonly string[], io: Output): Promise<number> {
  const [action = '', ...rest] = args;
  const { options, positional, others } = takeOptions(rest, {
    values: ['--name', '--scope', '--expires'],
    switches: ['--json'],
  });
  const { settings } = loadConfig({ argv: others, environment: processEnvironment() });
  const call = (request: Readonly<Record<string, unknown>>) =>
    runCommand(settings.data, new SystemClock(), { command: `clients.${action}`, arguments: request });
  const print = (result: unknown, text: string) =>
    io.out(options.has('--json') ? `${JSON.stringify(result)}\n` : text);

  switch (action) {
    case 'add': {
      rejectPositional(positional);
      const issued = (await call(newClient(options))) as IssuedSecret;
      print(issued, secretText(issued));
      return 0;
    }
    case 'list': {
      rejectPositional(positional);
      const list = (await call({})) as ListedClient[];
      print(list, list.map(listedText).join('') || 'no clients\n');
      return 0;
    }
    case 'reseal': {
      rejectPositional(positional);
      const resealed = await resealClients(settings.data, new SystemClock());
      print(resealed, resealedText(resealed, clientCommands(dataOption(settings.data)).rotate));
      return 0;
    }
    case 'rotate': {
      const issued = (await call({ id: onlyId(positional) })) as IssuedSecret;
      print(issued, secretText(issued));
      return 0;
    }
    case 'disable':
    case 'remove': {
      const client = (await call({ id: onlyId(positional) })) as Client;
      print(client, `client ${client.id} ${action}d\n`);
      return 0;
    }
    default:
      throw new UsageError(`unknown action '${action}'\n\n${HELP}`);
  }
}

function newClient(options: ReadonlyMap<string, string>) {
  const name = options.get('--name');
  if (!name) throw new UsageError('--name is missing: it tells the operator whose client this is');
  const expiresAt = expiry(options.get('--expires'));
  return {
    name,
    scopes: scopesOf(options.get('--scope')),
    ...(expiresAt === undefined ? {} : { expiresAt }),
  };
}

function scopesOf(text: string | undefined): readonly Scope[] {
  if (text === undefined) return DATA_SCOPES;
  if (text === 'none') return [];
  const names = text.split(/[ ,]+/).filter((name) => name !== '');
  const unknown = names.filter((name) => !isScope(name));
  if (unknown.length > 0)
    throw new UsageError(`unknown scope ${unknown.join(', ')}: there are ${SCOPES.join(' ')}`);
  return SCOPES.filter((scope) => names.includes(scope));
}

function expiry(text: string | undefined): Millis | undefined {
  if (text === undefined) return undefined;
  const at = parseDatetime(text);
  if (at === undefined)
    throw new UsageError('--expires must be a datetime in UTC, such as 2027-01-31T00:00:00Z');
  if (at <= new SystemClock().now())
    throw new UsageError('--expires is in the past: the client could never get a token');
  return at;
}

function onlyId(positional: readonly string[]): string {
  const [id, ...more] = positional;
  if (id === undefined || more.length > 0)
    throw new UsageError(`give one client id: 'tidemark clients list' shows them`);
  return id;
}

function rejectPositional(positional: readonly string[]): void {
  if (positional.length > 0) throw new UsageError(`unexpected argument ${positional.join(' ')}`);
}

function listedText({ tokensIssued, lastTokenAt, ...client }: ListedClient): string {
  const last = lastTokenAt === undefined ? {} : { lastAt: lastTokenAt };
  return `${describeClient(client, { tokens: tokensIssued, ...last })}\n`;
}

function resealedText({ clients, secretsLost }: Resealed, rotate: string): string {
  const list = clients.map((client) => `${describeClient(client)}\n`).join('');
  const lost = secretsLost
    ? `Their secrets were made under another key and no longer work: give each a new one with '${rotate}'.\n`
    : '';
  return `clients.json is accepted as it is, with ${clients.length} ${clients.length === 1 ? 'client' : 'clients'}\n${list}${lost}`;
}

function secretText({ client, secret }: IssuedSecret): string {
  return `client_id:     ${client.id}
client_secret: ${secret}
scopes:        ${client.scopes.join(' ') || '(none: look-ups only)'}
The secret is not stored and cannot be shown again.
`;
}
