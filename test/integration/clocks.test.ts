import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const CLOCKS = fileURLToPath(new URL('../../dist/bench/clocks.js', import.meta.url));

/** The real process under libfaketime, while its clock is set. `npm run clocks` does the same with the whole matrix. */
test.concurrent.each([
  ['back by five minutes and corrected after 35 seconds: ticks go on at once', 'back-corrected'],
  ['back by an hour for good: readiness says why no tick comes, clients are looked after', 'back-kept'],
  ['back by an hour, and a restart: nothing comes before its time', 'back-restarted'],
  ['forward by a day over midnight and corrected: nothing is lost or stored twice', 'forward-corrected'],
])('a clock that is set %s', { timeout: 240_000 }, async (_what, name) => {
  const child = spawn(process.execPath, [CLOCKS, '--case', name]);
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const [code] = (await once(child, 'close')) as [number | null];
  expect(stderr).toBe('');
  const { reports } = JSON.parse(stdout) as {
    reports: { name: string; slots: string[]; problems: string[] }[];
  };
  expect(reports).toMatchObject([{ name, problems: [] }]);
  expect(reports[0]?.slots.length).toBeGreaterThan(1);
  expect(code).toBe(0);
});
