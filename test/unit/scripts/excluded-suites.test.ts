import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');

test('suites excluded by scripts/test.mjs are excluded from every project', async () => {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'));
  const excluded = ['test/browser/**', 'test/unit/core/*.test.ts'];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      join(ROOT, 'node_modules/vitest/vitest.mjs'),
      'list',
      '--filesOnly',
      'test/browser',
      'test/unit/core',
      'test/e2e',
    ],
    { cwd: ROOT, env: { ...Object.fromEntries(own), TEST_EXCLUDE: JSON.stringify(excluded) } },
  );
  expect(stdout).toContain('test/e2e/smoke.test.ts');
  expect(stdout).not.toMatch(/test\/(browser|unit\/core)\/[^/]+\.test\.ts/);
});
