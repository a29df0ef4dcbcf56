import {
  marketClockOf,
  type MarketClock,
  type ScaledTime,
  type SharedTime,
} from '../../core/clocks/clock.ts';
import { slotAfter, type Millis } from '../../core/time.ts';

export interface MarketTime {
  readonly marketClock: MarketClock;
  /** Absent at real time. */
  readonly pace?: ScaledTime;
}

/**
 * In real time the machine's clock; otherwise a scaled clock that starts at the last stored slot if that is
 * later.
 */
export function marketTime(
  { speed, start }: { readonly speed: number; readonly start?: Millis | undefined },
  lastAt = -Infinity,
  time?: SharedTime,
): MarketTime {
  // Not the injected clock, which is for tokens and limits: the pipeline's thread must read the same time.
  const realTime = marketClockOf(undefined, time);
  if (speed === 1 && start === undefined) return { marketClock: realTime };
  const startAt = Math.max(start ?? realTime.now(), lastAt);
  const pace = { startAt, since: realTime.monotonic(), speed };
  const marketClock = marketClockOf(pace);
  marketClock.hold(slotAfter(startAt));
  return { marketClock, pace };
}
