import type { Subscribable, Unsubscribe } from '../../../bus/bus.ts';
import { Deferred } from '../../../core/async/deferred.ts';
import type { Millis } from '../../../core/time.ts';
import type { PastProgress } from '../../../app/compose/serve-ports.ts';
import type { ClusterTopics, PublishedPastState } from '../cluster-topics.ts';

/** Which part of the stored past may still change, as published by the leader. Before the first message, all of it may. */
export class RemotePastState implements PastProgress {
  readonly #unsubscribe: Unsubscribe;
  readonly #changesStored = new Deferred<void>();
  #told: PublishedPastState | undefined;
  #revision = 0;
  #changes = 0;
  #valueChanges = 0;

  constructor(bus: Subscribable<ClusterTopics>) {
    this.#unsubscribe = bus.subscribe('past', (told) => this.#hear(told));
  }

  settledFrom(): Millis {
    return this.#told ? (this.#told.settledFrom ?? -Infinity) : Infinity;
  }

  recordsSettledFrom(): Millis {
    const { recordsSettledFrom } = this.#told ?? {};
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
    return this.#told?.openSeamDay ?? undefined;
  }

  changesStored(): Promise<void> {
    return this.#changesStored.promise;
  }

  close(): void {
    this.#unsubscribe();
  }

  #hear(told: PublishedPastState): void {
    const before = this.#told;
    // A deposed process may publish once more.
    if (before && told.fence < before.fence) return;
    this.#told = told;
    const isOther = before?.fence !== told.fence || before.revision !== told.revision;
    if (isOther || this.settledFrom() > (before.settledFrom ?? -Infinity)) this.#revision++;
    if (before && before.revision !== told.revision) this.#valueChanges++;
    if (before && (hasOtherValues(before, told) || hasOtherRecords(before, told))) this.#changes++;
    if (told.changesStored) this.#changesStored.resolve();
  }
}

function hasOtherValues(before: PublishedPastState, told: PublishedPastState): boolean {
  return before.revision !== told.revision || before.settledFrom !== told.settledFrom;
}

function hasOtherRecords(before: PublishedPastState, told: PublishedPastState): boolean {
  return before.fence === told.fence && before.recordChanges !== told.recordChanges;
}
