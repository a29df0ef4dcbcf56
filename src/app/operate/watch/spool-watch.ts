import type { Logger } from 'pino';
import { formatDatetime } from '../../../core/time.ts';
import type { RecordingEvent } from '../../pipeline/input-recorder.ts';

/** Logs when inputs can no longer be kept in the data directory of a node, and when they can be again. */
export class SpoolWatch {
  readonly #log: Logger;
  #isBroken = false;

  constructor(log: Logger) {
    this.#log = log;
  }

  observe(event: RecordingEvent): void {
    if (event.kind === 'dropped') return;
    const isBroken = event.kind !== 'recorded';
    if (this.#isBroken && !isBroken) this.#log.info('inputs are kept in the data directory again');
    else if (isBroken && !this.#isBroken)
      this.#log.error(
        {
          slot: formatDatetime(event.at),
          ...('error' in event ? { err: event.error } : { reason: event.reason }),
        },
        'inputs cannot be kept in the data directory: after a restart this node could not store ticks that wait for the store',
      );
    this.#isBroken = isBroken;
  }
}
