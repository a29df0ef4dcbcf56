import {
  createMarketClock,
  type MarketClock,
  type ScaledClockOptions,
  type SharedClockOffset,
} from '../../core/clocks/clock.ts';
import { slotAfter, type Millis } from '../../core/time.ts';

export interface MarketTime {
  readonly marketClock: MarketClock;
  /** Absent in real time. */
  readonly pace?: ScaledClockOptions;
}

/**
 * In real time the machine's clock. Otherwise a scaled clock that starts at `start`, or at the last stored slot
 * if that is later.
 */
export function marketTime(
  { speed, start }: { readonly speed: number; readonly start?: Millis | undefined },
  lastAt = -Infinity,
  time?: SharedClockOffset,
): MarketTime {
  // Not the injected clock, which is for tokens and limits: the pipeline's thread must read the same time.
  const realTime = createMarketClock(undefined, time);
  if (speed === 1 && start === undefined) return { marketClock: realTime };
  const startAt = Math.max(start ?? realTime.now(), lastAt);
  const pace = { startAt, since: realTime.monotonic(), speed };
  const marketClock = createMarketClock(pace);
  marketClock.hold(slotAfter(startAt));
  return { marketClock, pace };
}
