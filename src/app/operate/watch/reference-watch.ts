import type { Logger } from 'pino';
import type { Counter, Registry } from 'prom-client';
import { metricsIn } from '../../../api/http/metrics.ts';

/** Counts announcements of reference data that were refused, and tells of each kind of them once. */
export class ReferenceWatch {
  readonly #log: Logger;
  readonly #refused: Counter;
  #told = '';
  #leftOut = '';

  constructor(log: Logger, registry: Registry) {
    this.#log = log;
    this.#refused = metricsIn(registry).counter(
      'tidemark_reference_refused_total',
      'Announcements of reference data that were refused: the version before them stayed in force',
    );
  }

  refused(problems: readonly string[]): void {
    this.#refused.inc();
    const said = problems.join('\n');
    if (said === this.#told) return;
    this.#told = said;
    this.#log.error(
      { problems },
      'the source announced reference data that cannot be right: those from before stay in force',
    );
  }

  /** An announcement was sound, whether it is new or in force already. `leftOut`: problems of rows that are not part of it. */
  accepted(leftOut: readonly string[]): void {
    if (this.#told !== '') this.#log.info('the source announced sound reference data again');
    this.#told = '';
    const said = leftOut.join('\n');
    if (said !== this.#leftOut && said !== '')
      this.#log.error(
        { problems: leftOut },
        'invalid index definitions are left out; all other data are used',
      );
    this.#leftOut = said;
  }
}
