import { Counter, Gauge, type Registry } from 'prom-client';

export interface InputMetrics {
  observeInputs(tickBytes: number, keptBytes: number): void;
  countInputs(outcome: 'given-up' | 'failed'): void;
  countDroppedInputs(reason: string): void;
}

/** What becomes of recorded inputs. */
export function inputMetrics(registry: Registry): InputMetrics {
  const registers = [registry];
  const inputs = new Counter({
    name: 'tidemark_inputs_total',
    help: 'Inputs of ticks by outcome: recorded, given up for want of room, or failed',
    labelNames: ['outcome'],
    registers,
  });
  const dropped = new Counter({
    name: 'tidemark_input_hours_dropped_total',
    help: 'Hours of recorded inputs that were dropped, by reason: age or room',
    labelNames: ['reason'],
    registers,
  });
  const kept = new Gauge({
    name: 'tidemark_inputs_bytes',
    help: 'Bytes of recorded inputs on disk',
    registers,
  });
  const ofTick = new Gauge({
    name: 'tidemark_inputs_tick_bytes',
    help: 'Bytes that the inputs of the last tick took',
    registers,
  });
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
