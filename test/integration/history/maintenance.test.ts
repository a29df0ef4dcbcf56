import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backUp } from '../../../src/app/operate/backup/backup.ts';
import { MAINTENANCE_FILE } from '../../../src/app/operate/maintenance/maintenance.ts';
import { SystemClock } from '../../../src/core/clocks/clock.ts';
import { CommandSession } from '../../support/command-session.ts';
import { temporaryFolders } from '../../support/data-folder.ts';
import { startService, type TestService } from '../../support/service.ts';
import { STANDING_WORLD } from '../../support/standing-world.ts';

const newFolder = temporaryFolders(afterAll);
const commands = new CommandSession();
const data = newFolder();
const start = () => startService({ past: false, folder: data, argv: STANDING_WORLD.argv });

let service: TestService;
beforeAll(async () => {
  service = await start();
});
afterAll(() => service.close());

/** The metrics about backups and verifications, by name without `tidemark_`. */
async function shown(): Promise<Record<string, number>> {
  const metrics = await (await fetch(`${service.baseUrl}/metrics`)).text();
  const lines = metrics.matchAll(/^tidemark_((?:backup|verify)_\w+) (\S+)$/gm);
  return Object.fromEntries([...lines].map(([, name, value]) => [name, Number(value)]));
}

const backup = () => backUp({ data, target: newFolder(), inputs: false, clock: new SystemClock() });
const seconds = () => Date.now() / 1000;

test('metrics show when a backup was made, of a running service and of a stopped one', async () => {
  expect(await shown()).toMatchObject({ backup_timestamp_seconds: 0 });
  const before = seconds();
  expect((await backup()).note).toBeUndefined();
  const { backup_timestamp_seconds: first } = await shown();
  expect(first).toBeGreaterThanOrEqual(Math.floor(before));
  await service.close();
  const stopped = seconds();
  expect((await backup()).note).toBeUndefined();
  service = await start();
  const { backup_timestamp_seconds: second } = await shown();
  expect(second).toBeGreaterThanOrEqual(Math.floor(stopped));
});

test('a backup that cannot be recorded is good all the same, and says so', async () => {
  await service.close();
  const file = join(data, MAINTENANCE_FILE);
  const stored = readFileSync(file);
  rmSync(file);
  mkdirSync(file);
  const { note, files } = await backup();
  expect(files).toBeGreaterThan(5);
  expect(note).toContain('the backup is complete, but tidemark_backup_timestamp_seconds does not show it');
  rmSync(file, { recursive: true });
  writeFileSync(file, stored);
  service = await start();
});

test('metrics show how a verification ended while the service ran', async () => {
  expect(await shown()).toMatchObject({ verify_timestamp_seconds: 0, verify_failed: 0 });
  const before = seconds();
  const verified = await commands.run(['verify', '--data', data]);
  expect([verified.code, verified.stderr]).toEqual([0, '']);
  const { verify_timestamp_seconds: at, verify_failed: failed } = await shown();
  expect([at! >= Math.floor(before), failed]).toEqual([true, 0]);
  const gaps = join(data, 'gaps-count.json');
  const stored = readFileSync(gaps);
  writeFileSync(gaps, 'damaged');
  expect((await commands.run(['verify', '--storage', '--data', data])).code).toBe(1);
  expect(await shown()).toMatchObject({ verify_failed: 1 });
  writeFileSync(gaps, stored);
  expect((await commands.run(['verify', '--storage', '--data', data])).code).toBe(0);
  expect(await shown()).toMatchObject({ verify_failed: 1 });
  expect((await commands.run(['verify', '--data', data])).code).toBe(0);
  expect(await shown()).toMatchObject({ verify_failed: 0 });
});
