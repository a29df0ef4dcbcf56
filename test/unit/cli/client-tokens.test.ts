import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { beforeEach, describe, expect, test } from 'vitest';
import { holdDirectory } from '../../../src/app/directory/hold-directory.ts';
import { command as clientsCommand } from '../../../src/cli/commands/clients.ts';
import { UsageError } from '../../../src/cli/command.ts';
import { OperatorError } from '../../../src/core/errors.ts';
import { runInProcess } from '../../support/command-line.ts';
import { temporaryFolders } from '../../support/data-folder.ts';

const newFolder = temporaryFolders();
let folder: string;
let client: string;

async function run(...args: string[]): Promise<string> {
  const { code, out } = await runInProcess('clients', clientsCommand, [...args, '--data', folder]);
  expect(code).toBe(0);
  return out;
}

const json = async <T>(...args: string[]) => JSON.parse(await run(...args, '--json')) as T;

beforeEach(async () => {
  folder = newFolder();
  client = (await json<{ client: { id: string } }>('add', '--name', 'desk')).client.id;
});

const TOKEN = /^token: +(\S+)\nid: +(\S+)\n/;

describe('tidemark clients', () => {
  test('token shows a token once, tokens lists it, revoke ends it, rotate keeps it', async () => {
    const shown = await run(
      'token',
      client,
      '--expires',
      '90d',
      '--audience',
      'rest,stream',
      '--scope=read:LX',
    );
    const [, token = '', id = ''] = TOKEN.exec(shown) ?? [];
    expect(shown).toMatch(
      new RegExp(
        `^client id: +${client}\naudiences: +rest stream\nscopes: +read:LX\nexpires at: +\\S+Z$`,
        'm',
      ),
    );
    expect(shown).toContain(`'tidemark clients revoke ${id} --data ${folder}' revokes it.`);
    const { iat = 0, exp = 0, ...claims } = decodeJwt(token);
    expect(exp - iat).toBe(90 * 86_400);
    expect(claims).toMatchObject({
      jti: id,
      scope: 'read:LX',
      aud: ['http://127.0.0.1:8080', 'ws://127.0.0.1:8080'],
    });
    const listed = await run('tokens');
    expect(listed).toMatch(
      /^id +client id +state +audiences +issued at +expires at +revoked at +last used at +scopes\n/,
    );
    expect(listed).toMatch(
      new RegExp(`\n${id}  ${client}  live +rest stream +\\S+Z +\\S+Z +- +never +read:LX\n$`),
    );
    expect(listed).not.toContain(token);
    expect(await run('tokens', client)).toBe(listed);
    expect(await run('rotate', client)).toContain('1 long-lived token of this client stays valid');
    expect(await run('revoke', id)).toBe(`token ${id} of client ${client} revoked\n`);
    expect(await run('tokens')).toMatch(/ {2}revoked {2}.*Z +\S+Z +\S+Z +never +read:LX\n$/);
    expect(await run('rotate', client)).not.toContain('long-lived');
    await expect(run('revoke', id)).rejects.toThrow('is already revoked');
  });

  test('token also accepts an instant, and uses settings of the service for its URLs', async () => {
    const expires = new Date(Math.floor(Date.now() / 1000) * 1000 + 3_600_000).toISOString();
    const args = ['token', client, '--expires', expires, '--base-url', 'https://data.example.com/x'];
    const made = await json<{ token: string; expiresAt: string; audiences: string[] }>(...args);
    expect(made).toMatchObject({ expiresAt: expires, audiences: ['rest'] });
    expect(decodeJwt(made.token)).toMatchObject({
      iss: 'https://data.example.com/x',
      aud: 'https://data.example.com/x',
    });
  });

  test('rotate changes nothing if it cannot show which tokens stay valid: a secret that is not shown is lost', async () => {
    const kept = readFileSync(join(folder, 'clients.json'));
    // A service of a version that does not know the command.
    const asked: string[] = [];
    const hold = await holdDirectory(
      folder,
      async ({ command }) => {
        asked.push(command);
        if (command === 'clients.tokens') throw new OperatorError('does not know the command clients.tokens');
        return { client: { id: client, scopes: [] }, secret: 'new' };
      },
      { onFailure: () => {}, holder: undefined },
    );
    try {
      await expect(run('rotate', client)).rejects.toThrow('does not know the command');
      expect(asked).toEqual(['clients.tokens']);
      expect(readFileSync(join(folder, 'clients.json'))).toEqual(kept);
      // Programs get no message.
      expect(await json('rotate', client)).toMatchObject({ secret: 'new' });
    } finally {
      await hold?.release();
    }
  });

  test('token --url shows a token for URLs with its limits, which tokens lists', async () => {
    const args = ['token', client, '--expires', '1d', '--url', '--scope', 'read:index-ticker'];
    const shown = await run(...args, '--names', 'BTC, BTC_USD', '--rate', '5');
    const [, token = '', id = ''] = TOKEN.exec(shown) ?? [];
    expect(token).toMatch(/^tmu_[\w-]{43}$/);
    expect(shown).toContain('url:         5 per minute, only BTC,BTC_USD\n');
    expect(shown).toContain("Use it in URLs that begin with '/t/TOKEN/', or as a CoinGecko key.");
    const listed = await run('tokens');
    expect(listed).toMatch(/ scopes +url\n/);
    expect(listed).toMatch(/ read:index-ticker +5 per minute, only BTC,BTC_USD\n$/);
    expect(readFileSync(join(folder, 'long-lived-tokens.json'), 'utf8')).not.toContain(token);
    expect(await run('revoke', id)).toBe(`token ${id} of client ${client} revoked\n`);
    expect(await json(...args)).toMatchObject({ url: { perMinute: 120 }, audiences: ['rest'] });
  });

  test.each([
    [['--names', 'BTC'], '--names and --rate are for a token in URLs'],
    [['--rate', '5'], '--names and --rate are for a token in URLs'],
    [['--url', '--audience', 'rest,stream'], 'a token in URLs is for REST'],
    [['--url', '--names', 'BTC,,ETH'], 'must name indices'],
    [['--url', '--rate', '0'], '--rate'],
    [['--url', '--scope', 'read:operations'], 'is not registered for read:operations'],
  ])('token %j is refused', async (args, message) => {
    await expect(run('token', client, '--expires', '1d', ...args)).rejects.toThrow(message);
  });

  test('a token for URLs is for data only', async () => {
    const operations = ['add', '--name', 'ops', '--scope', 'read:operations'];
    const { client: ops } = await json<{ client: { id: string } }>(...operations);
    const args = ['token', ops.id, '--expires', '1d', '--url', '--scope', 'read:operations'];
    await expect(run(...args)).rejects.toThrow('cannot have the scope read:operations');
  });

  test('tokens says so where there are none', async () => {
    expect(await run('tokens')).toBe('no long-lived tokens\n');
    expect(await json('tokens')).toEqual([]);
  });

  test.each([
    [['token'], /give one client id/],
    [['token', 'a', 'b', '--expires', '1d'], /give one client id/],
    [['token', 'a'], /--expires is missing: .* such as 90d \(at most 365d\)/],
    [
      ['token', 'a', '--expires', '1y'],
      /--expires must be a length of time such as 90d or 12h, or a time in UTC .*\(got "1y"\)/,
    ],
    [['token', 'a', '--expires', '2h ago'], /--expires must be a length of time/],
    [
      ['token', 'a', '--expires', '1d', '--audience', 'mail'],
      /--audience must be rest, stream or both.*\(got "mail"\)/,
    ],
    [['token', 'a', '--expires', '1d', '--audience', ','], /--audience must be/],
    [['token', 'a', '--expires', '1d', '--scope', 'read:x'], /unknown scope read:x/],
    [['tokens', 'a', 'b'], /give one client id/],
    [['revoke'], /give the id of one token: 'tidemark clients tokens' shows them/],
  ])('%j is refused with what to do', async (args, message) => {
    await expect(run(...args)).rejects.toThrow(message);
    await expect(run(...args)).rejects.toBeInstanceOf(UsageError);
  });
});
