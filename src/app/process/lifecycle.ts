import type { Logger } from 'pino';

interface Part {
  readonly name: string;
  readonly close: () => Promise<void> | void;
}

/** Closes all started parts once, in reverse order, even if some fail. */
export class Lifecycle {
  readonly #log: Logger;
  readonly #parts: Part[] = [];
  #closing: Promise<void> | undefined;

  constructor(log: Logger) {
    this.#log = log;
  }

  started(name: string, close: Part['close']): void {
    this.#parts.push({ name, close });
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#closeAll());
  }

  async #closeAll(): Promise<void> {
    const failures: unknown[] = [];
    for (const { name, close } of this.#parts.toReversed()) {
      try {
        await close();
      } catch (error) {
        this.#log.error({ err: error, part: name }, 'could not be stopped cleanly');
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'the service did not stop cleanly');
  }
}
