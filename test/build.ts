import { spawnSync } from 'node:child_process';

/** Threads and processes under test load compiled files. Type errors are for `npm run check` to report. Every project calls this: the first builds. */
export function setup(): void {
  if (process.env['TEST_BUILD_CHECKED'] !== undefined) return;
  process.env['TEST_BUILD_CHECKED'] = 'yes';
  spawnSync(process.execPath, ['scripts/build.mjs', '--if-needed', '--unchecked'], { stdio: 'ignore' });
}
