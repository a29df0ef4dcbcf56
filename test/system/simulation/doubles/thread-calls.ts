// Takes the place of src/threads/thread-calls.ts in a simulation: a thread answers after a while, one call at a time, on a copy of
// the request. It dies with its process.
import { SealingAnswers } from '../../../../src/history/embedded/seal/sealing-answers.ts';
import { ProcessDied, SimulatedProcess } from '../core/simulated-process.ts';

const USUAL_MS = 20;

export class ThreadCalls {
  readonly #process = SimulatedProcess.running!;
  #answers = new SealingAnswers();
  #before: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(file: URL) {
    if (!file.pathname.includes('sealing-thread'))
      throw new Error(`there is no simulated thread ${file.href}`);
  }

  call<Result>(request: unknown): Promise<Result> {
    if (this.#isClosed) return Promise.reject(new Error('the thread is closed'));
    const copy = structuredClone(request);
    const answered = this.#before.then(() => this.#answer(copy));
    this.#before = answered.catch(() => undefined);
    return answered as Promise<Result>;
  }

  start(): void {}
  hold(): void {}
  release(): void {}

  async close(): Promise<void> {
    this.#isClosed = true;
  }

  async #answer(request: unknown): Promise<unknown> {
    const process = this.#process;
    await process.delay(process.random.between(0, USUAL_MS));
    if (this.#isClosed) throw new Error('the thread has ended');
    try {
      return structuredClone(this.#answers.answer(request as never));
    } catch (error) {
      if (error instanceof ProcessDied) return new Promise(() => undefined);
      const { name, message, code } = error as NodeJS.ErrnoException;
      throw Object.assign(new Error(message), { name, code });
    }
  }
}

/** The threads' own side is not used. */
export function answerCalls(): void {}
export function answerCallsConcurrently(): void {}
