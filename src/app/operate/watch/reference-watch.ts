import type { Logger } from 'pino';
import type { Counter, Registry } from 'prom-client';
import { metricsIn } from '../../../api/http/metrics.ts';

/** Counts refused announcements of reference data, and logs the same problems only once. */
export class ReferenceWatch {
  readonly #log: Logger;
  readonly #refused: Counter;
  #reported = '';
  #leftOut = '';

  constructor(log: Logger, registry: Registry) {
    this.#log = log;
    this.#refused = metricsIn(registry).counter(
      'tidemark_reference_refused_total',
      'Announcements of reference data that were refused: the previous version stayed in force',
    );
  }

  refused(problems: readonly string[]): void {
    this.#refused.inc();
    const text = problems.join('\n');
    if (text === this.#reported) return;
    this.#reported = text;
    this.#log.error(
      { problems },
      'the source announced invalid reference data: the previous version stays in force',
    );
  }

  /** Call for a valid announcement, new or not. `leftOut`: problems of rows that were omitted. */
  accepted(leftOut: readonly string[]): void {
    if (this.#reported !== '') this.#log.info('the source announces valid reference data again');
    this.#reported = '';
    const text = leftOut.join('\n');
    if (text !== this.#leftOut && text !== '')
      this.#log.error({ problems: leftOut }, 'invalid index definitions are omitted; all other data is used');
    this.#leftOut = text;
  }
}
