import { StoreUnavailable } from '../../../../core/errors.ts';
import type { Clock } from '../../../../core/clocks/clock.ts';
import { DAY_MS, dayOfTick, MINUTE_MS, SLOT_MS, type Millis } from '../../../../core/time.ts';
import type { HistoryReader } from '../../../../history/history-store.ts';
import { MAX_DAYS, newestLeft } from '../backfill-plan.ts';
import { openSeamDay, type BackfillProgress } from '../backfill-progress.ts';

export interface SeamDayParts {
  readonly history: Pick<HistoryReader, 'lastTick'>;
  readonly marketClock: Clock;
  readonly wallClock: Clock;
  readonly signal: AbortSignal;
  readonly progress: () => BackfillProgress;
  /**
   * Makes the records again if `fromWholeDay`; otherwise those that the engine made become final. Saves that
   * the day is closed. Resolves with false on failure.
   */
  readonly record: (day: Millis, fromWholeDay: boolean) => Promise<boolean>;
}

/** Delay after a failure, doubled each time: a damaged day stays damaged. */
const FIRST_PAUSE_MS = 10 * MINUTE_MS;
const MAX_PAUSE_MS = DAY_MS;
/** If the records cannot be made for this long, the engine's records become final; until then they are not shown. */
const GIVE_UP_AFTER_MS = DAY_MS;

/**
 * Makes the records of the first tick's day again when the day is over and filled in. Until then they are not
 * shown.
 */
export class SeamDay {
  readonly #parts: SeamDayParts;
  #isAwaited = false;
  /** When the day was first seen to be over, on the market clock. */
  #dueSince: Millis | undefined;
  #notBefore = -Infinity;
  #pauseMs = FIRST_PAUSE_MS;

  constructor(parts: SeamDayParts) {
    this.#parts = parts;
  }

  /** Makes the records again when due. If the back-fill is paused, the engine's records become final. */
  async close(isPaused = false): Promise<void> {
    const { history, marketClock, wallClock, signal, progress, record } = this.#parts;
    const { plan, done = {} } = progress();
    const day = openSeamDay(progress());
    if (day === undefined || !plan || signal.aborted || wallClock.monotonic() < this.#notBefore) return;
    const last = await history.lastTick().catch(asUnavailable);
    if (last === 'unavailable') return this.#pause();
    const now = marketClock.now();
    // The tick that ends a day is stored after the records that the engine made of it.
    if (!last || last.at < day + DAY_MS) return;
    this.#dueSince ??= now;
    const isGivenUp = now >= this.#dueSince + GIVE_UP_AFTER_MS;
    const isWhole = newestLeft(plan, 'today', done, now) === undefined;
    if (!isWhole && !isPaused && !isGivenUp) return;
    const isInWindow = day >= now - (MAX_DAYS - 1) * DAY_MS;
    if (await record(day, isWhole && isInWindow && !isGivenUp)) return;
    this.#pause();
  }

  #pause(): void {
    this.#notBefore = this.#parts.wallClock.monotonic() + this.#pauseMs;
    this.#pauseMs = Math.min(2 * this.#pauseMs, MAX_PAUSE_MS);
  }

  /** Calls `work` soon after the day ends, and again until the day is closed. */
  async whenOver(firstLive: Millis, work: () => Promise<void>): Promise<void> {
    const { marketClock, signal, progress } = this.#parts;
    if (this.#isAwaited) return;
    this.#isAwaited = true;
    const end = dayOfTick(firstLive) + DAY_MS;
    while (openSeamDay(progress()) !== undefined && !signal.aborted) {
      const due = Math.max(end, marketClock.now()) + SLOT_MS;
      await marketClock.waitUntil(due, signal).catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
      await work();
    }
  }
}

/** An unreachable store is retried: ticks wait for it as well. */
function asUnavailable(error: unknown): 'unavailable' {
  if (error instanceof StoreUnavailable) return 'unavailable';
  throw error;
}
