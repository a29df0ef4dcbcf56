import { join } from 'node:path';
import { GAP_FILE, readGapLines } from '../../app/pipeline/gaps/gap-lines.ts';
import type { Clock } from '../../core/clocks/clock.ts';
import type { Gap } from '../../core/gap.ts';
import { INDEX_WINDOW_MS } from '../../core/index-value.ts';
import { SLOT_MS, type Millis } from '../../core/time.ts';
import { LineLog } from '../../disk/line-log.ts';

/** Ticks that the store has lost, from the shared log of gaps, for as long as clients can ask for their slots. */
export class SharedLosses {
  readonly #folder: string;
  readonly #clock: Pick<Clock, 'now'>;
  #lost: readonly Gap[] = [];

  constructor(folder: string, clock: Pick<Clock, 'now'>) {
    this.#folder = folder;
    this.#clock = clock;
  }

  /** Reads this node's copy of the log. */
  refresh(): void {
    const content = LineLog.read(join(this.#folder, GAP_FILE));
    this.#lost = content ? readGapLines(content, this.#folder).lost : [];
  }

  /** The number of lost ticks. A slot counts once, even if several records name it. */
  get ticks(): number {
    const since = this.#clock.now() - INDEX_WINDOW_MS;
    let [count, counted] = [0, since];
    for (const { from, to } of this.#lost.toSorted((a, b) => a.from - b.from)) {
      const begin: Millis = Math.max(from, counted);
      if (to <= begin) continue;
      count += Math.ceil((to - begin) / SLOT_MS);
      counted = to;
    }
    return count;
  }
}
