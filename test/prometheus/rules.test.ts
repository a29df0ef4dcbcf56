import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolders } from '../support/data-folder.ts';
import { promtool } from '../support/prometheus-server.ts';

const FOLDER = 'deploy/prometheus';
const newFolder = temporaryFolders();

function copied(): string {
  const folder = newFolder();
  cpSync(FOLDER, folder, { recursive: true });
  return folder;
}

test('promtool accepts the configuration', () => {
  const folder = copied();
  for (const name of ['operations', 'prices']) writeFileSync(join(folder, `tidemark-${name}.token`), 'token');
  const { code, output } = promtool('check', 'config', '--lint-fatal', join(folder, 'prometheus.yml'));
  expect([code, output]).toEqual([0, expect.stringContaining('SUCCESS')]);
});

describe('the tests of the rules', () => {
  test.each(readdirSync(join(FOLDER, 'tests')))('%s', (name) => {
    const { code, output } = promtool('test', 'rules', join(FOLDER, 'tests', name));
    expect([code, output]).toEqual([0, expect.stringContaining('SUCCESS')]);
  });

  test('fail if an alert never fires', () => {
    const folder = copied();
    const rules = join(folder, 'rules', 'storage.yml');
    writeFileSync(
      rules,
      readFileSync(rules, 'utf8').replace('tidemark_lost_ticks > 0', 'tidemark_lost_ticks > 9'),
    );
    const { code, output } = promtool('test', 'rules', join(folder, 'tests', 'storage.yml'));
    expect([code, output]).toEqual([1, expect.stringContaining('TidemarkLostTicks')]);
  });
});
