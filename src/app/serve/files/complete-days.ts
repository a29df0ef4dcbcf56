import { lastVisibleDay } from '../../../core/candle.ts';
import { INDEX_WINDOW_MS } from '../../../core/index-value.ts';
import { DAY_MS, SLOT_MS, type Millis } from '../../../core/time.ts';
import type { HistoryReader } from '../../../history/history-store.ts';

export interface CompleteDaysParts {
  readonly history: Pick<HistoryReader, 'records' | 'summary'>;
  /** Whether a stored day without tick records may be incomplete: the back-fill stores its values in stages. */
  readonly storesPartsOfDays: boolean;
  /** Values from this instant on are final. */
  readonly settledFrom: () => Millis;
  /** The day whose end-of-day records are not final yet, if there is one. */
  readonly heldDay: () => Millis | undefined;
  /** The newest tick. */
  readonly lastTick: () => Millis;
  readonly marketNow: () => Millis;
}

/** Days whose ticks are final and still all within the window of history. */
export class CompleteDays {
  readonly #parts: CompleteDaysParts;
  /** Whether a day has tick records. */
  readonly #recorded = new Map<Millis, boolean>();

  constructor(parts: CompleteDaysParts) {
    this.#parts = parts;
  }

  /** Newest first. */
  async list(): Promise<Millis[]> {
    const { history, storesPartsOfDays, settledFrom, heldDay, lastTick, marketNow } = this.#parts;
    const { days } = await history.summary();
    const newest = lastVisibleDay(lastTick(), heldDay());
    const firstTickFrom = Math.max(settledFrom(), marketNow() - INDEX_WINDOW_MS);
    const complete = days.filter((day) => day <= newest && day + SLOT_MS >= firstTickFrom).toReversed();
    if (!storesPartsOfDays) return complete;
    const whole: Millis[] = [];
    for (const day of complete) if (await this.#hasRecords(day)) whole.push(day);
    return whole;
  }

  async has(day: Millis): Promise<boolean> {
    return (await this.list()).includes(day);
  }

  async #hasRecords(day: Millis): Promise<boolean> {
    const known = this.#recorded.get(day);
    if (known !== undefined) return known;
    let found = false;
    for await (const _ of this.#parts.history.records(day + SLOT_MS, day + DAY_MS)) {
      found = true;
      break;
    }
    this.#recorded.set(day, found);
    return found;
  }
}
