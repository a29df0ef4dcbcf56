import { join } from 'node:path';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runStoreCommand } from '../../../../../src/app/operate/control/store-command.ts';
import { SystemClock } from '../../../../../src/core/clocks/clock.ts';
import { temporaryFolders } from '../../../../support/data-folder.ts';

const newFolder = temporaryFolders();
const ADD = { command: 'clients.add', arguments: { name: 'one', scopes: [] } };

test('a store is refused where no wing opens one, and nothing is made in the directory', async () => {
  const data = join(newFolder(), 'data');
  const settings = { data, store: 'postgres://db.example.com/tidemark' };
  await expect(runStoreCommand(settings, new SystemClock(), ADD, undefined)).rejects.toThrow(
    'this version keeps clients and keys in the data directory: leave --store out',
  );
  expect(existsSync(data)).toBe(false);
});

test('a store is opened with its tables for the command that comes first, and closed where it fails', async () => {
  const asked: unknown[] = [];
  const openStore = async (store: string, creates: boolean) => {
    asked.push([store, creates]);
    const open = () => {
      throw new Error('not reached');
    };
    return { open, close: async () => void asked.push('closed') };
  };
  const settings = { data: join(newFolder(), 'data'), store: 'postgres://db.example.com/tidemark' };
  await expect(runStoreCommand(settings, new SystemClock(), ADD, openStore)).rejects.toThrow('not reached');
  expect(asked).toEqual([[settings.store, true], 'closed']);
});
