import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { countsOf } from './counts.ts';
import { FAULTS } from './faults.ts';

const PROGRAM = fileURLToPath(new URL('../../../dist/test/system/chaos/chaos.js', import.meta.url));
/** It takes eight minutes. */
const WITHIN_MS = 900_000;
/** The same faults in each run, so that what fails can be looked for; `npm run chaos` draws a seed each time. */
const SEED = '8';
/** Tests that run beside it would make ticks late. */
const BEFORE_OTHERS = -10;

test(
  'a service in several processes loses, doubles and alters nothing, and an auditor can verify all of it, with 22 faults in at least 12 slots and the end of a day',
  { timeout: WITHIN_MS },
  async ({ signal }) => {
    const folder = mkdtempSync(join(tmpdir(), 'tidemark-quick-chaos-'));
    const json = join(folder, 'counts.json');
    const kept = join(folder, 'kept');
    try {
      // `test/postgres/broken-fence.test.ts` and `npm run chaos -- --quick`, which has all faults in 20 slots, show that a broken fence is caught.
      const args = [PROGRAM, '--short', '--no-broken-fence', '--seed', SEED, '--json', json, '--keep', kept];
      const run = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
      if (run.pid !== undefined && process.getuid?.() === 0) setPriority(run.pid, BEFORE_OTHERS);
      signal.addEventListener('abort', () => run.kill('SIGTERM'));
      let [out, err] = ['', ''];
      run.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
      run.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
      const [code] = (await once(run, 'close')) as [number | null];
      // The seed, faults that this machine does not permit, and the times of all faults.
      process.stderr.write(`${err}\n${out}`);
      if (code !== 0) process.stderr.write(lastLines(kept));
      expect({ code, said: code === 0 ? '' : `${err}\n${out}` }).toEqual({ code: 0, said: '' });
      const counts = JSON.parse(readFileSync(json, 'utf8')) as ReturnType<typeof countsOf>;
      expect(counts).toMatchObject({ violations: 0 });
      expect(counts.slots).toBeGreaterThanOrEqual(12);
      const isImpossible = (name: string) => err.includes(`!!! not possible on this machine: ${name}`);
      const due = FAULTS.filter(({ name, testedBy }) => testedBy === undefined && !isImpossible(name));
      for (const { name } of due)
        expect({ name, hits: counts.byFault[name]?.slotsHit }).toEqual({
          name,
          hits: expect.any(Number) as number,
        });
      for (const { slotsHit } of Object.values(counts.byFault)) expect(slotsHit).toBeGreaterThan(0);
      for (const name of ['daysJudged', 'answersCompared', 'headsCompared', 'windowsOfTrades'] as const)
        expect(counts[name]).toBeGreaterThan(0);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

/** The end of each node's log, where a process that died reports the reason. */
function lastLines(folder: string): string {
  if (!existsSync(folder)) return '';
  const logs = readdirSync(folder).filter((name) => name.endsWith('.log'));
  return logs
    .map((name) => `${name}:\n${readFileSync(join(folder, name), 'utf8').split('\n').slice(-6).join('\n')}\n`)
    .join('');
}
