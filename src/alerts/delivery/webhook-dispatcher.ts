import type { Scope } from '../../contract/scopes.ts';
import type { Clock } from '../../core/clocks/clock.ts';
import { MINUTE_MS, type Millis } from '../../core/time.ts';
import type { AlertChange, AlertEndpoint, AlertReader, AlertStore, Delivery } from '../store/alert-store.ts';
import { signatureHeaders } from './endpoint-secrets.ts';
import { disabling, GONE } from './gone-endpoint.ts';
import { nextAttempt } from './retry-schedule.ts';
import type { WebhookResult, WebhookTransport } from './webhook-transport.ts';

export interface WebhookDispatcherParts {
  readonly store: AlertStore;
  readonly transport: WebhookTransport;
  /** Whether the client may still get messages about data of these scopes. */
  readonly mayReceive: (clientId: string, needs: readonly Scope[]) => boolean;
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
/** After a failed attempt its endpoint gets nothing for a while, at most this long. */
const MAX_PAUSE_MS = MINUTE_MS;

/** Sends the pending deliveries of the outbox: one at a time for each endpoint, the oldest due one first. */
export class WebhookDispatcher {
  readonly #parts: WebhookDispatcherParts;
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;
  /** Endpoints with an attempt under way. */
  readonly #busy = new Map<string, Promise<void>>();
  readonly #pausedUntil = new Map<string, Millis>();
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
    await Promise.all(this.#busy.values());
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
      const at = Math.max(nextAttemptAt, this.#pausedUntil.get(endpointId) ?? 0);
      if (at > now) next = Math.min(next, at);
      else if (nextAttemptAt < (due.get(endpointId)?.nextAttemptAt ?? Infinity))
        due.set(endpointId, delivery);
    }
    for (const [endpointId, delivery] of due) {
      if (this.#busy.size >= MAX_IN_FLIGHT) break;
      const attempt = this.#attempt(delivery).catch((error: unknown) =>
        this.#afterFailure(endpointId, error),
      );
      this.#busy.set(
        endpointId,
        attempt.then(() => {
          this.#busy.delete(endpointId);
          this.wake();
        }),
      );
    }
    return Math.max(1, next - now);
  }

  #afterFailure(endpointId: string, error: unknown): void {
    if (this.#stop.signal.aborted) return;
    this.#pausedUntil.set(endpointId, this.#parts.clock.now() + MAX_PAUSE_MS);
    this.#parts.failed(error);
  }

  async #attempt(delivery: Delivery): Promise<void> {
    const { store, mayReceive } = this.#parts;
    const endpoint = store.records.endpoint(delivery.endpointId);
    if (!endpoint || endpoint.disabledAt !== undefined) return this.#end(delivery, { problem: 'ENDPOINT' });
    if (!mayReceive(delivery.clientId, delivery.needs)) return this.#end(delivery, { problem: 'SCOPE' });
    const result = await this.#send(delivery, endpoint);
    const sent = { ...delivery, attempts: delivery.attempts + 1 };
    const accepted = 'status' in result && result.status >= 200 && result.status < 300;
    this.#parts.onAttempt?.(accepted);
    if (accepted) {
      this.#pausedUntil.delete(endpoint.id);
      return this.#end(sent, { status: 'DELIVERED', responseStatus: result.status });
    }
    if ('status' in result && result.status === GONE)
      return this.#end(sent, { problem: 'GONE', responseStatus: GONE }, (records) =>
        disabling(records, endpoint.id, this.#parts.clock.now()),
      );
    return this.#retry(sent, result);
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
    this.#pausedUntil.set(delivery.endpointId, Math.min(at, now + MAX_PAUSE_MS));
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
