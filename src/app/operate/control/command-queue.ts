import { SerialQueue } from '../../../core/async/serial-queue.ts';
import { CommandRefused } from '../../directory/control-socket.ts';

/** Runs commands one after the other, until it is closed. */
export class CommandQueue {
  readonly #commands = new SerialQueue();
  #waiting = 0;
  #closed = false;

  run<Result>(command: () => Promise<Result>): Promise<Result> {
    if (this.#closed) return Promise.reject(new CommandRefused());
    this.#waiting++;
    return this.#commands.run(command).finally(() => this.#waiting--);
  }

  /** Resolves when all accepted commands are done. From then on new ones are refused. */
  async close(): Promise<void> {
    while (this.#waiting > 0) await this.#commands.idle();
    this.#closed = true;
  }
}
