import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const LIVE = new URL('../../../dist/src/sources/live/', import.meta.url);

/** Writes to standard error once the process has started, and reports the result. */
const WRITER = `
  const timer = setInterval(() => {
    if (process.listenerCount('disconnect') === 0) return;
    clearInterval(timer);
    process.stderr.write('text\\n', (error) => setImmediate(() => process.send({ code: error?.code })));
  }, 5);
`;

test.each(['collect/process/collector-process.js', 'seed/seed-process.js'])(
  '%s continues when the reader of its standard error has gone',
  async (module) => {
    const child = fork(fileURLToPath(new URL(module, LIVE)), [], {
      execArgv: ['--import', `data:text/javascript,${encodeURIComponent(WRITER)}`],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    try {
      child.stderr?.destroy();
      const ended = once(child, 'exit');
      const outcome = await Promise.race([once(child, 'message'), ended.then(() => 'it has ended')]);
      expect(outcome).toEqual([{ code: 'EPIPE' }, undefined]);
      child.disconnect();
      expect(await ended).toEqual([0, null]);
    } finally {
      child.kill('SIGKILL');
    }
  },
);
