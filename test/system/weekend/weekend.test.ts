import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const WEEKEND = fileURLToPath(new URL('../../../dist/test/system/weekend/weekend.js', import.meta.url));

/** `npm run weekend` runs all hours. */
test(
  'hours of operation stay within the disk budget and lose only old inputs',
  { timeout: 900_000 },
  async () => {
    const child = spawn(process.execPath, [
      WEEKEND,
      '--hours',
      '2',
      '--max-disk-mib',
      '24',
      '--held-mib',
      // Leaves room for little more than an hour of inputs.
      '10',
    ]);
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    const [code] = (await once(child, 'close')) as [number | null];
    expect(stderr).toBe('');
    const report = JSON.parse(stdout) as { readonly droppedHours: number };
    expect(report).toMatchObject({ problems: [], different: 0 });
    expect(report.droppedHours).toBeGreaterThan(0);
    expect(code).toBe(0);
  },
);
