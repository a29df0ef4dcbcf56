import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface WorkerProcess<Reply> {
  readonly pid: number;
  /** The first message of the child. */
  readonly reply: Reply;
  /** Closes the channel. */
  stop(): void;
}

/**
 * Starts a benchmark module in a separate process, sends it one message and waits for its single reply. The module ends itself
 * when the channel closes.
 */
export async function startWorkerProcess<Reply>(module: URL, message: object): Promise<WorkerProcess<Reply>> {
  const child = fork(fileURLToPath(module), [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`${module.pathname} ended with code ${String(code)}`);
  });
  failed.catch(() => {});
  child.send(message);
  const [reply] = (await Promise.race([once(child, 'message'), failed])) as [Reply];
  if (child.pid === undefined) throw new Error(`${module.pathname} did not start`);
  return { pid: child.pid, reply, stop: () => child.disconnect() };
}
