import { SECOND_MS, SLOT_MS, type Millis } from '../../core/time.ts';

/** Latest values stay fresh until the next tick is due, in seconds of the client's own time. */
export function freshUntilNextTick(tickAt: Millis, marketTime: Millis, speed: number): number {
  return Math.max(0, Math.floor((tickAt + SLOT_MS - marketTime) / SECOND_MS / speed));
}

/** Not beyond an instant at which the answer stops being true; Infinity where there is none. */
export function freshUntil(until: Millis, marketTime: Millis, speed: number, mostSeconds: number): number {
  return Math.min(mostSeconds, Math.max(0, Math.floor((until - marketTime) / SECOND_MS / speed)));
}
