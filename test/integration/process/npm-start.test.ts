import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { processTree, signalAll, untilGone } from '../../support/process-tree.ts';
import { eventually, Tidemark } from '../../support/tidemark-process.ts';

// npm runs a script in a shell and sends SIGTERM to that shell: `exec` in the script replaces the shell with the service.

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const READY_MS = 50_000;
const tidemark = new Tidemark();

let npm: ChildProcess;
let stderr = '';
let pids: readonly number[] = [];
afterEach(() => signalAll(pids, 'SIGKILL'));

/** The port of a service started as in the README. */
async function npmStart(): Promise<number> {
  const args = ['--world', 'small', '--port', '0', '--backfill', 'off', '--data', tidemark.newFolder()];
  npm = spawn('npm', ['start', '--', ...args], {
    cwd: ROOT,
    // A separate process group, as a shell creates for a job.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '', HOME: tmpdir(), npm_config_update_notifier: 'false' },
  });
  let stdout = '';
  stderr = '';
  npm.stderr!.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  npm.stdout!.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  const ready = () => /^tidemark ready http:\/\/127\.0\.0\.1:(\d+) /m.exec(stdout);
  await eventually(async () => ready() !== null, READY_MS);
  pids = processTree(npm.pid!);
  return Number(ready()?.[1]);
}

async function isFree(port: number): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port });
  try {
    await once(socket, 'connect');
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';
  } finally {
    socket.destroy();
  }
}

test.each([
  ['SIGTERM to npm', () => npm.kill('SIGTERM')],
  ['Ctrl-C', () => process.kill(-npm.pid!, 'SIGINT')],
])('npm start: %s stops the service', async (_name, stop) => {
  const port = await npmStart();
  expect(await isFree(port)).toBe(false);
  stop();
  await untilGone(pids);
  expect(await isFree(port)).toBe(true);
  // In order: npm already forwards what a terminal sends to the service.
  expect(stderr).toContain('"msg":"stopped"');
});
