import { StoreAway } from '../../../../core/errors.ts';
import type { Clock } from '../../../../core/clocks/clock.ts';
import { DAY_MS, dayOfTick, MINUTE_MS, SLOT_MS, type Millis } from '../../../../core/time.ts';
import type { HistoryReader } from '../../../../history/history-store.ts';
import { MOST_DAYS, newestLeft } from '../backfill-plan.ts';
import { openSeamDay, type BackfillProgress } from '../backfill-progress.ts';

export interface SeamDayParts {
  readonly history: Pick<HistoryReader, 'lastTick'>;
  readonly marketClock: Clock;
  readonly wallClock: Clock;
  readonly signal: AbortSignal;
  readonly progress: () => BackfillProgress;
  /** Makes the records of the day anew, where it is kept, and writes down that they are made; false where that failed. */
  readonly record: (day: Millis, isKept: boolean) => Promise<boolean>;
}

/** After a failure, doubled with each: where the day is damaged, it stays so. */
const FIRST_PAUSE_MS = 10 * MINUTE_MS;
const LONGEST_PAUSE_MS = DAY_MS;
/** For so long the day is not shown while it cannot be made; then it stays as the engine made it. */
const GIVE_UP_AFTER_MS = DAY_MS;

/** The day of the first tick: its records are made again once it is over and filled in, and not shown until then. */
export class SeamDay {
  readonly #parts: SeamDayParts;
  #isAwaited = false;
  /** On the market clock: since when it is over. */
  #dueSince: Millis | undefined;
  #notBefore = -Infinity;
  #pauseMs = FIRST_PAUSE_MS;

  constructor(parts: SeamDayParts) {
    this.#parts = parts;
  }

  /** Makes the records again when due. `isHeldUp`: the past cannot be filled in now, so the day stays as the engine made it. */
  async close(isHeldUp = false): Promise<void> {
    const { history, marketClock, wallClock, signal, progress, record } = this.#parts;
    const { plan, done = {} } = progress();
    const day = openSeamDay(progress());
    if (day === undefined || !plan || signal.aborted || wallClock.monotonic() < this.#notBefore) return;
    const last = await history.lastTick().catch(unlessAway);
    if (last === 'away') return this.#pause();
    const now = marketClock.now();
    // The tick that ends a day is stored after the records that the engine made of it.
    if (!last || last.at < day + DAY_MS) return;
    this.#dueSince ??= now;
    const isGivenUp = now >= this.#dueSince + GIVE_UP_AFTER_MS;
    const isWhole = newestLeft(plan, 'today', done, now) === undefined;
    if (!isWhole && !isHeldUp && !isGivenUp) return;
    const isKept = day >= now - (MOST_DAYS - 1) * DAY_MS;
    if (await record(day, isWhole && isKept && !isGivenUp)) return;
    this.#pause();
  }

  #pause(): void {
    this.#notBefore = this.#parts.wallClock.monotonic() + this.#pauseMs;
    this.#pauseMs = Math.min(2 * this.#pauseMs, LONGEST_PAUSE_MS);
  }

  /** Calls the work, which closes it, soon after the day ends, and until it is closed. */
  async await(firstLive: Millis, work: () => Promise<void>): Promise<void> {
    const { marketClock, signal, progress } = this.#parts;
    if (this.#isAwaited) return;
    this.#isAwaited = true;
    const end = dayOfTick(firstLive) + DAY_MS;
    while (openSeamDay(progress()) !== undefined && !signal.aborted) {
      const soon = Math.max(end, marketClock.now()) + SLOT_MS;
      await marketClock.waitUntil(soon, signal).catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
      await work();
    }
  }
}

/** It is tried again: ticks wait for the store as well. */
function unlessAway(error: unknown): 'away' {
  if (error instanceof StoreAway) return 'away';
  throw error;
}
