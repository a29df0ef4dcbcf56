import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import {
  acquireDirectory,
  type OwnedDirectory,
} from '../../../../../src/app/operate/control/admin-access.ts';
import { adminHandler, type AddedCommand } from '../../../../../src/app/operate/control/admin.ts';
import { readAudit } from '../../../../../src/app/operate/audit/audit-log.ts';
import { CommandRefused } from '../../../../../src/app/directory/control-socket.ts';
import type { IssuedSecret } from '../../../../../src/auth/client-registry.ts';
import { SystemClock } from '../../../../../src/core/clocks/clock.ts';
import { OperatorError } from '../../../../../src/core/errors.ts';
import { temporaryFolders } from '../../../../support/data-folder.ts';

const newFolder = temporaryFolders();
const BY = { user: 'alice', uid: 1000 };
let owned: OwnedDirectory | undefined;
afterEach(async () => {
  await owned?.close();
  owned = undefined;
});

async function open(commands: [string, AddedCommand][] = []) {
  const folder = newFolder();
  const problems: string[] = [];
  const directory = await acquireDirectory(folder, new SystemClock(), [], {
    commands,
    onAuditProblem: (problem) => problems.push(problem),
  });
  owned = directory;
  const ask = (command: string, args: Record<string, unknown> = {}) =>
    adminHandler(directory)({ command, arguments: args, by: BY });
  /** Entries without that of the first key, which every new directory gets. */
  const recorded = () =>
    (readAudit(folder)?.entries ?? [])
      .filter(({ event }) => event !== 'keys.create')
      .map(({ event, by, details }) => [event, by, details]);
  return { folder, directory, problems, ask, recorded };
}

const add = (ask: (command: string, args: Record<string, unknown>) => Promise<unknown>) =>
  ask('clients.add', { name: 'desk', scopes: ['read:LX'] }) as Promise<IssuedSecret>;

describe('a change', () => {
  test('is recorded with its author and content', async () => {
    const { ask, recorded } = await open();
    const { client } = await add(ask);
    await ask('clients.rotate', { id: client.id });
    await ask('clients.disable', { id: client.id });
    await ask('clients.enable', { id: client.id });
    await ask('clients.set', { id: client.id, name: 'pit', scopes: [], expiresAt: Date.UTC(2100, 0, 1) });
    await ask('clients.set', { id: client.id, expiresAt: null });
    await ask('clients.remove', { id: client.id });
    const { kid } = (await ask('keys.rotate')) as { kid: string };
    const named = { client: client.id, name: 'desk' };
    expect(recorded()).toEqual([
      ['clients.add', BY, { ...named, scopes: ['read:LX'] }],
      ['clients.rotate', BY, named],
      ['clients.disable', BY, named],
      ['clients.enable', BY, named],
      ['clients.set', BY, { ...named, newName: 'pit', scopes: [], expires: '2100-01-01T00:00:00.000Z' }],
      ['clients.set', BY, { ...named, name: 'pit', expires: 'never' }],
      ['clients.remove', BY, { ...named, name: 'pit' }],
      ['keys.rotate', BY, { kid }],
    ]);
  });

  test('leaves no secret in the log', async () => {
    const { folder, ask } = await open();
    const { client, secret } = await add(ask);
    const rotated = (await ask('clients.rotate', { id: client.id })) as IssuedSecret;
    await ask('keys.rotate');
    const log = readFileSync(join(folder, 'audit.log'), 'utf8');
    const { keys } = JSON.parse(readFileSync(join(folder, 'signing-keys.json'), 'utf8')) as {
      keys: { privateJwk: { d: string } }[];
    };
    for (const hidden of [secret, rotated.secret, ...keys.map(({ privateJwk }) => privateJwk.d)])
      expect(log).not.toContain(hidden);
    expect(keys).toHaveLength(2);
  });

  test('that is refused is not recorded, because nothing has changed', async () => {
    const { ask, recorded } = await open();
    await expect(ask('clients.disable', { id: 'tm-nobody' })).rejects.toThrow(OperatorError);
    await expect(ask('clients.set', { id: 'tm-nobody', name: 'x' })).rejects.toThrow(OperatorError);
    await expect(ask('clients.add', { name: 'desk', scopes: ['read:nothing'] })).rejects.toThrow(
      OperatorError,
    );
    expect(recorded()).toEqual([]);
  });

  test('that cannot be recorded is not made', async () => {
    const { directory, ask, recorded } = await open();
    const { client, secret } = await add(ask);
    const { kid } = directory.keys.current;
    directory.audit.record = () => Promise.reject(new Error('no room'));
    const refused = new OperatorError(
      'nothing was changed, because it could not be recorded in audit.log: no room',
    );
    await expect(ask('clients.disable', { id: client.id })).rejects.toThrow(refused);
    await expect(ask('clients.remove', { id: client.id })).rejects.toThrow(refused);
    await expect(ask('clients.rotate', { id: client.id })).rejects.toThrow(refused);
    await expect(add(ask)).rejects.toThrow(refused);
    await expect(ask('keys.rotate')).rejects.toThrow(refused);
    expect(directory.clients.list()).toEqual([client]);
    expect(directory.clients.authenticate(client.id, secret)).toEqual(client);
    expect(directory.keys.current.kid).toBe(kid);
    expect(recorded()).toHaveLength(1);
  });

  test('that fails after it was recorded is reported as failed', async () => {
    const { directory, ask, recorded } = await open();
    const { client } = await add(ask);
    directory.clients.disable = () => {
      throw new Error('the disk is full');
    };
    await expect(ask('clients.disable', { id: client.id })).rejects.toThrow('the disk is full');
    expect(recorded().map(([event]) => event)).toEqual([
      'clients.add',
      'clients.disable',
      'clients.disable.failed',
    ]);
  });
});

describe('a change of a client', () => {
  test.each([
    [{}, 'no change was given'],
    [{ name: '' }, 'the change is not valid'],
    [{ scopes: ['read:nothing'] }, 'the change is not valid'],
    [{ scopes: 'read:LX' }, 'the change is not valid'],
    [{ expiresAt: 'tomorrow' }, 'the change is not valid'],
  ])('%j is refused and not recorded', async (change, why) => {
    const { ask, recorded, directory } = await open();
    const { client } = await add(ask);
    await expect(ask('clients.set', { id: client.id, ...change })).rejects.toThrow(why);
    expect(recorded()).toHaveLength(1);
    expect(directory.clients.list()).toEqual([client]);
  });

  test('keeps all other members, and the secret', async () => {
    const { ask, directory } = await open();
    const { client, secret } = await add(ask);
    const changed = await ask('clients.set', { id: client.id, name: 'pit' });
    expect(changed).toEqual({ ...client, name: 'pit' });
    expect(directory.clients.authenticate(client.id, secret)).toEqual(changed);
  });

  test('that enables one which is not disabled is refused', async () => {
    const { ask, recorded } = await open();
    const { client } = await add(ask);
    await expect(ask('clients.enable', { id: client.id })).rejects.toThrow('is not disabled');
    expect(recorded()).toHaveLength(1);
  });
});

test('keys are listed with their purpose, and without their secrets', async () => {
  const { ask, directory } = await open();
  const first = directory.keys.current.kid;
  const { kid } = (await ask('keys.rotate')) as { kid: string };
  const when = expect.any(Number) as unknown;
  expect(await ask('keys.list')).toEqual([
    { kid: first, use: 'tokens', createdAt: when, retiredAt: when },
    { kid, use: 'tokens', createdAt: when },
    { kid: directory.integrityKeys.current.kid, use: 'heads', createdAt: when },
  ]);
});

describe('a command of another part', () => {
  test('is recorded with its arguments and result, and nothing else', async () => {
    const outcome = { added: 3, replaced: 0, unchanged: 1, refused: 0, examples: ['x'] };
    const { ask, recorded } = await open([
      ['import.ohlcv', () => outcome],
      ['backup.cut', () => ({ files: [] })],
      ['backfill', () => ({ outcome: 'covered', days: { largest: 200, everything: 5 }, state: {} })],
      ['status', () => 'fine'],
    ]);
    expect(await ask('import.ohlcv', { name: 'import-1', file: '/a.csv', replace: false })).toBe(outcome);
    await ask('backup.cut', { name: 'cut-1', target: '/backups', inputs: true });
    await ask('backfill', { days: 3 });
    expect(await ask('status')).toBe('fine');
    expect(recorded()).toEqual([
      [
        'import.ohlcv',
        BY,
        { file: '/a.csv', replace: false, added: 3, replaced: 0, unchanged: 1, refused: 0 },
      ],
      ['backup', BY, { target: '/backups', inputs: true }],
      ['backfill', BY, { days: 3, outcome: 'covered', plan: { largest: 200, everything: 5 } }],
    ]);
  });

  test('that fails is recorded as failed, but not if it was never accepted', async () => {
    const { ask, recorded } = await open([
      ['backfill', () => Promise.reject(new OperatorError('no'))],
      ['import.ohlcv', () => Promise.reject(new CommandRefused())],
    ]);
    await expect(ask('backfill', { days: 3 })).rejects.toThrow('no');
    await expect(ask('import.ohlcv', { file: '/a.csv' })).rejects.toThrow(CommandRefused);
    expect(recorded()).toEqual([['backfill.failed', BY, { days: 3 }]]);
  });

  test('is executed even if it cannot be recorded, which is reported', async () => {
    const { directory, ask, problems } = await open([['backup.cut', () => 'cut']]);
    directory.audit.record = () => Promise.reject(new Error('no room'));
    expect(await ask('backup.cut')).toBe('cut');
    expect(problems).toEqual(['backup could not be recorded in the audit log: no room']);
  });
});

test('the first keys of a directory are recorded', async () => {
  const { folder, directory } = await open();
  const entries = readAudit(folder)?.entries ?? [];
  expect(entries.map(({ event, details }) => [event, details])).toEqual([
    ['keys.create', { kid: directory.keys.current.kid }],
    ['keys.create', { kid: directory.integrityKeys.current.kid, purpose: 'integrity' }],
  ]);
});
