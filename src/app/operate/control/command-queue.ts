import { SerialQueue } from '../../../core/async/serial-queue.ts';
import { NotTaken } from '../../directory/control-socket.ts';

/** Runs commands that must not meet one after the other, until it is closed. */
export class CommandQueue {
  readonly #commands = new SerialQueue();
  #waiting = 0;
  #closed = false;

  run<Result>(command: () => Promise<Result>): Promise<Result> {
    if (this.#closed) return Promise.reject(new NotTaken());
    this.#waiting++;
    return this.#commands.run(command).finally(() => this.#waiting--);
  }

  /** Resolves when all that were taken are done. From then on none is taken. */
  async close(): Promise<void> {
    while (this.#waiting > 0) await this.#commands.idle();
    this.#closed = true;
  }
}
