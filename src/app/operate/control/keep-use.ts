import type { LongLivedTokens } from '../../../auth/tokens/long-lived-tokens.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import { MINUTE_MS } from '../../../core/time.ts';

/**
 * Keeps once a minute when long-lived tokens were last used, for other nodes that list them. What cannot be kept is kept the next time. Ends
 * with the call of what it returns, which resolves once it has.
 */
export function keepUseEachMinute(
  longLived: Pick<LongLivedTokens, 'saveUse'>,
  clock: Clock,
): () => Promise<void> {
  const end = new AbortController();
  const keeping = (async () => {
    for (;;) {
      await clock.wait(MINUTE_MS, end.signal);
      // That the database is away is told by what watches it.
      await longLived.saveUse().catch(() => undefined);
    }
  })().catch(() => undefined);
  return async () => {
    end.abort();
    await keeping;
  };
}

/** A stop goes on where it cannot be kept: the disk may be full, or the database away. */
export async function keepUseAtEnd(longLived: Pick<LongLivedTokens, 'saveUse'>): Promise<void> {
  try {
    await longLived.saveUse();
  } catch (error) {
    process.emitWarning(`when tokens were last used could not be kept: ${(error as Error).message}`);
  }
}
