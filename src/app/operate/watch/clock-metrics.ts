import type { Registry } from 'prom-client';
import { SECOND_MS, type Millis } from '../../../core/time.ts';
import { metricsIn } from '../../../api/http/metrics.ts';

export interface ClockMetrics {
  observeClock(behindMs: Millis): void;
  countClockStep(direction: 'back' | 'forward'): void;
}

export function clockMetrics(registry: Registry): ClockMetrics {
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
    observeClock: (behindMs) => behind.set(behindMs / SECOND_MS),
    countClockStep: (direction) => steps.inc({ direction }),
  };
}
