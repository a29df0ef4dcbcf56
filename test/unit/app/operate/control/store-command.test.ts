import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runStoreCommand } from '../../../../../src/app/operate/control/store-command.ts';
import { SystemClock } from '../../../../../src/core/clocks/clock.ts';
import { temporaryFolders } from '../../../../support/data-folder.ts';

const newFolder = temporaryFolders();
const ADD = { command: 'clients.add', arguments: { name: 'one', scopes: [] } };

const STORE = { module: 'file:///nowhere.js', address: 'postgres://db.example.com/tidemark' };

test('a store whose module cannot be loaded is an error', async () => {
  const settings = { data: join(newFolder(), 'data'), store: STORE };
  await expect(runStoreCommand(settings, new SystemClock(), ADD)).rejects.toThrow('nowhere');
});

test('a store is opened with its tables for the command that comes first, and closed where it fails', async () => {
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
