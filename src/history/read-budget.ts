import type { Clock } from '../core/clocks/clock.ts';
import type { Millis } from '../core/time.ts';

/** Slots from <= t < to that a response lacks. */
export interface OmittedSlots {
  readonly from: Millis;
  readonly to: Millis;
}

/** The client for which the reads run. */
export interface BudgetHolder {
  /** Clients are served in turns. */
  readonly client: string;
  /** Aborted when the client has disconnected. */
  readonly signal: AbortSignal;
}

/**
 * Limits how long the reads for one response may wait for values that must be modelled first, and records what they had to omit.
 * A response that omits something must say so and must not be cached.
 */
export class ReadBudget {
  readonly omitted: OmittedSlots[] = [];
  readonly client: string;
  readonly signal: AbortSignal;
  readonly #clock: Pick<Clock, 'wait'>;
  readonly #ms: Millis;
  readonly #ended = new AbortController();
  #expiry: Promise<undefined> | undefined;
  #isSpent = false;

  constructor(clock: Pick<Clock, 'wait'>, ms: Millis, { client, signal }: BudgetHolder) {
    this.#clock = clock;
    this.#ms = ms;
    this.client = client;
    this.signal = signal;
  }

  get isExpired(): boolean {
    return this.#isSpent;
  }

  /** Undefined if the work does not finish in time; it is not stopped. The time starts with the first call. */
  async within<T>(work: Promise<T>): Promise<T | undefined> {
    this.#expiry ??= this.#clock.wait(this.#ms, this.#ended.signal).then(
      () => this.#expire(),
      () => undefined,
    );
    const result = await Promise.race([work, this.#expiry]);
    this.signal.throwIfAborted();
    return result;
  }

  /** Call it in order from newer to older slots. */
  omit(from: Millis, to: Millis): void {
    const last = this.omitted.at(-1);
    if (last?.from === to) this.omitted[this.omitted.length - 1] = { from, to: last.to };
    else this.omitted.push({ from, to });
  }

  /** Whether anything was omitted from the slots from <= t < to. */
  omitsAnyOf(from: Millis, to: Millis): boolean {
    return this.omitted.some((range) => range.from < to && range.to > from);
  }

  /** Ends all waiting. */
  close(): void {
    this.#ended.abort();
  }

  #expire(): undefined {
    this.#isSpent = true;
    return undefined;
  }
}
