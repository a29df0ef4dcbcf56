import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, type Millis } from '../../../../../../core/time.ts';

/** What an index may be called on the command line. */
export const INDEX_NAME = 'An asset (BTC, bitcoin), a market (BTC_USD), a liquid index (BLX) or an id';

/** The largest unit of which there is at least one. */
export function spanText(ms: Millis): string {
  if (ms < MINUTE_MS) return `${Math.floor(ms / SECOND_MS)} s`;
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
  return ms < DAY_MS ? `${Math.floor(ms / HOUR_MS)} h` : `${Math.floor(ms / DAY_MS)} d`;
}
