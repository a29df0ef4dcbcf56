import type { Registry } from 'prom-client';
import { metricsIn } from '../../../api/http/metrics.ts';

export interface InputMetrics {
  observeInputs(tickBytes: number, keptBytes: number): void;
  countInputs(outcome: 'given-up' | 'failed'): void;
  countDroppedInputs(reason: string): void;
}

/** What becomes of recorded inputs. */
export function inputMetrics(registry: Registry): InputMetrics {
  const { counter, gauge } = metricsIn(registry);
  const inputs = counter(
    'tidemark_inputs_total',
    'Inputs of ticks by outcome: recorded, given up for want of room, or failed',
    'outcome',
  );
  const dropped = counter(
    'tidemark_input_hours_dropped_total',
    'Hours of recorded inputs that were dropped, by reason: age or room',
    'reason',
  );
  const kept = gauge('tidemark_inputs_bytes', 'Bytes of recorded inputs on disk');
  const ofTick = gauge('tidemark_inputs_tick_bytes', 'Bytes that the inputs of the last tick took');
  return {
    observeInputs: (tickBytes, keptBytes) => {
      inputs.inc({ outcome: 'recorded' });
      ofTick.set(tickBytes);
      kept.set(keptBytes);
    },
    countInputs: (outcome) => inputs.inc({ outcome }),
    countDroppedInputs: (reason) => dropped.inc({ reason }),
  };
}
