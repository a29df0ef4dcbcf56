import { SLOT_MS, type Millis } from '../../core/time.ts';

/** The simulation counts slots: number n ends at n x 30 s after 1970. */
export function slotIndexOf(slot: Millis): number {
  return Math.floor(slot / SLOT_MS);
}

export function slotOf(slotIndex: number): Millis {
  return slotIndex * SLOT_MS;
}
