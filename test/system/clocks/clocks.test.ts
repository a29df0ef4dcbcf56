import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';

const CLOCKS = fileURLToPath(new URL('../../../dist/test/system/clocks/clocks.js', import.meta.url));

const CASES = [
  ['back by five minutes and corrected after 35 seconds: ticks go on at once', 'back-corrected'],
  ['back by an hour for good: readiness says why no tick comes, clients are looked after', 'back-kept'],
  ['back by an hour, and a restart: nothing comes before its time', 'back-restarted'],
  ['forward by a day over midnight and corrected: nothing is lost or stored twice', 'forward-corrected'],
] as const;

interface Report {
  readonly name: string;
  readonly slots: readonly string[];
  readonly problems: readonly string[];
}

let code: number | null;
let [stdout, stderr] = ['', ''];

/** The real process under libfaketime while its clock is set. `npm run clocks` runs the whole matrix. */
beforeAll(async () => {
  const child = spawn(process.execPath, [CLOCKS, ...CASES.flatMap(([, name]) => ['--case', name])]);
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  [code] = (await once(child, 'close')) as [number | null];
}, 900_000);

test.each(CASES)('handles a clock that is set %s', (_what, name) => {
  expect(stderr).toBe('');
  const { reports } = JSON.parse(stdout) as { readonly reports: readonly Report[] };
  const own = reports.filter((report) => report.name === name);
  expect(own).toMatchObject([{ problems: [] }]);
  expect(own[0]?.slots.length).toBeGreaterThan(1);
});

test('the exit code reports whether there were problems', () => expect(code).toBe(0));
