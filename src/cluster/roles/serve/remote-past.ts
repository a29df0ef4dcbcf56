import type { Subscribable, Unsubscribe } from '../../../bus/bus.ts';
import { Deferred } from '../../../core/async/deferred.ts';
import type { Millis } from '../../../core/time.ts';
import type { PastProgress } from '../../../app/compose/serve-ports.ts';
import type { ClusterTopics, PublishedPastState } from '../cluster-topics.ts';

/** Which part of the stored past may still change, as published by the leader. Before the first message, all of it may. */
export class RemotePastState implements PastProgress {
  readonly #unsubscribe: Unsubscribe;
  readonly #changesStored = new Deferred<void>();
  #received: PublishedPastState | undefined;
  #revision = 0;
  #changes = 0;
  #valueChanges = 0;

  constructor(bus: Subscribable<ClusterTopics>) {
    this.#unsubscribe = bus.subscribe('past', (received) => this.#receive(received));
  }

  settledFrom(): Millis {
    return this.#received ? (this.#received.settledFrom ?? -Infinity) : Infinity;
  }

  recordsSettledFrom(): Millis {
    const { recordsSettledFrom } = this.#received ?? {};
    return recordsSettledFrom === undefined ? this.settledFrom() : (recordsSettledFrom ?? -Infinity);
  }

  revision(): number {
    return this.#revision;
  }

  /** Not increased by a mere change of the leader. */
  changes(): number {
    return this.#changes;
  }

  /** Like `changes`, without end-of-day records, and without values before `settledFrom`, which says so itself. */
  valueChanges(): number {
    return this.#valueChanges;
  }

  /** Invalidates everything derived from the past: it may contain ticks that the store has lost. */
  forget(): void {
    this.#revision++;
    this.#changes++;
    this.#valueChanges++;
  }

  openSeamDay(): Millis | undefined {
    return this.#received?.openSeamDay ?? undefined;
  }

  changesStored(): Promise<void> {
    return this.#changesStored.promise;
  }

  close(): void {
    this.#unsubscribe();
  }

  #receive(received: PublishedPastState): void {
    const before = this.#received;
    // A deposed process may publish once more.
    if (before && received.fence < before.fence) return;
    this.#received = received;
    const isOther = before?.fence !== received.fence || before.revision !== received.revision;
    if (isOther || this.settledFrom() > (before.settledFrom ?? -Infinity)) this.#revision++;
    if (before && before.revision !== received.revision) this.#valueChanges++;
    if (before && (hasOtherValues(before, received) || hasOtherRecords(before, received))) this.#changes++;
    if (received.changesStored) this.#changesStored.resolve();
  }
}

function hasOtherValues(before: PublishedPastState, received: PublishedPastState): boolean {
  return before.revision !== received.revision || before.settledFrom !== received.settledFrom;
}

function hasOtherRecords(before: PublishedPastState, received: PublishedPastState): boolean {
  return before.fence === received.fence && before.recordChanges !== received.recordChanges;
}
