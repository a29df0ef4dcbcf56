import { MINUTE_MS, SECOND_MS, type Millis } from '../../../core/time.ts';

const MIN_MS = 30 * SECOND_MS;
const MAX_MS = 15 * MINUTE_MS;
/** After this many failed polls in a row the circuit opens: from then on only single probes are made. */
export const CIRCUIT_OPENS_AFTER = 3;

/**
 * Full jitter: any time from zero up to a limit that doubles with each failure, so that requests to exchanges do not
 * synchronise.
 */
export function backOffMs(failures: number, random: () => number): Millis {
  return random() * Math.min(MAX_MS, MIN_MS * 2 ** (failures - 1));
}
