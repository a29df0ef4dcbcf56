import { CLIENT_VARIABLES } from '../../app/config/client-variables.ts';
import { LinkedAbort } from '../../core/async/linked-abort.ts';
import { isLoopbackName } from '../../core/network/loopback.ts';
import { askLine, askSecret, type Conversation } from '../client/ask.ts';
import { CONNECTION_OPTIONS, PROFILE_OPTION, DEFAULT_URL } from '../client/connection-options.ts';
import { explained } from '../client/notices/explain-failure.ts';
import { RESPONSE_TIMEOUT_MS, fetchWithTimeout } from '../client/fetch-with-timeout.ts';
import { Profiles, type Identity } from '../client/profiles.ts';
import { clientOf } from '../client/with-service.ts';
import { action, JSON_OPTION, switchOption, UsageError, type Given, type Output } from '../command.ts';
import { EXIT, Interrupted } from '../exit-codes.ts';
import { interruption } from '../interruption.ts';
import { quoted, shown } from '../output/shown.ts';

const OPTIONS = {
  url: { ...CONNECTION_OPTIONS.url, description: `URL of the service; by default ${DEFAULT_URL}` },
  profile: PROFILE_OPTION,
  clientId: { ...CONNECTION_OPTIONS.clientId, description: 'The client id; prompted for if not given' },
  withToken: switchOption('Store a long-lived token instead of a client and its secret'),
  json: JSON_OPTION,
} as const;

export const command = action({
  about: [
    'Prompts for the id and the secret of a client, checks them with the service, and stores them in a profile that only you can read. Other commands for this service then use the profile without further options.',
    `The secret is not echoed. On a pipe it is read from standard input. ${CLIENT_VARIABLES.clientSecret} is ignored: a client that is set in variables needs no profile.`,
  ],
  options: OPTIONS,
  exitCodes: [[1, 'if the service rejected the credentials; nothing was stored']],
  examples: [
    'tidemark login --url https://prices.example.com',
    'tidemark login --url https://prices.example.com --client-id 7f3c < secret.txt',
    'tidemark login --url https://prices.example.com --with-token < token.txt',
  ],
  run: async ({ options }, io) => {
    try {
      return await logIn(options, io);
    } catch (error) {
      if (error instanceof Interrupted) return error.exitCode;
      throw error;
    }
  },
});

async function logIn(options: Given<typeof OPTIONS>, io: Output): Promise<number> {
  const { profile: name, url = DEFAULT_URL } = options;
  const { protocol, hostname } = new URL(url);
  if (protocol === 'http:' && !isLoopbackName(hostname))
    io.err(`tidemark: ${url} is not encrypted: others on the network can read the secret\n`);
  const conversation = { input: process.stdin, ask: io.err };
  const identity = await identityOf(options, conversation);
  await check({ url, identity }, io);
  const profiles = new Profiles();
  profiles.write(name, { url, ...identity });
  const clientId = 'clientId' in identity ? identity.clientId : undefined;
  const kept = { profile: name, url, clientId, file: profiles.pathOf(name) };
  const account = clientId === undefined ? 'with a token' : `as ${shown(clientId)}`;
  io.out(
    options.json ? `${quoted(kept)}\n` : `logged in to ${url} ${account}: profile ${name}, ${kept.file}\n`,
  );
  return EXIT.ok;
}

async function identityOf(
  { withToken, clientId }: Given<typeof OPTIONS>,
  conversation: Conversation,
): Promise<Identity> {
  if (withToken) return { token: nonEmpty(await askSecret(conversation, 'Token: '), 'a token') };
  if (clientId === undefined && !conversation.input.isTTY)
    throw new UsageError('--client-id is missing: standard input contains only the secret');
  const id = clientId ?? nonEmpty(await askLine(conversation, 'Client id: '), 'a client id');
  const clientSecret = nonEmpty(await askSecret(conversation, 'Client secret: '), 'a secret');
  return { clientId: id, clientSecret };
}

function nonEmpty(text: string, what: string): string {
  if (text === '') throw new UsageError(`nothing was entered: ${what} is needed`);
  return text;
}

/** Uses a request that needs a valid token and no scope. */
async function check(
  target: { readonly url: string; readonly identity: Identity },
  io: Output,
): Promise<void> {
  const { progress } = io.errors;
  const ended = new LinkedAbort(interruption());
  const fetch = fetchWithTimeout({
    limitMs: RESPONSE_TIMEOUT_MS,
    progress,
    onSilent: (error) => ended.abort(error),
  });
  try {
    const client = clientOf({ ...target, isDemo: false }, fetch);
    await client.read('listIntegrityHeads', { size: 1 }, { signal: ended.signal });
  } catch (error) {
    throw await explained(error, { ...target, isDemo: false }, async () => []);
  } finally {
    progress?.('');
  }
}
