import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { evidence } from '../../../../sdk/src/evidence/index.ts';
import { checkFile } from '../../../../src/cli/receipts/evidence-file.ts';
import { headFile } from '../../../../src/cli/head-files.ts';
import { IN_VERSION_3, quietWorld, receiptsOf } from '../../../support/receipt-worlds.ts';
import { temporaryFolders } from '../../../support/data-folder.ts';

const newFolder = temporaryFolders();
const [receipt] = receiptsOf(quietWorld(IN_VERSION_3, 1), 1000);

function fileOf(name: string, text: string): string {
  const path = join(newFolder(), name);
  writeFileSync(path, text);
  return path;
}

/** JSON.parse uses the last of two. */
function withFirst(text: string, member: string): string {
  return text.replace('"indexId"', `${member},"indexId"`);
}

test.each([
  ['page.html', (r: typeof receipt) => evidence({ receipt: r! })],
  ['receipt.json', (r: typeof receipt) => JSON.stringify(r)],
])('%s in which a key appears twice is not checked', async (name, write) => {
  const sound = write(receipt);
  const checked = await checkFile(fileOf(name, sound));
  expect(checked.parts.find((part) => part.name === 'value')?.state).toBe('right');
  const forged = fileOf(`forged-${name}`, withFirst(sound, '"price":"1"'));
  await expect(checkFile(forged)).rejects.toThrow(
    /forged-.* proves nothing: the key "price" is repeated or reserved/,
  );
});

test('a receipt with 100,000 levels is not checked', async () => {
  const deep = `"unknown":${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const file = fileOf('deep.json', withFirst(JSON.stringify(receipt), deep));
  await expect(checkFile(file)).rejects.toThrow(/nested deeper/);
});

test('a file of heads in which a key appears twice is not checked', () => {
  const head = '{"slot":"2026-12-01T00:00:00.000Z","slot":"2026-12-02T00:00:00.000Z"}';
  expect(() => headFile(fileOf('heads.json', head), '--head')).toThrow(
    /the key "slot" is repeated or reserved/,
  );
});
