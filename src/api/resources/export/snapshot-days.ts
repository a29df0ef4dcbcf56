import { dayOfTick, type Millis } from '../../../core/time.ts';
import type { HistoryReader } from '../../../history/history-store.ts';

/**
 * The days with ticks that were there when an export began. Days are filled in as a whole, so that what comes later is left
 * out by its day; days go as a whole, too, at the end of the window.
 */
export class SnapshotDays {
  readonly #history: Pick<HistoryReader, 'summary'>;
  /** Ascending. */
  readonly days: readonly Millis[];

  private constructor(history: Pick<HistoryReader, 'summary'>, days: readonly Millis[]) {
    this.#history = history;
    this.days = days;
  }

  /** Those that have ticks from `from` to `upTo`, both included. */
  static async take(
    history: Pick<HistoryReader, 'summary'>,
    from: Millis,
    upTo: Millis,
  ): Promise<SnapshotDays> {
    const { days } = await history.summary();
    return new SnapshotDays(
      history,
      days.filter((day) => day >= dayOfTick(from) && day <= dayOfTick(upTo)),
    );
  }

  /** Throws where one of them has gone since: what was read of it would be taken for all of it. */
  async check(): Promise<void> {
    const kept = new Set((await this.#history.summary()).days);
    if (!this.days.every((day) => kept.has(day))) throw new Error('days of the export have left the window');
  }
}
