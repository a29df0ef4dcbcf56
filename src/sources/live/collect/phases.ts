import { hash } from 'node:crypto';
import { CUT_OFF_MS, SECOND_MS, SLOT_MS, type Millis } from '../../../core/time.ts';

/** Readings that begin later are not sure to end before the input of the slot is complete. */
const LAST_PHASE_MS = SLOT_MS - CUT_OFF_MS - 8 * SECOND_MS;

/** When within each cycle an exchange is read: always the same, and spread over the cycle whatever the exchanges are. */
export function phaseOf(exchange: string): Millis {
  return Number.parseInt(hash('sha256', exchange).slice(0, 8), 16) % LAST_PHASE_MS;
}
