import { lastVisibleDay } from '../../../core/candle.ts';
import { INDEX_WINDOW_MS } from '../../../core/index-value.ts';
import { SLOT_MS, type Millis } from '../../../core/time.ts';
import type { HistoryReader } from '../../../history/history-store.ts';

export interface CompleteDaysParts {
  readonly history: Pick<HistoryReader, 'summary'>;
  /** Values from this instant on are final. */
  readonly settledFrom: () => Millis;
  /** The day whose end-of-day records are not final yet, if there is one. */
  readonly heldDay: () => Millis | undefined;
  /** The newest tick. */
  readonly lastTick: () => Millis;
  readonly marketNow: () => Millis;
}

/** Days with ticks that nothing changes any more, and of which no tick has left the window yet; newest first. */
export async function completeDays(parts: CompleteDaysParts): Promise<Millis[]> {
  const { days } = await parts.history.summary();
  const newest = lastVisibleDay(parts.lastTick(), parts.heldDay());
  const firstTickFrom = Math.max(parts.settledFrom(), parts.marketNow() - INDEX_WINDOW_MS);
  return days.filter((day) => day <= newest && day + SLOT_MS >= firstTickFrom).toReversed();
}
