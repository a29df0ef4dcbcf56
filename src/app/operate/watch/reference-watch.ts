import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { metricsIn } from '../../../api/http/metrics.ts';

/** Counts announcements of reference data that were refused, and tells of each kind of them once. */
export class ReferenceWatch {
  readonly #log: Logger;
  readonly #metrics: ReferenceMetrics;
  #told = '';

  constructor(log: Logger, metrics: ReferenceMetrics) {
    this.#log = log;
    this.#metrics = metrics;
  }

  refused(problems: readonly string[]): void {
    this.#metrics.countRefused();
    const said = problems.join('\n');
    if (said === this.#told) return;
    this.#told = said;
    this.#log.error(
      { problems },
      'the source announced reference data that cannot be right: those from before stay in force',
    );
  }

  /** An announcement was sound, whether it is new or in force already. */
  accepted(): void {
    if (this.#told !== '') this.#log.info('the source announced sound reference data again');
    this.#told = '';
  }
}

interface ReferenceMetrics {
  countRefused(): void;
}

export function referenceMetrics(registry: Registry): ReferenceMetrics {
  const { counter } = metricsIn(registry);
  const refused = counter(
    'tidemark_reference_refused_total',
    'Announcements of reference data that were refused: the version before them stayed in force',
  );
  return { countRefused: () => refused.inc() };
}
