import { unavailable } from '../errors.ts';
import { WorkLine } from './work-line.ts';

/** One that waits for the disk leaves the other to go on; more would only displace what each has decoded. */
const MOST_AT_ONCE = 2;
const MOST_WAITING = 64;

const BUSY = () => unavailable('pages over many indices are being read for others: try again', 1);

/** The line of pages of the past over many series, one for all routes: each page decodes an hour or a month of all of them. */
export function crossLine(): WorkLine {
  return new WorkLine({ atOnce: MOST_AT_ONCE, mostWaiting: MOST_WAITING, busy: BUSY });
}
