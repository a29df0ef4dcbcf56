import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Clock } from '../../../core/clocks/clock.ts';
import { CUT_OFF_MS, formatDatetime, SECOND_MS, type Millis } from '../../../core/time.ts';
import { runEvery } from '../../process/run-every.ts';
import { metricsIn } from '../../../api/http/metrics.ts';

interface ClockWatchParts {
  readonly wallClock: Clock;
  readonly marketClock: Clock;
  /** The newest stored slot, and the newest served one; -Infinity before the first. */
  readonly ticks: { readonly lastStored: Millis; readonly lastShown: Millis };
  readonly metrics: ReturnType<typeof clockMetrics>;
  readonly log: Logger;
}

const CHECK_EVERY_MS = SECOND_MS;
/**
 * The clock counts as set if it moved this much against the monotonic clock between two checks: slewing moves
 * it a thousandth of that.
 */
const MIN_STEP_MS = SECOND_MS;

/**
 * Checks the clock every second. Reports once when it was set, or when it is behind the last tick so that no
 * tick is published.
 */
export class ClockWatch {
  readonly close: () => Promise<void>;
  readonly #parts: ClockWatchParts;
  #offset: Millis;
  #isBehind = false;

  constructor(parts: ClockWatchParts) {
    this.#parts = parts;
    this.#offset = this.#offsetNow();
    this.close = runEvery(parts.wallClock, CHECK_EVERY_MS, () => this.#check());
  }

  /** How far the market clock is behind the last tick, or 0. A tick is stored up to two seconds before its slot. */
  get behindMs(): Millis {
    const { marketClock, ticks } = this.#parts;
    return Math.max(0, Math.max(ticks.lastShown, ticks.lastStored - CUT_OFF_MS) - marketClock.now());
  }

  describe(): string {
    return `${Math.ceil(this.behindMs / SECOND_MS)} s behind the last tick, ${formatDatetime(this.#lastTick)}: no tick is published until the clock has passed it`;
  }

  get #lastTick(): Millis {
    const { lastShown, lastStored } = this.#parts.ticks;
    return Math.max(lastShown, lastStored);
  }

  #check(): void {
    const { metrics } = this.#parts;
    const offset = this.#offsetNow();
    const step = offset - this.#offset;
    this.#offset = offset;
    if (Math.abs(step) >= MIN_STEP_MS) this.#reportStep(step);
    metrics.observeClock(this.behindMs);
    this.#reportBehind();
  }

  #reportStep(step: Millis): void {
    const { metrics, log } = this.#parts;
    const seconds = Math.abs(Math.round(step)) / SECOND_MS;
    metrics.countClockStep(step < 0 ? 'back' : 'forward');
    if (step < 0) log.warn({ seconds }, 'the clock was set back');
    else log.warn({ seconds }, 'the clock was set forward, or the machine slept');
  }

  #reportBehind(): void {
    const { log } = this.#parts;
    const { behindMs } = this;
    if (!this.#isBehind && behindMs >= MIN_STEP_MS) {
      this.#isBehind = true;
      const details = {
        behindSeconds: Math.ceil(behindMs / SECOND_MS),
        lastTick: formatDatetime(this.#lastTick),
      };
      log.warn(
        details,
        'the clock is behind the last tick: no tick is published until the clock has passed it; a simulated world that ran ahead continues with --speed',
      );
    } else if (this.#isBehind && behindMs === 0) {
      this.#isBehind = false;
      log.info('the clock has passed the last tick: ticks continue');
    }
  }

  /** Changes only if the clock is set or slewed. */
  #offsetNow(): Millis {
    const { wallClock } = this.#parts;
    return wallClock.now() - wallClock.monotonic();
  }
}

export function clockMetrics(registry: Registry) {
  const { counter, gauge } = metricsIn(registry);
  const behind = gauge(
    'tidemark_clock_behind_seconds',
    'How far the clock is behind the last tick; while it is above 0, no tick is published',
  );
  const steps = counter(
    'tidemark_clock_steps_total',
    'How often the clock was set by a second or more, by direction: back, or forward (also after a sleep)',
    'direction',
  );
  steps.inc({ direction: 'back' }, 0);
  steps.inc({ direction: 'forward' }, 0);
  return {
    observeClock: (behindMs: Millis) => behind.set(behindMs / SECOND_MS),
    countClockStep: (direction: 'back' | 'forward') => steps.inc({ direction }),
  };
}
