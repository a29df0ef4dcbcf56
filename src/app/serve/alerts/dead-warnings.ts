import type { Delivery } from '../../../alerts/store/alert-store.ts';
import { HOUR_MS, type Millis } from '../../../core/time.ts';
import type { ServiceContext } from '../../process/service-context.ts';

/** Warns at most once an hour per endpoint: an endpoint that is down for days loses many deliveries. */
export class DeadWarnings {
  readonly #context: Pick<ServiceContext, 'log' | 'wallClock'>;
  readonly #warnedAt = new Map<string, Millis>();

  constructor(context: Pick<ServiceContext, 'log' | 'wallClock'>) {
    this.#context = context;
  }

  warn({ id, endpointId, clientId, problem }: Delivery): void {
    const { log, wallClock } = this.#context;
    const now = wallClock.now();
    if (now - (this.#warnedAt.get(endpointId) ?? -Infinity) < HOUR_MS) return;
    this.#warnedAt.set(endpointId, now);
    log.warn(
      { delivery: id, endpoint: endpointId, client: clientId, problem },
      'a webhook could not be delivered',
    );
  }
}
