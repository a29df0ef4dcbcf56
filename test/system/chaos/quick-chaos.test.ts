import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const PROGRAM = fileURLToPath(new URL('../../../dist/test/system/chaos/chaos.js', import.meta.url));
/** Three minutes where the machine does nothing else. */
const WITHIN_MS = 600_000;

test(
  'a service in several processes loses, doubles and alters nothing when its leader, a NATS server, all of NATS and the PostgreSQL primary die, and when a clock jumps',
  { timeout: WITHIN_MS },
  async ({ signal }) => {
    const seed = String(Math.floor(Math.random() * 1e6));
    const run = spawn(process.execPath, [PROGRAM, '--quick', '--seed', seed], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    signal.addEventListener('abort', () => run.kill('SIGTERM'));
    let [out, err] = ['', ''];
    run.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    run.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    const [code] = (await once(run, 'close')) as [number | null];
    // The seed, what this machine does not permit, and what happened when.
    process.stderr.write(`${err}\n${out}`);
    expect({ code, said: code === 0 ? '' : `${err}\n${out}` }).toEqual({ code: 0, said: '' });
    for (const fault of ['leader', 'nats', 'wipe', 'promote', 'clock'])
      expect(out).toMatch(new RegExp(`^${fault} +[12] `, 'm'));
    expect(out).toMatch(/^deposed +1 /m);
    expect(out).toMatch(/^a broken fence: caught: (fence|chain|doubled|different|unstored): /m);
  },
);
