import { spawnSync } from 'node:child_process';

/** Threads and processes under test load compiled files. Type errors are for `npm run check` to report. */
export function setup(): void {
  spawnSync(process.execPath, ['scripts/build.mjs', '--if-needed'], { stdio: 'ignore' });
}
