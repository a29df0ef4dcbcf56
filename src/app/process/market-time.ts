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

/** The machine's clock at real time. Otherwise a market time that goes on from the last stored slot if that is later. */
export function marketTime(
  { speed, start }: { readonly speed: number; readonly start?: Millis | undefined },
  lastAt = -Infinity,
  time?: SharedTime,
): MarketTime {
  // Not one that is injected, because the pipeline's thread reads it too; what is injected is for tokens and limits.
  const realTime = marketClockOf(undefined, time);
  if (speed === 1 && start === undefined) return { marketClock: realTime };
  const startAt = Math.max(start ?? realTime.now(), lastAt);
  const pace = { startAt, since: realTime.monotonic(), speed };
  const marketClock = marketClockOf(pace);
  marketClock.hold(slotAfter(startAt));
  return { marketClock, pace };
}
