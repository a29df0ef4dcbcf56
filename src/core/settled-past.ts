import type { Millis } from './time.ts';

/** How far the past may still change. */
export interface PastState {
  /** Nothing is going to be filled in after this instant as things are, besides the ticks that are still to come. */
  readonly settledFrom: () => Millis;
  /** Rises whenever more is going to be filled in than was. */
  readonly pastRevision: () => number;
  /** Rises only where the past is known to have changed; as the revision where it is absent. */
  readonly pastChanges?: () => number;
}

/** What was looked at before a read began, so that nothing is kept that was filled in meanwhile. */
export interface SettledLook {
  readonly from: Millis;
  readonly revision: number;
}

/** Watches how far the past is settled, for those who keep what they made of it. */
export class SettledPast {
  readonly #state: PastState;
  readonly #onChange: () => void;
  #revision: number;

  /** `onChange`: what was kept may be wrong from now on. */
  constructor(state: PastState, onChange: () => void) {
    this.#state = state;
    this.#onChange = onChange;
    this.#revision = state.pastRevision();
  }

  look(): SettledLook {
    const revision = this.#state.pastRevision();
    if (revision !== this.#revision) this.#onChange();
    this.#revision = revision;
    return { from: this.#state.settledFrom(), revision };
  }

  /** Whether what was read after that look and reaches back to an instant may be kept. */
  isSettled({ from, revision }: SettledLook, oldest: Millis): boolean {
    // The tick at the instant itself belongs to the day before, which is still to be filled in.
    return oldest > from && revision === this.#state.pastRevision();
  }
}
