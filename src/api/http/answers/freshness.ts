import { SECOND_MS, SLOT_MS, type Millis } from '../../../core/time.ts';

/**
 * Latest values stay fresh until the next tick is due, in seconds of the client's own time: never longer than
 * a slot lasts. A clock that is behind the tick says nothing about the next one.
 */
export function freshUntilNextTick(tickAt: Millis, marketTime: Millis, speed: number): number {
  const leftMs = marketTime < tickAt ? 0 : tickAt + SLOT_MS - marketTime;
  return Math.max(0, Math.floor(leftMs / SECOND_MS / speed));
}

/** At most until an instant at which the answer becomes wrong; Infinity if there is none. */
export function freshUntil(until: Millis, marketTime: Millis, speed: number, maxSeconds: number): number {
  return Math.min(maxSeconds, Math.max(0, Math.floor((until - marketTime) / SECOND_MS / speed)));
}
