import { SECOND_MS, SLOT_MS, type Millis } from '../../core/time.ts';

/** Latest values stay fresh until the next tick is due, in seconds of the client's own time. */
export function freshUntilNextTick(tickAt: Millis, marketTime: Millis, speed: number): number {
  return Math.max(0, Math.floor((tickAt + SLOT_MS - marketTime) / SECOND_MS / speed));
}
