import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readAudit } from '../../../../../src/app/operate/audit/audit-log.ts';
import { makeCut } from '../../../../../src/app/operate/backup/cut.ts';
import {
  acquireDirectory,
  runCommand,
  type OwnedDirectory,
} from '../../../../../src/app/operate/control/admin-access.ts';
import { adminHandler } from '../../../../../src/app/operate/control/admin.ts';
import type { IssuedToken, ListedToken } from '../../../../../src/app/operate/control/long-lived-commands.ts';
import { temporaryName } from '../../../../../src/app/directory/temporary-name.ts';
import { secretParts } from '../../../../../src/app/operate/scrub/secret-parts.ts';
import { checkParts } from '../../../../../src/app/operate/scrub/verify-storage.ts';
import type { IssuedSecret } from '../../../../../src/auth/client-registry.ts';
import { DATA_SCOPES, SCOPES } from '../../../../../src/contract/scopes.ts';
import { OperatorError } from '../../../../../src/core/errors.ts';
import { DAY_MS, SECOND_MS } from '../../../../../src/core/time.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';
import { temporaryFolders } from '../../../../support/data-folder.ts';

const NOW = Date.UTC(2026, 0, 31, 12, 0, 0, 250);
const ISSUED = NOW - 250;
const URLS = { baseUrl: 'https://api.example.com', wsUrl: 'wss://stream.example.com' };
const FILE = 'long-lived-tokens.json';
const newFolder = temporaryFolders();

let folder: string;
let clock: ManualClock;
let owned: OwnedDirectory | undefined;
let problems: string[];

async function open(urls = URLS) {
  owned = await acquireDirectory(folder, clock, [], {
    urls,
    onAuditProblem: (problem) => problems.push(problem),
  });
}

async function close() {
  await owned?.close();
  owned = undefined;
}

beforeEach(async () => {
  folder = newFolder();
  clock = new ManualClock(NOW);
  problems = [];
  await open();
});
afterEach(close);

const ask = async <T>(command: string, args: Record<string, unknown> = {}) =>
  (await adminHandler(owned!)({ command, arguments: args, by: { user: 'alice' } })) as T;

async function add(scopes: readonly string[] = SCOPES, expiresAt?: number): Promise<string> {
  const args = { name: 'desk', scopes, ...(expiresAt === undefined ? {} : { expiresAt }) };
  return (await ask<IssuedSecret>('clients.add', args)).client.id;
}

const make = (id: string, args: Record<string, unknown> = {}) =>
  ask<IssuedToken>('clients.token', { id, lifeMs: 90 * DAY_MS, ...args });

const list = (args: Record<string, unknown> = {}) => ask<ListedToken[]>('clients.tokens', args);

const about = (token: string) =>
  readAudit(folder)
    .entries.filter(({ details }) => details['token'] === token)
    .map(({ event, details }) => [event, details]);

const found = async () =>
  (
    await checkParts(
      secretParts(folder, Object.assign(new ManualClock(clock.now()), { wait: async () => {} })),
    )
  ).map(({ file, reason }) => `${file}: ${reason}`);

describe('a new token', () => {
  test('is for REST and has the data scopes of its client, unless others are named', async () => {
    const id = await add();
    const { token, ...made } = await make(id);
    expect(made).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
      clientId: id,
      audiences: ['rest'],
      scopes: DATA_SCOPES,
      kid: owned!.keys.current.kid,
      issuedAt: ISSUED,
      expiresAt: ISSUED + 90 * DAY_MS,
    });
    expect(decodeJwt(token)).toMatchObject({
      aud: URLS.baseUrl,
      jti: made.id,
      exp: made.expiresAt / SECOND_MS,
    });
    const other = await make(id, { audiences: ['stream', 'rest'], scopes: ['read:operations', 'read:LX'] });
    expect(other).toMatchObject({ audiences: ['rest', 'stream'], scopes: ['read:LX', 'read:operations'] });
    expect(decodeJwt(other.token).aud).toEqual([URLS.baseUrl, URLS.wsUrl]);
    expect((await make(id, { scopes: [] })).scopes).toEqual([]);
  });

  test('is recorded, also when it is revoked, and is in no file', async () => {
    const client = await add(['read:LX']);
    const { id, token } = await make(client);
    await ask('clients.revoke', { token: id });
    expect(about(id)).toEqual([
      [
        'clients.token',
        {
          name: 'desk',
          client,
          token: id,
          audiences: ['rest'],
          scopes: ['read:LX'],
          expires: '2026-05-01T12:00:00.000Z',
        },
      ],
      ['clients.revoke', { client, token: id }],
    ]);
    const [, , signature = ''] = token.split('.');
    for (const name of readdirSync(folder).filter((each) => statSync(join(folder, each)).isFile()))
      expect(readFileSync(join(folder, name), 'utf8'), name).not.toContain(signature);
  });

  test('that cannot be recorded is not created, and one that cannot be stored is reported as failed', async () => {
    const id = await add();
    const { record } = owned!.audit;
    owned!.audit.record = () => Promise.reject(new Error('no room'));
    await expect(make(id)).rejects.toThrow('nothing was changed, because it could not be recorded');
    owned!.audit.record = record.bind(owned!.audit);
    owned!.longLived.add = () => Promise.reject(new Error('the disk is full'));
    await expect(make(id)).rejects.toThrow('the disk is full');
    expect(
      readAudit(folder)
        .entries.slice(-2)
        .map(({ event }) => event),
    ).toEqual(['clients.token', 'clients.token.failed']);
    expect(await list()).toEqual([]);
    expect(await found()).toEqual([]);
  });

  test.each<[string, Record<string, unknown>, RegExp]>([
    ['an unknown client', { id: 'tm-x' }, /there is no client tm-x/],
    ['no client', { id: undefined }, /the id of a client is missing/],
    ['no expiry', { lifeMs: undefined }, /the expiry of the token is missing/],
    ['no life', { lifeMs: 0 }, /at least a second/],
    ['an expiry in the past', { lifeMs: undefined, expiresAt: NOW - 1 }, /at least a second/],
    ['more than a year', { lifeMs: 365 * DAY_MS + 1000 }, /at most 365d, but this one .*2027-01-31T12:00:01/],
    [
      'a scope that the client has not',
      { scopes: ['read:operations'] },
      /not registered for read:operations: it has read:LX/,
    ],
    ['a scope that does not exist', { scopes: ['read:x'] }, /known scopes/],
    ['no audience', { audiences: [] }, /audiences among rest, stream/],
    ['an unknown audience', { audiences: ['mail'] }, /audiences among rest, stream/],
  ])('is refused with %s, and nothing is recorded', async (_what, args, reason) => {
    const id = await add(['read:LX']);
    const entries = readAudit(folder).entries.length;
    await expect(make(id, args)).rejects.toThrow(reason);
    await expect(make(id, args)).rejects.toBeInstanceOf(OperatorError);
    expect(readAudit(folder).entries).toHaveLength(entries);
    expect(await list()).toEqual([]);
  });

  test('may be valid for a year, or up to an instant, but not longer than its client', async () => {
    const id = await add(SCOPES, NOW + 365 * DAY_MS);
    expect((await make(id, { lifeMs: 365 * DAY_MS })).expiresAt).toBe(ISSUED + 365 * DAY_MS);
    expect((await make(id, { lifeMs: undefined, expiresAt: NOW + DAY_MS })).expiresAt).toBe(ISSUED + DAY_MS);
    const brief = await add(SCOPES, NOW + DAY_MS);
    await expect(make(brief)).rejects.toThrow(
      /expires at 2026-02-01T12:00:00.250Z: its tokens cannot expire later/,
    );
    await ask('clients.disable', { id });
    await expect(make(id)).rejects.toThrow(/disabled or has expired/);
  });
});

test('tokens are listed with their state, of one client or of all', async () => {
  const ids = [await add(), await add(), await add(), await add()];
  const [a = '', b = '', c = '', d = ''] = ids;
  for (const id of ids) await make(id);
  const revoked = await make(a);
  await make(a, { lifeMs: SECOND_MS });
  await ask('clients.revoke', { token: revoked.id });
  await ask('clients.disable', { id: b });
  await ask('clients.remove', { id: c });
  clock.advance(SECOND_MS);
  const states = async (args?: Record<string, unknown>) =>
    (await list(args)).map(({ clientId, state }) => [ids.indexOf(clientId), state]);
  expect(await states()).toEqual([
    [0, 'live'],
    [1, 'client disabled'],
    [2, 'client removed'],
    [3, 'live'],
    [0, 'revoked'],
    [0, 'expired'],
  ]);
  expect(await states({ id: d })).toEqual([[3, 'live']]);
  await expect(list({ id: 'tm-x' })).rejects.toThrow(/there is no client tm-x/);
});

describe('tokens of a directory', () => {
  test('are created and revoked also if no service runs, with the URLs from the caller', async () => {
    const id = await add();
    const kept = await make(id);
    await close();
    const run = <T>(command: string, args: Record<string, unknown>) =>
      runCommand(folder, clock, { command, arguments: args }) as Promise<T>;
    const args = { id, lifeMs: DAY_MS };
    await expect(run('clients.token', args)).rejects.toThrow('the URLs of the service are missing');
    const urls = { baseUrl: 'http://127.0.0.1:8080', wsUrl: 'ws://127.0.0.1:8080' };
    const made = await run<IssuedToken>('clients.token', { ...args, urls });
    expect(decodeJwt(made.token)).toMatchObject({ iss: urls.baseUrl, aud: urls.baseUrl });
    await run('clients.revoke', { token: kept.id });
    expect((await run<ListedToken[]>('clients.tokens', {})).map(({ state }) => state)).toEqual([
      'revoked',
      'live',
    ]);
    await open();
    expect([owned!.longLived.findValid(kept.id), owned!.longLived.findValid(made.id)?.id]).toEqual([
      undefined,
      made.id,
    ]);
  });

  test('are in a backup, and their last use is stored at the end', async () => {
    const { id } = await make(await add());
    owned!.longLived.recordUse(id);
    await close();
    await open();
    expect((await list()).map(({ lastUsedAt }) => lastUsedAt)).toEqual([NOW]);
    const cut = makeCut({ folder, name: temporaryName('cut'), inputs: false, history: undefined });
    expect(cut.map(({ path }) => path)).toContain(FILE);
  });

  test('that cannot be written at the end do not delay a stop', async () => {
    const { id } = await make(await add());
    owned!.longLived.recordUse(id);
    writeFileSync(join(folder, FILE), '{}');
    const warned = new Promise<Error>((resolve) => process.once('warning', resolve));
    await close();
    expect((await warned).message).toContain('the last use of long-lived tokens could not be saved');
    expect(readFileSync(join(folder, FILE), 'utf8')).toBe('{}');
  });

  test('that were recorded but are missing, as after a crash in between, are reported once', async () => {
    const client = await add();
    await make(client);
    const before = readFileSync(join(folder, FILE));
    const { id } = await make(client);
    await close();
    writeFileSync(join(folder, FILE), before);
    expect(await found()).toEqual([`${FILE}: token ${id} was made, but the file does not have it`]);
    for (const _start of [1, 2]) {
      await open();
      await close();
    }
    expect(problems).toEqual([expect.stringContaining(`token ${id} was recorded as made`)]);
    expect(about(id).map(([event]) => event)).toEqual(['clients.token', 'clients.token.failed']);
    expect(await found()).toEqual([]);
  });
});

describe('verify', () => {
  test('finds nothing if the file matches the log', async () => {
    const client = await add();
    const { id } = await make(client);
    await make(client);
    await ask('clients.revoke', { token: id });
    expect(await found()).toEqual([]);
  });

  test('finds a revoked token in a restored older file, until it has expired', async () => {
    const client = await add();
    const { id } = await make(client);
    const before = readFileSync(join(folder, FILE));
    await ask('clients.revoke', { token: id });
    writeFileSync(join(folder, FILE), before);
    expect(await found()).toEqual([`${FILE}: token ${id} was revoked, but not in the file`]);
    clock.advance(90 * DAY_MS);
    expect(await found()).toEqual([]);
  });

  test('finds a missing or damaged file', async () => {
    await make(await add());
    rmSync(join(folder, FILE));
    expect(await found()).toEqual([`${FILE}: the file is missing`]);
    writeFileSync(join(folder, FILE), '{"format":1,"tokens":[]}');
    expect(await found()).toEqual([
      expect.stringMatching(/^long-lived-tokens\.json: does not match its checksum/),
    ]);
  });
});
