import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { formatDatetime } from '../../../core/time.ts';
import type { RecordingEvent } from '../../pipeline/input-recorder.ts';
import { metricsIn } from '../../../api/http/metrics.ts';

/** Counts events of recorded inputs, and logs when they are lost. */
export class InputWatch {
  readonly #log: Logger;
  readonly #metrics: InputMetrics;
  #hasGivenUp = false;

  constructor(log: Logger, metrics: InputMetrics) {
    this.#log = log;
    this.#metrics = metrics;
  }

  observe(event: RecordingEvent): void {
    if (event.kind === 'recorded') this.#recorded(event);
    else if (event.kind === 'dropped') this.#dropped(event);
    else if (event.kind === 'given-up') this.#gaveUp(event);
    else {
      this.#metrics.countInputs('failed');
      const details = { slot: formatDatetime(event.at), err: event.error };
      this.#log.error(details, 'inputs could not be recorded: the tick is not published');
    }
  }

  #recorded({ at, bytes, keptBytes }: Extract<RecordingEvent, { kind: 'recorded' }>): void {
    this.#metrics.observeInputs(bytes, keptBytes);
    if (this.#hasGivenUp) this.#log.warn({ slot: formatDatetime(at) }, 'inputs are recorded again');
    this.#hasGivenUp = false;
  }

  #gaveUp({ at, reason }: Extract<RecordingEvent, { kind: 'given-up' }>): void {
    this.#metrics.countInputs('given-up');
    const details = { slot: formatDatetime(at), reason };
    if (!this.#hasGivenUp)
      this.#log.error(details, 'no disk space: inputs are no longer recorded, values still are');
    this.#hasGivenUp = true;
  }

  #dropped({ hour, bytes, reason }: Extract<RecordingEvent, { kind: 'dropped' }>): void {
    this.#metrics.countDroppedInputs(reason);
    const details = { hour: formatDatetime(hour), bytes };
    if (reason === 'age') this.#log.debug(details, 'an hour of inputs was deleted because of its age');
    else this.#log.warn(details, 'an hour of inputs was deleted to free disk space');
  }
}

type InputMetrics = ReturnType<typeof inputMetrics>;

export function inputMetrics(registry: Registry) {
  const { counter, gauge } = metricsIn(registry);
  const inputs = counter(
    'tidemark_inputs_total',
    'Inputs of ticks by outcome: recorded, given-up for lack of disk space, or failed',
    'outcome',
  );
  const dropped = counter(
    'tidemark_input_hours_dropped_total',
    'Hours of recorded inputs that were deleted, by reason: age or room',
    'reason',
  );
  // Alerts see an increase only from a value that was there before.
  for (const outcome of ['recorded', 'given-up', 'failed']) inputs.inc({ outcome }, 0);
  for (const reason of ['age', 'room']) dropped.inc({ reason }, 0);
  const kept = gauge('tidemark_inputs_bytes', 'Bytes of recorded inputs on disk');
  const ofTick = gauge('tidemark_inputs_tick_bytes', 'Bytes of the inputs of the last tick');
  return {
    observeInputs: (tickBytes: number, keptBytes: number) => {
      inputs.inc({ outcome: 'recorded' });
      ofTick.set(tickBytes);
      kept.set(keptBytes);
    },
    countInputs: (outcome: 'given-up' | 'failed') => inputs.inc({ outcome }),
    countDroppedInputs: (reason: string) => dropped.inc({ reason }),
  };
}
