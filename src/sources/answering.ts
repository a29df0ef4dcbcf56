import type { TrustTier } from '../core/exchange.ts';
import { SECOND_MS, type Millis } from '../core/time.ts';

/**
 * An exchange counts as answering if its last successful reading is at most this old. The methodology refuses older
 * tickers, so an exchange that does not answer contributes nothing.
 */
export const ANSWERING_WINDOW_MS: Millis = 90 * SECOND_MS;
/** New prices need at least this share of the configured exchanges. */
const MIN_SHARE = 1 / 4;

/** The state that decides whether an exchange answers. */
export interface ReadingState {
  readonly tier?: TrustTier | undefined;
  /** Its last successful reading; absent if there was none. */
  readonly lastRead?: Millis | undefined;
  /** Failed readings in a row, up to the last one. */
  readonly failing: number;
}

export function isAnswering({ lastRead }: Pick<ReadingState, 'lastRead'>, at: Millis): boolean {
  return lastRead !== undefined && at - lastRead <= ANSWERING_WINDOW_MS;
}

/** The share of exchanges that answer; 1 if none is configured. */
export function answeringShare(exchanges: readonly ReadingState[], at: Millis): number {
  if (exchanges.length === 0) return 1;
  return exchanges.filter((each) => isAnswering(each, at)).length / exchanges.length;
}

/**
 * Explains why too few exchanges answer to compute prices; undefined if enough do. `since`: when reading began. For the
 * first 90 seconds, an exchange whose first reading has not ended counts as answering.
 */
export function tooFewAnswering(
  exchanges: readonly ReadingState[],
  at: Millis,
  since: Millis,
): string | undefined {
  const isStarting = at - since <= ANSWERING_WINDOW_MS;
  const counts = (each: ReadingState) =>
    isAnswering(each, at) || (isStarting && each.lastRead === undefined && each.failing === 0);
  const counted = exchanges.filter(counts);
  const within = `in the last ${ANSWERING_WINDOW_MS / SECOND_MS} seconds`;
  if (counted.length < exchanges.length * MIN_SHARE)
    return `${counted.length} of ${exchanges.length} exchanges responded ${within}; at least a quarter must`;
  const isTrusted = ({ tier }: ReadingState) => tier === 'A';
  return exchanges.some(isTrusted) && !counted.some(isTrusted)
    ? `no tier-A exchange responded ${within}`
    : undefined;
}
