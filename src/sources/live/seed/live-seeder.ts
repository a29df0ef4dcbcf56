import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { compiledUrl } from '../../../threads/compiled-url.ts';
import type { SeedHandlers, SeedRequest, SeedOutcome, Seeder } from '../../seeding.ts';
import type { FromSeeding, SeedInput, ToSeeding } from './seed-messages.ts';

/** It holds lists and candles of some dozen exchanges; more means a leak, which then ends only this process. */
const MAX_HEAP_MB = 768;

/** Reads daily candles in a separate process, which ends when they are complete. */
export class LiveSeeder implements Seeder {
  readonly #input: Omit<SeedInput, 'order'>;

  constructor(input: Omit<SeedInput, 'order'>) {
    this.#input = input;
  }

  async seed(order: SeedRequest, handlers: SeedHandlers, signal: AbortSignal): Promise<SeedOutcome> {
    signal.throwIfAborted();
    const child = fork(fileURLToPath(compiledUrl('seed-process', import.meta.url)), [], {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    // Its files are consistent at any moment.
    const stop = () => child.kill('SIGKILL');
    signal.addEventListener('abort', stop, { once: true });
    const ending = ended(child, handlers);
    const begin: ToSeeding = { kind: 'begin', input: { ...this.#input, order } };
    child.send(begin, () => undefined);
    try {
      return await ending;
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }
}

function ended(child: ChildProcess, handlers: SeedHandlers): Promise<SeedOutcome> {
  let outcome: SeedOutcome | undefined;
  let reason: string | undefined;
  child.on('message', (message) => {
    const received = message as FromSeeding;
    if (received.kind === 'progress') handlers.onProgress(received.done);
    else if (received.kind === 'failure') handlers.onFailure(received.exchange, received.failure);
    else if (received.kind === 'records') handlers.onRecords(received.records);
    else if (received.kind === 'end') outcome = received.outcome;
    else reason = received.reason;
  });
  // Its last messages arrive before the channel closes, which may be after its exit.
  const closed = new Promise<void>((resolve) => child.once('disconnect', resolve));
  return new Promise((resolve, reject) => {
    const end = (how: string) =>
      outcome
        ? resolve(outcome)
        : reject(new Error(`the process that reads daily candles ended: ${reason ?? how}`));
    // A process that could not be started has no exit event.
    child.on('error', (error) => child.pid === undefined && end(error.name));
    child.on('exit', (code, signal) => void closed.then(() => end(signal ?? `code ${code}`)));
  });
}
