import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ALERT_FILE } from '../../../src/alerts/store/alert-file.ts';
import { temporaryFolders } from '../../support/data-folder.ts';
import { startService } from '../../support/service.ts';
import { STANDING_WORLD } from '../../support/standing-world.ts';

const newFolder = temporaryFolders(afterAll);

test('damage of the alerts counts from the start', async () => {
  const folder = newFolder();
  const start = () => startService({ past: false, folder, argv: STANDING_WORLD.argv });
  const sound = await start();
  await sound.close();
  const file = join(folder, ALERT_FILE);
  const content = readFileSync(file, 'utf8');
  writeFileSync(file, `damaged\n${content}`);
  const service = await start();
  try {
    const metrics = await (await fetch(`${service.baseUrl}/metrics`)).text();
    expect(metrics).toContain('\ntidemark_storage_damaged_blocks 1\n');
    expect(service.logLines.join('')).toContain('the log of alerts is damaged');
  } finally {
    await service.close();
  }
});
