import { ApiError, type Tidemark } from '../../../sdk/src/node.ts';
import { SystemClock } from '../../core/clocks/clock.ts';
import type { Millis } from '../../core/time.ts';

/**
 * The current time of a service: its newest tick, which any token may read. A simulated or replayed market
 * may have another time than this machine. Before the first tick, the clock of this machine is used.
 */
export async function serviceNow(tidemark: Pick<Tidemark, 'head'>, signal?: AbortSignal): Promise<Millis> {
  try {
    const at = Date.parse((await tidemark.head({ signal })).slot);
    if (Number.isFinite(at)) return at;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
  return new SystemClock().now();
}
