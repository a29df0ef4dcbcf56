import type { Subscribable, Unsubscribe } from '../../../bus/bus.ts';
import type { ClusterTopics, SourceState } from '../cluster-topics.ts';

/** The state of the source, as published by the leader. */
export class ReceivedSources {
  readonly #unsubscribe: Unsubscribe;
  #state: SourceState | undefined;

  constructor(bus: Subscribable<ClusterTopics>) {
    this.#unsubscribe = bus.subscribe('sources', (state) => {
      // A process that was deposed may publish once more.
      if (state.fence >= (this.#state?.fence ?? -Infinity)) this.#state = state;
    });
  }

  /** Why too few exchanges answer to compute prices; undefined if enough do, or nothing was published yet. */
  get degraded(): string | undefined {
    return this.#state?.degraded ?? undefined;
  }

  close(): void {
    this.#unsubscribe();
  }
}
