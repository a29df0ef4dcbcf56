import { unavailable } from '../errors.ts';
import { FairQueue } from './fair-queue.ts';

/**
 * One job that waits for the disk lets the other continue; with more, each would evict what the others have
 * decoded.
 */
const MAX_AT_ONCE = 2;
const MAX_WAITING = 64;

const BUSY = () => unavailable('pages over many indices are being read for other clients: try again', 1);

/**
 * The queue for past pages over many series, shared by all routes: each page decodes an hour or a month of
 * all series.
 */
export function crossSeriesQueue(): FairQueue {
  return new FairQueue({ maxRunning: MAX_AT_ONCE, maxWaiting: MAX_WAITING, queueFull: BUSY });
}
