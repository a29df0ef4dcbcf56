import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CommandSession } from '../../support/command-session.ts';
import { eventually, requestToken, statusWith, Tidemark, tokenOf } from '../../support/tidemark-process.ts';

const tidemark = new Tidemark();
const session = new CommandSession();

interface Client {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly disabled: boolean;
  readonly state: string;
  readonly createdAt: string;
  readonly expiresAt?: string;
}

interface Listed extends Client {
  readonly tokensIssued: number;
  readonly lastTokenAt?: string;
}

interface Issued {
  readonly client: Client;
  readonly secret: string;
}

const DISABLED_WITHIN_MS = 5000;

async function json<T>(folder: string, ...args: string[]): Promise<T> {
  const { code, stdout, stderr } = await session.run([...args, '--json', '--data', folder]);
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout) as T;
}

const add = (folder: string, ...args: string[]) =>
  json<Issued>(folder, 'clients', 'add', '--name', 'Pricing desk', ...args);
/** Without data about their tokens. */
const list = async (folder: string): Promise<Client[]> =>
  (await json<Listed[]>(folder, 'clients', 'list')).map(
    ({ tokensIssued: _tokens, lastTokenAt: _last, ...client }) => client,
  );
const credentials = ({ client, secret }: Issued) => ({ clientId: client.id, clientSecret: secret });
const withoutDemo = (clients: readonly Client[]) => clients.filter(({ id }) => id !== 'demo');

async function kids(baseUrl: string): Promise<string[]> {
  const answer = await fetch(`${baseUrl}/.well-known/jwks.json`);
  return ((await answer.json()) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid);
}

describe('while the service runs', () => {
  const shared = new Tidemark(afterAll);
  let folder: string;
  let baseUrl: string;
  beforeAll(async () => {
    folder = shared.newFolder();
    ({ baseUrl } = await shared.serve(['--data', folder]));
  });

  test('an added client gets a token at once, for its scopes', async () => {
    const issued = await add(folder, '--scope', 'read:LX,read:ohlcv');
    const answer = await requestToken(baseUrl, credentials(issued));
    expect(await answer.json()).toMatchObject({ scope: 'read:ohlcv read:LX' });
    expect(await list(folder)).toEqual(expect.arrayContaining([issued.client]));
  });

  test('a disabled client gets no token, and its current one stops working within 5 seconds', async () => {
    const issued = await add(folder);
    const token = await tokenOf(baseUrl, credentials(issued));
    expect(await statusWith(baseUrl, token)).toBe(200);
    expect(await json(folder, 'clients', 'disable', issued.client.id)).toEqual({
      ...issued.client,
      disabled: true,
      state: 'disabled',
    });
    await eventually(async () => (await statusWith(baseUrl, token)) === 401, DISABLED_WITHIN_MS);
    expect((await requestToken(baseUrl, credentials(issued))).status).toBe(401);
  });

  test('a client that is enabled again gets tokens, and its earlier one works again', async () => {
    const issued = await add(folder);
    const token = await tokenOf(baseUrl, credentials(issued));
    await json(folder, 'clients', 'disable', issued.client.id);
    expect(await json(folder, 'clients', 'enable', issued.client.id)).toEqual(issued.client);
    await eventually(async () => (await statusWith(baseUrl, token)) === 200, DISABLED_WITHIN_MS);
    expect((await requestToken(baseUrl, credentials(issued))).status).toBe(200);
    const again = await session.run(['clients', 'enable', issued.client.id, '--data', folder]);
    expect([again.code, again.stderr]).toEqual([1, `tidemark: client ${issued.client.id} is not disabled\n`]);
  });

  test('a changed client loses scopes at once, also in issued tokens', async () => {
    const issued = await add(folder, '--scope', 'read:LX,read:market-cap');
    const token = await tokenOf(baseUrl, credentials(issued));
    const caps = '/v3/market-cap?symbol=BTC';
    expect(await statusWith(baseUrl, token, caps)).toBe(200);
    const { id } = issued.client;
    const changed = await json(folder, 'clients', 'set', id, '--scope', 'read:LX', '--name', 'Research');
    expect(changed).toEqual({ ...issued.client, name: 'Research', scopes: ['read:LX'] });
    await eventually(async () => (await statusWith(baseUrl, token, caps)) === 403, DISABLED_WITHIN_MS);
    expect(await statusWith(baseUrl, token)).toBe(200);
    // New scopes are in its next token.
    await json(folder, 'clients', 'set', id, '--scope', 'read:LX,read:market-cap');
    expect(await statusWith(baseUrl, await tokenOf(baseUrl, credentials(issued)), caps)).toBe(200);
    const { stdout } = await session.run(['audit', '--json', '--data', folder]);
    const { entries } = JSON.parse(stdout) as { entries: { event: string; details: unknown }[] };
    expect(entries.filter(({ event }) => event === 'clients.set').map(({ details }) => details)).toEqual([
      { client: id, name: 'Pricing desk', newName: 'Research', scopes: ['read:LX'] },
      { client: id, name: 'Research', scopes: ['read:LX', 'read:market-cap'] },
    ]);
  });

  test('a removed client is gone, and its token is refused', async () => {
    const issued = await add(folder);
    const token = await tokenOf(baseUrl, credentials(issued));
    await json(folder, 'clients', 'remove', issued.client.id);
    await eventually(async () => (await statusWith(baseUrl, token)) === 401, DISABLED_WITHIN_MS);
    expect((await list(folder)).map(({ id }) => id)).not.toContain(issued.client.id);
  });

  test('a rotated secret replaces the old one, and issued tokens stay valid', async () => {
    const issued = await add(folder);
    const token = await tokenOf(baseUrl, credentials(issued));
    const rotated = await json<Issued>(folder, 'clients', 'rotate', issued.client.id);
    expect((await requestToken(baseUrl, credentials(issued))).status).toBe(401);
    expect((await requestToken(baseUrl, credentials(rotated))).status).toBe(200);
    expect(await statusWith(baseUrl, token)).toBe(200);
  });

  test('rotating the signing key keeps issued tokens valid', async () => {
    const before = await kids(baseUrl);
    const token = await tokenOf(baseUrl);
    const { code, stdout } = await session.run(['keys', 'rotate', '--data', folder]);
    expect(code).toBe(0);
    const kid = /^new signing key (\S+)\n$/.exec(stdout)?.[1];
    expect(await kids(baseUrl)).toEqual([...before, kid]);
    expect(await statusWith(baseUrl, token)).toBe(200);
    expect(await statusWith(baseUrl, await tokenOf(baseUrl))).toBe(200);
  });

  test('the built-in client cannot be changed, and the error says what to do', async () => {
    for (const action of ['disable', 'enable', 'rotate', 'remove']) {
      const { code, stderr } = await session.run(['clients', action, 'demo', '--data', folder]);
      expect(code).toBe(1);
      expect(stderr).toBe(
        'tidemark: client demo is built in: start the service with --no-demo to remove it\n',
      );
    }
  });

  test('the built-in client has no long-lived tokens, and the error names the clients that can', async () => {
    const args = ['clients', 'token', 'demo', '--expires', '1h', '--data', folder];
    const { code, stderr } = await session.run(args);
    expect([code, stderr]).toEqual([
      1,
      "tidemark: client demo is built in: long-lived tokens need a client of 'tidemark clients add'\n",
    ]);
  });

  test('eight commands at once: every confirmed client exists', async () => {
    const { length: before } = withoutDemo(await list(folder));
    const check = async (issued: Issued) =>
      expect((await requestToken(baseUrl, credentials(issued))).status).toBe(200);
    await addEightAtOnce(folder, check, before);
  });
});

describe('while the service does not run', () => {
  test('clients can be added, listed, disabled, rotated and removed', async () => {
    const folder = tidemark.newFolder();
    const issued = await add(folder, '--expires', '2100-01-01T00:00:00Z');
    expect(issued.client).toMatchObject({
      name: 'Pricing desk',
      disabled: false,
      expiresAt: '2100-01-01T00:00:00.000Z',
    });
    expect(issued.client.createdAt).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect(issued.client.scopes).toHaveLength(6);
    expect(await list(folder)).toEqual([issued.client]);
    const rotated = await json<Issued>(folder, 'clients', 'rotate', issued.client.id);
    expect(rotated.secret).not.toBe(issued.secret);
    expect(await json(folder, 'clients', 'disable', issued.client.id)).toMatchObject({ disabled: true });
    expect(await list(folder)).toEqual([{ ...issued.client, disabled: true, state: 'disabled' }]);
    await json(folder, 'clients', 'remove', issued.client.id);
    expect(await list(folder)).toEqual([]);
  });

  test('an expiry can be set and removed', async () => {
    const folder = tidemark.newFolder();
    const { client } = await add(folder);
    const set = (expires: string) => json<Client>(folder, 'clients', 'set', client.id, '--expires', expires);
    expect(await set('2100-01-01T00:00:00Z')).toEqual({ ...client, expiresAt: '2100-01-01T00:00:00.000Z' });
    expect(Date.parse((await set('90d')).expiresAt!)).toBeGreaterThan(Date.now() + 89 * 86_400_000);
    expect(await set('never')).toEqual(client);
    expect(await list(folder)).toEqual([client]);
  });

  test('keys are listed with their purpose, creation and retirement, and without a secret', async () => {
    const folder = tidemark.newFolder();
    expect(await session.run(['keys', '--data', folder])).toMatchObject({ code: 0, stdout: 'no keys\n' });
    await session.run(['keys', 'rotate', '--data', folder]);
    const rotated = await json<{ kid: string }>(folder, 'keys', 'rotate', '--integrity');
    const listed = await json<Record<string, string>[]>(folder, 'keys', 'list');
    const when = expect.stringMatching(/^\d{4}-.*Z$/) as unknown;
    expect(listed.filter(({ retiredAt }) => retiredAt === undefined)).toEqual([
      { kid: expect.any(String) as unknown, use: 'tokens', createdAt: when },
      { kid: rotated.kid, use: 'heads', createdAt: when },
    ]);
    const { stdout } = await session.run(['keys', '--data', folder]);
    expect(stdout).toMatch(/^kid +use +created at +retired at\n/);
    for (const { kid } of listed) expect(stdout).toMatch(new RegExp(`^${kid} +(tokens|heads) +\\S+Z`, 'm'));
  });

  test('changes of clients and keys apply when the service starts, and commands during the start are executed', async () => {
    const folder = tidemark.newFolder();
    const added = await add(folder, '--scope', 'none');
    const disabled = await add(folder);
    await json(folder, 'clients', 'disable', disabled.client.id);
    const [first, second] = [
      await session.run(['keys', 'rotate', '--data', folder]),
      await session.run(['keys', 'rotate', '--data', folder]),
    ];
    const starting = tidemark.serve(['--data', folder]);
    // One way or the other.
    await addEightAtOnce(folder, async () => {}, 2);
    const { baseUrl, stop } = await starting;
    const answer = await requestToken(baseUrl, credentials(added));
    expect(await answer.json()).toMatchObject({ scope: '' });
    expect((await requestToken(baseUrl, credentials(disabled))).status).toBe(401);
    const known = await kids(baseUrl);
    for (const { stdout } of [first, second]) expect(known).toContain(stdout.trim().split(' ').at(-1));
    expect((await stop()).code).toBe(0);
  });

  test('an unknown client is named in the error', async () => {
    const folder = tidemark.newFolder();
    const { code, stderr } = await session.run(['clients', 'disable', 'tm-nobody', '--data', folder]);
    expect(code).toBe(1);
    expect(stderr).toBe("tidemark: there is no client tm-nobody: 'tidemark clients list' shows them\n");
  });

  test('eight commands at once: every confirmed client exists, and no other', async () => {
    await addEightAtOnce(tidemark.newFolder(), async () => {});
  });
});

/** All must succeed, and the list afterwards must contain exactly the clients that they reported. */
async function addEightAtOnce(
  folder: string,
  check: (issued: Issued) => Promise<void>,
  before = 0,
): Promise<void> {
  const ended = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      tidemark.run(['clients', 'add', '--name', `client ${i}`, '--json', '--data', folder]),
    ),
  );
  expect(ended.map(({ code, stderr }) => [code, stderr])).toEqual(Array.from({ length: 8 }, () => [0, '']));
  const issued = ended.map(({ stdout }) => JSON.parse(stdout) as Issued);
  const known = withoutDemo(await list(folder));
  expect(known).toHaveLength(8 + before);
  expect(known).toEqual(expect.arrayContaining(issued.map(({ client }) => client)));
  for (const each of issued) await check(each);
}

describe('output for people', () => {
  test('a new client shows its secret once, with the ids that a token request needs', async () => {
    const folder = tidemark.newFolder();
    const { code, stdout } = await session.run([
      'clients',
      'add',
      '--name',
      'desk',
      '--scope',
      'read:LX',
      '--data',
      folder,
    ]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^id: +tm-[0-9a-f]{24}\nsecret: +[\w-]{43}\nname: +desk\nscopes: +read:LX\nexpires at: +never\nThe secret is not stored/,
    );
    const listed = await session.run(['clients', 'list', '--data', folder]);
    expect(listed.stdout).toMatch(
      /^id +name +state +expires at +tokens issued +last token at +scopes\ntm-[0-9a-f]{24} +desk +enabled +never +0 +- +read:LX\n$/,
    );
    expect(listed.stdout).not.toContain(/secret: +(\S+)/.exec(stdout)?.[1]);
  });

  test('an empty list says so, and without an action clients are listed', async () => {
    const { stdout } = await session.run(['clients', '--data', tidemark.newFolder()]);
    expect(stdout).toBe('no clients\n');
  });

  test('actions are confirmed', async () => {
    const folder = tidemark.newFolder();
    const { client } = await add(folder);
    const disabled = await session.run(['clients', 'disable', client.id, '--data', folder]);
    expect(disabled.stdout).toBe(`client ${client.id} disabled\n`);
    const enabled = await session.run(['clients', 'enable', client.id, '--data', folder]);
    expect(enabled.stdout).toBe(`client ${client.id} enabled\n`);
    const changed = await session.run(['clients', 'set', client.id, '--name', 'x', '--data', folder]);
    expect(changed.stdout).toBe(`client ${client.id} changed\n`);
    const removed = await session.run(['clients', 'remove', client.id, '--data', folder]);
    expect(removed.stdout).toBe(`client ${client.id} removed\n`);
  });
});
