import { dataOption } from '../../app/directory/data-option.ts';
import { clientCommands, type Client } from '../../auth/client-store.ts';
import type { ListedClient } from '../../app/operate/control/admin.ts';
import type { IssuedToken, ListedToken, ShownToken } from '../../app/operate/control/long-lived-commands.ts';
import { MAX_URL_TOKEN_PER_MINUTE, URL_TOKEN_PER_MINUTE } from '../../auth/tokens/url-token.ts';
import { resealClients } from '../../app/operate/control/reseal-clients.ts';
import { runStoreCommand } from '../../app/operate/control/store-command.ts';
import type { IssuedSecret } from '../../auth/client-registry.ts';
import { DATA_SCOPES, SCOPES } from '../../contract/scopes.ts';
import { SystemClock } from '../../core/clocks/clock.ts';
import { optional, setting, nonEmptyText, wholeNumber } from '../../core/setting.ts';
import type { Millis } from '../../core/time.ts';
import { quoted } from '../output/shown.ts';
import { placeOptions } from '../place-options.ts';
import { audienceList, expiry, expiryOrNever, nameList, scopeList, type Expiry } from '../client-options.ts';
import {
  clientsText,
  issuedClientText,
  issuedTokenText,
  plainClient,
  plainToken,
  resealedText,
  validTokensText,
  tokensText,
} from '../output/client-texts.ts';
import {
  action,
  JSON_OPTION,
  switchOption,
  UsageError,
  type ActionGroup,
  type Call,
  type Output,
  type Positional,
} from '../command.ts';
import { newToken } from '../new-token.ts';

const name = { ...nonEmptyText, placeholder: 'NAME' };
const settings = ['data', 'store', 'clusterCredentials'];

const CLIENT: Positional = {
  name: 'ID',
  about: 'The id of a client',
  missingMessage: "give one client id: 'tidemark clients list' shows them",
};

const TOKEN: Positional = {
  name: 'TOKEN-ID',
  about: 'The id of a long-lived token',
  missingMessage: "give the id of one token: 'tidemark clients tokens' shows them",
};

export const command: ActionGroup = {
  about: [
    'Works whether the service is running or stopped; changes take effect within 5 seconds. A secret is shown once and stored only as a keyed hash; a long-lived token is shown once and not stored.',
    'With --store, clients are stored in the database that all nodes share; each node counts the tokens that it issues. The store URL may contain a password: set TIDEMARK_STORE or use a file (--config), which other users cannot read.',
    `Scopes are ${DATA_SCOPES.join(', ')}, which a client gets by default, and ${SCOPES.slice(DATA_SCOPES.length).join(', ')}, which it gets only if --scope names them (read:operations is for /metrics). With --scope none a client can only look up names and ids.`,
  ],
  defaultAction: 'list',
  actions: {
    list: action({
      summary: 'List clients, and the number of tokens issued to each',
      options: { json: JSON_OPTION },
      settings,
      run: async (call, io) => {
        const listed = (await ask(call, 'list')) as ListedClient[];
        const clients = listed.map((client) => plainClient(client, now()));
        return print(call, io, clients, clientsText(clients));
      },
    }),
    add: action({
      summary: 'Add a client and show its secret once',
      options: {
        name: {
          ...optional(name, 'Name of the person or program that uses the client'),
          missingMessage: 'it names the person or program that uses the client',
        },
        scope: setting(scopeList, DATA_SCOPES, 'What it may read'),
        expires: optional(expiry, 'When it can get no more tokens; by default never'),
        json: JSON_OPTION,
      },
      settings,
      examples: ['tidemark clients add --name "Pricing desk" --scope read:index-ticker,read:market-cap'],
      run: async (call, io) => {
        const { options } = call;
        const expiresAt = options.expires && instantOf(options.expires);
        const request = {
          name: options.name,
          scopes: options.scope,
          ...(expiresAt !== undefined && { expiresAt }),
        };
        return printIssued(call, io, (await ask(call, 'add', request)) as IssuedSecret);
      },
    }),
    set: action({
      summary: 'Change the name, the scopes or the expiry of a client',
      about: [
        'Only the given options are changed. If a client loses a scope, its existing tokens lose it too, and its websockets have to reconnect; a new scope is part of the next token.',
      ],
      positionals: [CLIENT],
      options: {
        name: optional(name, 'New name'),
        scope: optional(scopeList, 'What it may read; replaces its scopes'),
        expires: optional(expiryOrNever, 'When it can get no more tokens'),
        json: JSON_OPTION,
      },
      settings,
      examples: ['tidemark clients set tm-9e22… --scope read:LX --expires 90d'],
      run: async (call, io) => {
        const { name: newName, scope, expires } = call.options;
        if (newName === undefined && scope === undefined && expires === undefined)
          throw new UsageError('say what to change: --name, --scope or --expires');
        const request = {
          ...(newName !== undefined && { name: newName }),
          ...(scope && { scopes: scope }),
          ...(expires !== undefined && { expiresAt: expires === 'never' ? null : instantOf(expires) }),
        };
        return changeClient(call, io, 'set', 'changed', request);
      },
    }),
    disable: action({
      summary: 'Disable a client and all its tokens',
      positionals: [CLIENT],
      options: { json: JSON_OPTION },
      settings,
      run: (call, io) => changeClient(call, io, 'disable', 'disabled'),
    }),
    enable: action({
      summary: 'Enable a disabled client; its unexpired tokens are valid again',
      positionals: [CLIENT],
      options: { json: JSON_OPTION },
      settings,
      run: (call, io) => changeClient(call, io, 'enable', 'enabled'),
    }),
    rotate: action({
      summary: 'Give a client a new secret; its tokens stay valid, including long-lived ones',
      positionals: [CLIENT],
      options: { json: JSON_OPTION },
      settings,
      run: async (call, io) => {
        const id = call.positionals[0]!;
        // First: after the secret is changed, nothing may fail before it is shown.
        const tokens = call.options.json ? [] : ((await ask(call, 'tokens', { id })) as ListedToken[]);
        return printIssued(
          call,
          io,
          (await ask(call, 'rotate', { id })) as IssuedSecret,
          validTokensText(tokens, placeOptions(call.config().settings)),
        );
      },
    }),
    remove: action({
      summary: 'Remove a client',
      positionals: [CLIENT],
      options: { json: JSON_OPTION },
      settings,
      run: (call, io) => changeClient(call, io, 'remove', 'removed'),
    }),
    token: action({
      summary: 'Create a long-lived token, for programs that cannot request a new one each day',
      positionals: [CLIENT],
      options: {
        expires: {
          ...optional(expiry, 'How long it is valid, or until when; at most 365d'),
          missingMessage: 'give how long the token is valid, such as 90d (at most 365d)',
        },
        audience: setting(audienceList, ['rest'], 'Where it can be used: rest, stream or both'),
        scope: optional(scopeList, 'What it may read; by default all data that its client may read'),
        url: switchOption(
          'Create a token for URLs and CoinGecko keys, for programs that cannot send headers',
        ),
        names: optional(nameList, 'With --url: the only indices that it may read, such as BTC,BTC_USD'),
        rate: optional(
          wholeNumber(1, MAX_URL_TOKEN_PER_MINUTE),
          `With --url: its requests per minute; by default ${URL_TOKEN_PER_MINUTE}`,
        ),
        json: JSON_OPTION,
      },
      settings: [...settings, 'baseUrl', 'wsUrl'],
      examples: [
        'tidemark clients token tm-9e22… --expires 90d --audience rest,stream --scope read:LX',
        'tidemark clients token tm-9e22… --expires 90d --url --scope read:index-ticker --names BTC,ETH',
      ],
      run: async (call, io) => {
        const request = newToken(call.positionals[0]!, call.options, call.config().settings);
        const token = plainToken((await ask(call, 'token', request)) as IssuedToken);
        return print(call, io, token, issuedTokenText(token, placeOptions(call.config().settings)));
      },
    }),
    tokens: action({
      summary: 'List long-lived tokens of one client or of all',
      positionals: [{ ...CLIENT, isOptional: true }],
      options: { json: JSON_OPTION },
      settings,
      run: async (call, io) => {
        const [id] = call.positionals;
        const listed = (await ask(call, 'tokens', id === undefined ? {} : { id })) as ListedToken[];
        const tokens = listed.map(plainToken);
        return print(call, io, tokens, tokensText(tokens));
      },
    }),
    revoke: action({
      summary: 'Revoke a long-lived token, also on open websockets',
      positionals: [TOKEN],
      options: { json: JSON_OPTION },
      settings,
      run: async (call, io) => {
        const token = (await ask(call, 'revoke', { token: call.positionals[0]! })) as ShownToken;
        return print(call, io, plainToken(token), `token ${token.id} of client ${token.clientId} revoked\n`);
      },
    }),
    reseal: action({
      summary: 'Accept a clients.json that was edited by hand, while no service runs',
      options: { json: JSON_OPTION },
      settings: ['data'],
      run: async (call, io) => {
        const { data } = call.config().settings;
        const { clients, secretsLost } = await resealClients(data, new SystemClock());
        const resealed = { clients: clients.map((client) => plainClient(client, now())), secretsLost };
        return print(call, io, resealed, resealedText(resealed, clientCommands(dataOption(data)).rotate));
      },
    }),
  },
};

type JsonCall = Pick<Call, 'config' | 'positionals'> & { readonly options: { readonly json: boolean } };

function ask(
  { config }: Pick<Call, 'config'>,
  command: string,
  request: Readonly<Record<string, unknown>> = {},
) {
  const full = { command: `clients.${command}`, arguments: request };
  return runStoreCommand(config().settings, new SystemClock(), full);
}

async function changeClient(
  call: JsonCall,
  io: Output,
  command: string,
  done: string,
  request: Readonly<Record<string, unknown>> = {},
): Promise<number> {
  const client = (await ask(call, command, { id: call.positionals[0]!, ...request })) as Client;
  return print(call, io, plainClient(client, now()), `client ${client.id} ${done}\n`);
}

function printIssued(call: JsonCall, io: Output, { client, secret }: IssuedSecret, note = ''): number {
  const shown = { client: plainClient(client, now()), secret };
  return print(call, io, shown, issuedClientText(shown) + note);
}

function print({ options }: JsonCall, io: Output, result: unknown, text: string): number {
  io.out(options.json ? `${quoted(result)}\n` : text);
  return 0;
}

function now(): Millis {
  return new SystemClock().now();
}

function instantOf(expires: Expiry): Millis {
  const at = 'lifeMs' in expires ? now() + expires.lifeMs : expires.expiresAt;
  if (at <= now()) throw new UsageError('--expires is in the past: the client could never get a token');
  return at;
}
