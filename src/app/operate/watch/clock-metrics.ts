import { Counter, Gauge, type Registry } from 'prom-client';
import { SECOND_MS, type Millis } from '../../../core/time.ts';

export interface ClockMetrics {
  observeClock(behindMs: Millis): void;
  countClockStep(direction: 'back' | 'forward'): void;
}

export function clockMetrics(registry: Registry): ClockMetrics {
  const registers = [registry];
  const behind = new Gauge({
    name: 'tidemark_clock_behind_seconds',
    help: 'How far the clock is behind the last tick; while it is above 0, no tick is published',
    registers,
  });
  const steps = new Counter({
    name: 'tidemark_clock_steps_total',
    help: 'How often the clock was set by a second or more, by direction: back, or forward (also after a sleep)',
    labelNames: ['direction'],
    registers,
  });
  steps.inc({ direction: 'back' }, 0);
  steps.inc({ direction: 'forward' }, 0);
  return {
    observeClock: (behindMs) => behind.set(behindMs / SECOND_MS),
    countClockStep: (direction) => steps.inc({ direction }),
  };
}
