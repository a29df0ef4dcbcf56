import type { Millis } from '../../core/time.ts';
import type { InputFrame, InputReader, NoInputs, RecordedInputs } from '../input-store.ts';

/** Inputs from two places, such as a store and the files of the previous version. If both have them, the first one is used. */
export class JoinedInputs implements InputReader {
  readonly #first: InputReader;
  readonly #second: InputReader;

  constructor(first: InputReader, second: InputReader) {
    this.#first = first;
    this.#second = second;
  }

  async read(at: Millis): Promise<InputFrame | NoInputs> {
    const found = await this.#first.read(at);
    return typeof found === 'string' ? this.#second.read(at) : found;
  }

  /** Loads all inputs of the range into memory: only for short ranges. */
  async *between(from: Millis, to: Millis): AsyncGenerator<RecordedInputs> {
    const found = new Map<Millis, RecordedInputs>();
    for (const reader of [this.#second, this.#first])
      for await (const recorded of reader.between(from, to))
        if (recorded.inputs !== 'damaged' || !found.has(recorded.at)) found.set(recorded.at, recorded);
    for (const at of [...found.keys()].toSorted((a, b) => a - b)) yield found.get(at)!;
  }
}
