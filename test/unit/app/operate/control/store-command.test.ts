import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readAudit } from '../../../../../src/app/operate/audit/audit-log.ts';
import { runStoreCommand } from '../../../../../src/app/operate/control/store-command.ts';
import type { LongLivedTokenStore } from '../../../../../src/auth/tokens/long-lived-token.ts';
import { SystemClock } from '../../../../../src/core/clocks/clock.ts';
import { temporaryFolders } from '../../../../support/data-folder.ts';
import { MemoryClientStore, MemoryKeyStore } from '../../../../support/memory-secrets.ts';

const newFolder = temporaryFolders();
const ADD = { command: 'clients.add', arguments: { name: 'one', scopes: [] } };

const STORE = { module: 'file:///nowhere.js', address: 'postgres://db.example.com/tidemark' };

test('a store whose module cannot be loaded is an error', async () => {
  const settings = { data: join(newFolder(), 'data'), store: STORE };
  await expect(runStoreCommand(settings, new SystemClock(), ADD)).rejects.toThrow('nowhere');
});

test('a store is opened with its tables for the first command, and closed if that fails', async () => {
  const asked: unknown[] = [];
  const openSecrets = async (store: string, creates: boolean) => {
    asked.push([store, creates]);
    const open = () => {
      throw new Error('not reached');
    };
    return { open, close: async () => void asked.push('closed') };
  };
  const settings = { data: join(newFolder(), 'data'), store: STORE };
  const load = async () => ({ openSecrets });
  await expect(runStoreCommand(settings, new SystemClock(), ADD, load)).rejects.toThrow('not reached');
  expect(asked).toEqual([[STORE.address, true], 'closed']);
});

const noTokens: LongLivedTokenStore = {
  read: async () => [],
  change: async () => undefined,
  saveUses: async () => undefined,
  usesInOtherProcesses: async () => new Map(),
  onChange: () => () => undefined,
};

test('the operator of a store sees no token counts, which nodes have, and can disable their demo client', async () => {
  const clients = Object.assign(new MemoryClientStore(), { isShared: true });
  const open = () => ({
    keys: new MemoryKeyStore(),
    integrityKeys: new MemoryKeyStore(),
    longLived: noTokens,
    createsFirstKeys: false,
    openClients: async () => clients,
    files: [],
    shared: { seenWithinMs: 0, look: async () => undefined },
    close: () => undefined,
  });
  const load = async () => ({ openSecrets: async () => ({ open, close: async () => undefined }) });
  const settings = { data: join(newFolder(), 'data'), store: STORE };
  const run = (command: string, args = {}) =>
    runStoreCommand(settings, new SystemClock(), { command, arguments: args }, load);
  await run('clients.add', ADD.arguments);
  await run('clients.disable', { id: 'demo' });
  const listed = (await run('clients.list')) as object[];
  expect(listed).toMatchObject([{ name: 'one' }, { id: 'demo', disabled: true }]);
  for (const client of listed) expect(client).not.toHaveProperty('tokensIssued');
  const audited = readAudit(settings.data).entries.map(({ event, details }) => [event, details['client']]);
  expect(audited.at(-1)).toEqual(['clients.disable', 'demo']);
  await run('clients.enable', { id: 'demo' });
  await expect(run('clients.enable', { id: 'demo' })).rejects.toThrow('client demo is not disabled');
});
