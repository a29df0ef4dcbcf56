import type { Millis } from '../../../../src/core/time.ts';
import type { AttemptedTick } from '../store/attempted-tick.ts';

export type SharedOutcome = 'stored' | 'fenced' | 'out-of-order';

/**
 * The part of a shared history that leaders need, with the guarantees of `HistoryWriter`: a newer writer fences older ones, ticks come
 * in order, and what is acknowledged stays. Ticks are kept as they were computed, so that every check can compare them.
 */
export class SharedHistory {
  fence = 0;
  readonly ticks: AttemptedTick[] = [];
  /** The newest stored state, which may belong to an earlier tick. */
  state: { readonly at: Millis; readonly text: string } | undefined;

  openWriter(): number {
    return ++this.fence;
  }

  append(fence: number, tick: AttemptedTick, withState: boolean): SharedOutcome {
    if (fence !== this.fence) return 'fenced';
    const last = this.ticks.at(-1);
    // The reply to the same request was lost.
    if (last === tick) return 'stored';
    if (last && tick.at <= last.at) return 'out-of-order';
    this.ticks.push(tick);
    if (withState) this.state = { at: tick.at, text: tick.state };
    return 'stored';
  }
}

/** A wrong implementation: an older writer keeps its right to write. */
export class UnfencedHistory extends SharedHistory {
  override append(_fence: number, tick: AttemptedTick, withState: boolean): SharedOutcome {
    return super.append(this.fence, tick, withState);
  }
}
