import { MINUTE_MS, SECOND_MS, type Millis } from '../../../core/time.ts';

const LEAST_MS = 30 * SECOND_MS;
const MOST_MS = 15 * MINUTE_MS;
/** So many bad polls in a row open the circuit: from then on only single probes are made. */
export const OPENS_AFTER = 3;

/** Full jitter: anywhere from at once to twice as long as the time before, so that exchanges are not asked in step. */
export function backOffMs(failures: number, random: () => number): Millis {
  return random() * Math.min(MOST_MS, LEAST_MS * 2 ** (failures - 1));
}
