import type { Millis } from './time.ts';

/** Which part of the past may still change. */
export interface PastState {
  /** After this instant, no past values will be added as things stand, apart from new ticks. */
  readonly settledFrom: () => Millis;
  /** Increases whenever additional past values are going to be added. */
  readonly pastRevision: () => number;
  /** Increases only when the past is known to have changed. If absent, `pastRevision` applies. */
  readonly pastChanges?: () => number;
  /**
   * Like `pastChanges`, without end-of-day records, and without values before `settledFrom`, which says so itself. If absent,
   * `pastChanges` applies.
   */
  readonly pastValueChanges?: () => number;
}

/**
 * The state before a read began: it shows whether values were added in the meantime, in which case the result must not be cached.
 */
export interface SettledSnapshot {
  readonly from: Millis;
  readonly revision: number;
}

/** Tracks which part of the past is settled, for code that caches results derived from it. */
export class SettledPast {
  readonly #state: PastState;
  readonly #onChange: () => void;
  #revision: number;

  /** `onChange`: cached results may be wrong from now on. */
  constructor(state: PastState, onChange: () => void) {
    this.#state = state;
    this.#onChange = onChange;
    this.#revision = state.pastRevision();
  }

  takeSnapshot(): SettledSnapshot {
    const revision = this.#state.pastRevision();
    if (revision !== this.#revision) this.#onChange();
    this.#revision = revision;
    return { from: this.#state.settledFrom(), revision };
  }

  /** Whether a result read after this look, with its oldest value at `oldest`, may be cached. */
  isSettled({ from, revision }: SettledSnapshot, oldest: Millis): boolean {
    // The tick at `from` itself belongs to the day before, which is not filled in yet.
    return oldest > from && revision === this.#state.pastRevision();
  }
}
