import type { Compute } from '../../../app/compose/compute.ts';
import type { AddedCommand } from '../../../app/operate/control/admin.ts';
import type { TermContext } from './term-context.ts';

/** Publishes how far the past is filled in, and the state of the source, for serving nodes. */
export class PastPublisher {
  readonly #term: TermContext;
  /** The last published progress of back-filled end-of-day records. */
  #recordsFilled = '';
  #recordChanges = 0;
  /** Nothing is published before it is set. */
  compute: Pick<Compute, 'backfill' | 'seeding'> | undefined;

  constructor(term: TermContext) {
    this.#term = term;
  }

  publishSources(degraded: string | undefined): void {
    const { fence } = this.#term;
    if (fence === undefined) return;
    void this.#term.node.cluster.bus
      .publish('sources', { fence, degraded: degraded ?? null })
      // The next slot publishes it again.
      .catch(() => undefined);
  }

  publishPast(): void {
    const { fence } = this.#term;
    if (!this.compute || fence === undefined) return;
    const { backfill: past, seeding } = this.compute;
    const settledFrom = past.settledFrom();
    const recordsFrom = Math.max(past.candlesSettledFrom(), seeding.candlesSettledFrom());
    const recordsFilled = `${past.candlesSettledFrom()} ${seeding.state().points}`;
    if (recordsFilled !== this.#recordsFilled) this.#recordChanges++;
    this.#recordsFilled = recordsFilled;
    void this.#term.node.cluster.bus
      .publish('past', {
        fence,
        settledFrom: Number.isFinite(settledFrom) ? settledFrom : null,
        recordsSettledFrom: Number.isFinite(recordsFrom) ? recordsFrom : null,
        revision: past.revision(),
        openSeamDay: past.openSeamDay() ?? null,
        changesStored: past.hasChangesStored,
        recordChanges: this.#recordChanges,
      })
      // The next tick publishes it again.
      .catch(() => undefined);
  }

  /** Wraps a command so that other nodes drop cached records afterwards. */
  publishAfter(run: AddedCommand): AddedCommand {
    return async (...asked) => {
      try {
        return await run(...asked);
      } finally {
        this.#recordChanges++;
        this.publishPast();
      }
    };
  }
}
