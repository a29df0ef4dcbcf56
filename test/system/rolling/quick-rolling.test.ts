import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const PROGRAM = fileURLToPath(new URL('../../../dist/test/system/rolling/rolling.js', import.meta.url));
/** It takes 55 to 85 seconds on an idle machine, mostly waiting for slots. */
const WITHIN_MS = 900_000;

test(
  'nodes of two versions form one cluster: no slot is lost, doubled or different while nodes are upgraded one by one, and a node with another message format is refused',
  { timeout: WITHIN_MS },
  async ({ signal }) => {
    const run = spawn(process.execPath, [PROGRAM, '--quick'], { stdio: ['ignore', 'pipe', 'pipe'] });
    signal.addEventListener('abort', () => run.kill('SIGTERM'));
    let said = '';
    for (const output of [run.stdout, run.stderr])
      output.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const [code] = (await once(run, 'close')) as [number | null];
    expect({ code, said: code === 0 ? '' : said }).toEqual({ code: 0, said: '' });
    for (const node of ['serve-1', 'serve-2', 'collect-1', 'compute-1', 'compute-2'])
      expect(said).toMatch(new RegExp(`${node} runs \\d+\\.\\d+\\.0`));
    expect(said).toMatch(/exchange messages in format \w+, and this version of Tidemark in format TMP9/);
    expect(said).toMatch(/compute-1 verified [1-9]\d* values\ncompute-2 verified [1-9]\d* values/);
  },
);
