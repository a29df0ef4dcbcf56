import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { AlertFile } from '../../../../src/alerts/store/alert-file.ts';
import type { AlertChange } from '../../../../src/alerts/store/alert-store.ts';
import { secretParts } from '../../../../src/app/operate/scrub/secret-parts.ts';
import { above, alertRule, endpoint } from '../../../support/alert-rules.ts';
import { temporaryFolders } from '../../../support/data-folder.ts';

const newFolder = temporaryFolders(afterAll);
const FILES = ['alerts.log', 'alert-endpoints.json'];

async function folderWith(...changes: readonly AlertChange[]): Promise<string> {
  const folder = newFolder();
  const file = await AlertFile.open({ folder, quarantine: {} as never, onProblem: () => undefined });
  for (const change of changes) await file.commit(() => ({ changes: [change], result: undefined }));
  await file.close();
  return folder;
}

/** What `tidemark verify` and the daily check find in the two files. */
async function findingsIn(folder: string): Promise<readonly string[]> {
  const parts = secretParts(folder).filter(({ name }) => FILES.includes(name));
  expect(parts.map(({ name }) => name)).toEqual(FILES);
  const found: string[] = [];
  for (const part of parts)
    for (const { file, reason } of await part.check(async () => {})) found.push(`${file}: ${reason}`);
  return found;
}

const RULE: AlertChange = { put: 'rule', rule: alertRule(above('1'), { endpointIds: ['endpoint-1'] }) };
const ENDPOINT: AlertChange = { put: 'endpoint', endpoint: endpoint() };

test('sound files, and none, have no findings', async () => {
  expect(await findingsIn(newFolder())).toEqual([]);
  expect(await findingsIn(await folderWith(ENDPOINT, RULE))).toEqual([]);
  expect(await findingsIn(await folderWith(ENDPOINT, { remove: 'endpoint', id: 'endpoint-1' }))).toEqual([]);
});

test('a damaged line of the log is found', async () => {
  const folder = await folderWith(ENDPOINT, RULE, { put: 'evaluated', at: 30_000 });
  const path = join(folder, 'alerts.log');
  writeFileSync(path, readFileSync(path, 'utf8').replace('"at":30000', '"at":30001'));
  expect(await findingsIn(folder)).toEqual([
    'alerts.log: line 3 is damaged: an alert or a delivery in it is lost',
  ]);
});

test('endpoints that do not match their checksum are found', async () => {
  const folder = await folderWith(ENDPOINT, RULE);
  const path = join(folder, 'alert-endpoints.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace('hooks.example.com', 'hooks.example.org'));
  expect(await findingsIn(folder)).toEqual([expect.stringContaining('alert-endpoints.json: is damaged')]);
});

test('a missing file of endpoints is found by the alerts that name them', async () => {
  const folder = await folderWith(ENDPOINT, RULE);
  rmSync(join(folder, 'alert-endpoints.json'));
  expect(await findingsIn(folder)).toEqual([
    'alert-endpoints.json: alerts name the endpoint endpoint-1, which is not in the file',
  ]);
});
