import type { Clock } from '../../core/clocks/clock.ts';
import { SECOND_MS, slotAtOrBefore, type Millis } from '../../core/time.ts';
import { runEvery } from '../process/run-every.ts';

export interface OverdueTicksParts {
  /** Market time, which is real time here. */
  readonly clock: Clock;
  /** The slot that is shown; -Infinity before the first. */
  readonly shown: () => Millis;
  /** Shows stored ticks up to a slot. Never rejects. */
  readonly look: (slot: Millis) => Promise<void>;
}

/** Ticks usually arrive much earlier. */
const OVERDUE_MS = 3 * SECOND_MS;
const CHECK_EVERY_MS = SECOND_MS;

/** Looks for overdue ticks in the store until the returned function is called: the bus may be unreachable. */
export function pollForOverdueTicks({ clock, shown, look }: OverdueTicksParts): () => Promise<void> {
  return runEvery(clock, CHECK_EVERY_MS, async () => {
    const due = slotAtOrBefore(clock.now() - OVERDUE_MS);
    if (shown() < due) await look(due);
  });
}
