import { NotTaken } from './control-socket.ts';

/** Runs commands that must not meet one after the other; one that fails does not stop the next. */
export class CommandQueue {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #closed = false;

  run<Result>(command: () => Promise<Result>): Promise<Result> {
    if (this.#closed) return Promise.reject(new NotTaken());
    this.#waiting++;
    const result = this.#last.then(command).finally(() => this.#waiting--);
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Resolves when all that were taken are done. From then on none is taken. */
  async close(): Promise<void> {
    while (this.#waiting > 0) await this.#last;
    this.#closed = true;
  }
}
