import type { Scope } from '../../contract/scopes.ts';
import type { Clock } from '../../core/clocks/clock.ts';
import { MINUTE_MS, type Millis } from '../../core/time.ts';
import type { AlertChange, AlertEndpoint, AlertReader, AlertStore, Delivery } from '../store/alert-store.ts';
import { signatureHeaders } from './endpoint-secrets.ts';
import { disabling, GONE } from './gone-endpoint.ts';
import { nextAttempt, retryDelay } from './retry-schedule.ts';
import type { WebhookResult, WebhookTransport } from './webhook-transport.ts';

export interface WebhookDispatcherParts {
  readonly store: AlertStore;
  readonly transport: WebhookTransport;
  /** Whether the client may still get messages about data of these scopes. */
  readonly mayReceive: (clientId: string, needs: readonly Scope[]) => boolean;
  /** If clients are a copy: resolves when it is not older than this. A rejection delays the delivery. */
  readonly refreshClients?: ((notBefore: Millis) => Promise<void>) | undefined;
  /** Wall time. */
  readonly clock: Pick<Clock, 'now' | 'wait'>;
  readonly random: () => number;
  /** Called after each attempt: whether the receiver accepted it. */
  readonly onAttempt?: (accepted: boolean) => void;
  /** Called for each delivery that ends without having been delivered. */
  readonly onDead?: (delivery: Delivery) => void;
  /** Called when a result could not be stored: the delivery is sent again. */
  readonly failed: (error: unknown) => void;
}

const MAX_IN_FLIGHT = 8;
/** Receivers of one client that do not respond leave room for those of others. */
const MAX_IN_FLIGHT_PER_CLIENT = 2;
/** After a failed attempt its endpoint gets nothing for a while: twice as long after each further one, at most this long. */
const MAX_PAUSE_MS = MINUTE_MS;

interface Pause {
  readonly failures: number;
  readonly until: Millis;
}

/**
 * Sends the pending deliveries of the outbox: one at a time for each endpoint, the oldest due one first. The client that was served
 * the longest ago comes first.
 */
export class WebhookDispatcher {
  readonly #parts: WebhookDispatcherParts;
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;
  /** Attempts under way, by endpoint. */
  readonly #busy = new Map<string, { readonly clientId: string; readonly ended: Promise<void> }>();
  readonly #pauses = new Map<string, Pause>();
  /** When each client was served last: the number of the attempt. */
  readonly #served = new Map<string, number>();
  #attempts = 0;
  #wake = new AbortController();

  constructor(parts: WebhookDispatcherParts) {
    this.#parts = parts;
    this.#running = this.#run();
  }

  /** Call it when deliveries were added or changed. */
  wake(): void {
    this.#wake.abort();
  }

  /** Ends attempts under way; they count as never made. */
  async close(): Promise<void> {
    this.#stop.abort();
    this.wake();
    await this.#running;
    await Promise.all([...this.#busy.values()].map(({ ended }) => ended));
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      this.#wake = new AbortController();
      const waitMs = this.#startDue();
      await this.#parts.clock
        .wait(waitMs, AbortSignal.any([signal, this.#wake.signal]))
        .catch(() => undefined);
    }
  }

  /** Starts what is due; returns how long nothing else will be. */
  #startDue(): Millis {
    const now = this.#parts.clock.now();
    let next = now + MINUTE_MS;
    const due = new Map<string, Delivery>();
    for (const delivery of this.#parts.store.records.pending()) {
      const { endpointId, nextAttemptAt = now } = delivery;
      if (this.#busy.has(endpointId)) continue;
      const at = Math.max(nextAttemptAt, this.#pauses.get(endpointId)?.until ?? 0);
      if (at > now) next = Math.min(next, at);
      else if (nextAttemptAt < (due.get(endpointId)?.nextAttemptAt ?? Infinity))
        due.set(endpointId, delivery);
    }
    const servedAt = ({ clientId }: Delivery) => this.#served.get(clientId) ?? 0;
    for (const delivery of [...due.values()].toSorted((a, b) => servedAt(a) - servedAt(b))) {
      if (this.#busy.size >= MAX_IN_FLIGHT) break;
      if (this.#busyOf(delivery.clientId) < MAX_IN_FLIGHT_PER_CLIENT) this.#start(delivery);
    }
    return Math.max(1, next - now);
  }

  #busyOf(client: string): number {
    return [...this.#busy.values()].filter(({ clientId }) => clientId === client).length;
  }

  #start(delivery: Delivery): void {
    const { clientId, endpointId } = delivery;
    this.#served.set(clientId, ++this.#attempts);
    const attempt = this.#attempt(delivery).catch((error: unknown) => this.#afterFailure(endpointId, error));
    const ended = attempt.then(() => {
      this.#busy.delete(endpointId);
      this.wake();
    });
    this.#busy.set(endpointId, { clientId, ended });
  }

  /** `waitMs`: until the next attempt of the same delivery. */
  #pause(endpointId: string, waitMs: Millis): void {
    const failures = (this.#pauses.get(endpointId)?.failures ?? 0) + 1;
    const { clock, random } = this.#parts;
    const pauseMs = Math.max(retryDelay(failures, random), waitMs);
    this.#pauses.set(endpointId, { failures, until: clock.now() + Math.min(pauseMs, MAX_PAUSE_MS) });
  }

  #afterFailure(endpointId: string, error: unknown): void {
    if (this.#stop.signal.aborted) return;
    this.#pauses.set(endpointId, { failures: 0, until: this.#parts.clock.now() + MAX_PAUSE_MS });
    this.#parts.failed(error);
  }

  async #attempt(delivery: Delivery): Promise<void> {
    const { store, mayReceive } = this.#parts;
    const endpoint = store.records.endpoint(delivery.endpointId);
    if (!endpoint || endpoint.disabledAt !== undefined) return this.#end(delivery, { problem: 'ENDPOINT' });
    const isEntitled =
      mayReceive(delivery.clientId, delivery.needs) || (await this.#mayReceiveByNow(delivery));
    if (!isEntitled) return this.#end(delivery, { problem: 'SCOPE' });
    const result = await this.#send(delivery, endpoint);
    const sent = { ...delivery, attempts: delivery.attempts + 1 };
    const accepted = 'status' in result && result.status >= 200 && result.status < 300;
    this.#parts.onAttempt?.(accepted);
    if (accepted) {
      this.#pauses.delete(endpoint.id);
      return this.#end(sent, { status: 'DELIVERED', responseStatus: result.status });
    }
    if ('status' in result && result.status === GONE)
      return this.#end(sent, { problem: 'GONE', responseStatus: GONE }, (records) =>
        disabling(records, endpoint.id, this.#parts.clock.now()),
      );
    return this.#retry(sent, result);
  }

  /** A scope may have been granted just before the delivery was due. */
  async #mayReceiveByNow({ clientId, needs, nextAttemptAt }: Delivery): Promise<boolean> {
    const { mayReceive, refreshClients, clock } = this.#parts;
    if (!refreshClients) return false;
    await refreshClients(nextAttemptAt ?? clock.now());
    return mayReceive(clientId, needs);
  }

  #send({ id, body }: Delivery, endpoint: AlertEndpoint): Promise<WebhookResult> {
    return sendSigned(
      this.#parts.transport,
      endpoint,
      { id, body, at: this.#parts.clock.now() },
      this.#stop.signal,
    );
  }

  async #retry(delivery: Delivery, result: WebhookResult): Promise<void> {
    const { clock, random } = this.#parts;
    const now = clock.now();
    const outcome =
      'status' in result
        ? ({ problem: 'STATUS', responseStatus: result.status } as const)
        : { problem: result.problem };
    const retryAfterMs = 'status' in result ? result.retryAfterMs : undefined;
    const at = nextAttempt(delivery, now, retryAfterMs, random);
    if (at === undefined) return this.#end(delivery, { ...outcome, problem: 'EXPIRED' });
    this.#pause(delivery.endpointId, at - now);
    const { responseStatus: _before, ...rest } = delivery;
    await this.#store(delivery, { ...rest, ...outcome, nextAttemptAt: at });
  }

  /** Dead unless the outcome says otherwise. */
  async #end(
    delivery: Delivery,
    outcome: Pick<Delivery, 'problem' | 'responseStatus'> & Partial<Pick<Delivery, 'status'>>,
    more?: (records: AlertReader) => readonly AlertChange[],
  ): Promise<void> {
    const { nextAttemptAt: _next, problem: _problem, responseStatus: _status, ...rest } = delivery;
    const ended: Delivery = { ...rest, status: 'DEAD', ...outcome, endedAt: this.#parts.clock.now() };
    await this.#store(delivery, ended, more);
    if (ended.status === 'DEAD') this.#parts.onDead?.(ended);
  }

  async #store(
    { id }: Delivery,
    next: Delivery,
    more: (records: AlertReader) => readonly AlertChange[] = () => [],
  ): Promise<void> {
    await this.#parts.store.commit((records) => ({
      changes: [
        ...more(records),
        // It may have been removed meanwhile.
        ...(records.delivery(id) ? [{ put: 'delivery', delivery: next } as const] : []),
      ],
      result: undefined,
    }));
  }
}

/** Signs a message with all valid secrets of its endpoint, and sends it. */
export function sendSigned(
  transport: WebhookTransport,
  { url, secret, previous }: Pick<AlertEndpoint, 'url' | 'secret' | 'previous'>,
  content: { readonly id: string; readonly body: string; readonly at: Millis },
  signal: AbortSignal,
): Promise<WebhookResult> {
  const secrets = previous && previous.until > content.at ? [secret, previous.secret] : [secret];
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Tidemark-Webhooks',
    ...signatureHeaders(content, secrets),
  };
  return transport.send({ url, headers, body: content.body }, signal);
}
