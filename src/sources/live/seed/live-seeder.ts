import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { compiledUrl } from '../../../threads/compiled-url.ts';
import type { SeedHandlers, SeedOrder, SeedOutcome, Seeder } from '../../seeding.ts';
import type { FromSeeding, SeedInput, ToSeeding } from './seed-messages.ts';

/** It holds lists and candles of some dozen exchanges; more is a leak, and ends this process alone. */
const MOST_HEAP_MB = 768;

/** Has daily candles asked for in a process of its own, which lives as long as that takes. */
export class LiveSeeder implements Seeder {
  readonly #input: Omit<SeedInput, 'order'>;

  constructor(input: Omit<SeedInput, 'order'>) {
    this.#input = input;
  }

  async seed(order: SeedOrder, handlers: SeedHandlers, signal: AbortSignal): Promise<SeedOutcome> {
    signal.throwIfAborted();
    const child = fork(fileURLToPath(compiledUrl('seed-process', import.meta.url)), [], {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${MOST_HEAP_MB}`],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    // What it has written is whole at any moment.
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
    const said = message as FromSeeding;
    if (said.kind === 'progress') handlers.onProgress(said.done);
    else if (said.kind === 'failure') handlers.onFailure(said.exchange, said.failure);
    else if (said.kind === 'records') handlers.onRecords(said.records);
    else if (said.kind === 'end') outcome = said.outcome;
    else reason = said.reason;
  });
  // What it said last is heard when the channel closes, which may be after its end.
  const closed = new Promise<void>((resolve) => child.once('disconnect', resolve));
  return new Promise((resolve, reject) => {
    const end = (how: string) =>
      outcome
        ? resolve(outcome)
        : reject(new Error(`the process that asks for daily candles ended: ${reason ?? how}`));
    // One that could not be started has no exit.
    child.on('error', (error) => child.pid === undefined && end(error.name));
    child.on('exit', (code, signal) => void closed.then(() => end(signal ?? `code ${code}`)));
  });
}
