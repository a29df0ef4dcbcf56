import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { Maintenance, MAINTENANCE_FILE } from '../../../../../src/app/operate/maintenance/maintenance.ts';
import { maintenanceMetrics } from '../../../../../src/app/operate/maintenance/maintenance-metrics.ts';
import { temporaryFolders } from '../../../../support/data-folder.ts';

const newFolder = temporaryFolders();

async function metricsOf(folder: string): Promise<string[]> {
  const registry = new Registry();
  maintenanceMetrics(registry, new Maintenance(folder));
  return (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

const verified = (isSound: boolean, isWhole: boolean) => ({ isSound, isWhole });

test('a directory that was never backed up nor verified says so', async () => {
  expect(await metricsOf(newFolder())).toEqual([
    'tidemark_backup_timestamp_seconds 0',
    'tidemark_verify_timestamp_seconds 0',
    'tidemark_verify_failed 0',
  ]);
});

test('the last backup and the last verification are known after a restart', async () => {
  const folder = newFolder();
  const maintenance = new Maintenance(folder);
  maintenance.recordBackup(60_000);
  maintenance.recordVerification(90_000, verified(false, true));
  expect(await metricsOf(folder)).toEqual([
    'tidemark_backup_timestamp_seconds 60',
    'tidemark_verify_timestamp_seconds 90',
    'tidemark_verify_failed 1',
  ]);
  maintenance.recordBackup(120_000);
  expect(new Maintenance(folder).backupAt).toBe(120_000);
});

test('a failure stays until a verification of the whole directory succeeds', () => {
  const maintenance = new Maintenance(newFolder());
  maintenance.recordVerification(1000, verified(true, false));
  expect(maintenance.verified).toEqual({ at: 1000, failed: false });
  maintenance.recordVerification(2000, verified(false, false));
  expect(maintenance.verified).toEqual({ at: 2000, failed: true });
  maintenance.recordVerification(3000, verified(true, false));
  expect(maintenance.verified).toEqual({ at: 3000, failed: true });
  maintenance.recordVerification(4000, verified(true, true));
  expect(maintenance.verified).toEqual({ at: 4000, failed: false });
});

test('a damaged file counts as nothing done, and is replaced', () => {
  const folder = newFolder();
  const file = join(folder, MAINTENANCE_FILE);
  new Maintenance(folder).recordBackup(60_000);
  writeFileSync(file, readFileSync(file, 'utf8').replace('60000', '70000'));
  const maintenance = new Maintenance(folder);
  expect(maintenance.backupAt).toBeUndefined();
  maintenance.recordBackup(90_000);
  expect(new Maintenance(folder).backupAt).toBe(90_000);
});
