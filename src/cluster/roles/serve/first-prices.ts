import { MINUTE_MS, SLOT_MS } from '../../../core/time.ts';
import type { Node } from '../node.ts';

/** If nodes start together, the first tick comes with the next slot, or with the one after it. */
const EXPECTED_MS = 2 * SLOT_MS;
const AGAIN_MS = 10 * MINUTE_MS;

/** Warns while no compute node has published yet, because nothing can be served before. */
export class FirstPrices {
  readonly #node: Pick<Node, 'cluster' | 'state' | 'wallClock' | 'log'>;
  readonly #clockProblem: () => string | undefined;
  readonly #ended = new AbortController();

  /** Starts waiting. */
  constructor(
    node: Pick<Node, 'cluster' | 'state' | 'wallClock' | 'log'>,
    clockProblem: () => string | undefined,
  ) {
    this.#node = node;
    this.#clockProblem = clockProblem;
    node.state.setStep(() => this.#awaited);
    void this.#logWaiting();
  }

  end(): void {
    this.#ended.abort();
  }

  get #awaited(): string {
    const clockProblem = this.#clockProblem();
    if (clockProblem !== undefined) return `waiting for the right time: ${clockProblem}`;
    return this.#node.cluster.isBusUp()
      ? 'waiting for the first prices of a compute node'
      : 'waiting for the bus, over which a compute node publishes the first prices';
  }

  async #logWaiting(): Promise<void> {
    const { wallClock, log } = this.#node;
    const { signal } = this.#ended;
    for (let waitMs = EXPECTED_MS; ; waitMs = AGAIN_MS) {
      await wallClock.wait(waitMs, signal).catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
      if (signal.aborted) return;
      // A wrong clock is logged where it is found.
      if (this.#clockProblem() !== undefined) continue;
      log.warn(
        `${this.#awaited}: this node responds with 503 until then. Check that a collector runs, and that a compute node runs and leads`,
      );
    }
  }
}
