import { setImmediate } from 'node:timers/promises';
import type { Source, SourceEvent } from '../../src/sources/source.ts';

/** A source that sends the events that the test gives it. */
export class ScriptedSource implements Source {
  readonly name = 'scripted';
  readonly #waiting: SourceEvent[] = [];
  #wake = () => {};
  failure: Error | undefined;

  send(...events: SourceEvent[]): Promise<void> {
    this.#waiting.push(...events);
    this.#wake();
    return setImmediate();
  }

  fail(error: Error): Promise<void> {
    this.failure = error;
    this.#wake();
    return setImmediate();
  }

  reference(): never {
    throw new Error('not asked for');
  }

  health() {
    return new Map();
  }

  async *events(signal: AbortSignal): AsyncGenerator<SourceEvent> {
    while (!signal.aborted) {
      if (this.failure) throw this.failure;
      const next = this.#waiting.shift();
      if (next) yield next;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}
