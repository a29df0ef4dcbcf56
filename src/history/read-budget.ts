import type { Clock } from '../core/clocks/clock.ts';
import type { Millis } from '../core/time.ts';

/** Slots from <= t < to that an answer lacks. */
export interface LackedSlots {
  readonly from: Millis;
  readonly to: Millis;
}

/** Whom the reads are for. */
export interface BudgetHolder {
  /** Clients take turns. */
  readonly client: string;
  /** Aborted when the client has left. */
  readonly gone: AbortSignal;
}

/**
 * How long the reads for one answer may wait for what must be modelled first, and what they had to leave out in the end. An
 * answer that has left something out must say so and must not be cached.
 */
export class ReadBudget {
  readonly lacked: LackedSlots[] = [];
  readonly client: string;
  readonly gone: AbortSignal;
  readonly #clock: Pick<Clock, 'wait'>;
  readonly #ms: Millis;
  readonly #ended = new AbortController();
  #expiry: Promise<undefined> | undefined;
  #isSpent = false;

  constructor(clock: Pick<Clock, 'wait'>, ms: Millis, { client, gone }: BudgetHolder) {
    this.#clock = clock;
    this.#ms = ms;
    this.client = client;
    this.gone = gone;
  }

  get isSpent(): boolean {
    return this.#isSpent;
  }

  /** Undefined where the work is not done in time; it goes on by itself then. The time runs from the first call. */
  async within<T>(work: Promise<T>): Promise<T | undefined> {
    this.#expiry ??= this.#clock.wait(this.#ms, this.#ended.signal).then(
      () => this.#expire(),
      () => undefined,
    );
    const result = await Promise.race([work, this.#expiry]);
    this.gone.throwIfAborted();
    return result;
  }

  /** Reads go from newer to older. */
  lacks(from: Millis, to: Millis): void {
    const last = this.lacked.at(-1);
    if (last?.from === to) this.lacked[this.lacked.length - 1] = { from, to: last.to };
    else this.lacked.push({ from, to });
  }

  /** Whether something was left out of the slots from <= t < to. */
  lacksAnyOf(from: Millis, to: Millis): boolean {
    return this.lacked.some((range) => range.from < to && range.to > from);
  }

  /** Nothing waits any more. */
  close(): void {
    this.#ended.abort();
  }

  #expire(): undefined {
    this.#isSpent = true;
    return undefined;
  }
}
