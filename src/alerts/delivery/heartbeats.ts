import type { Clock } from '../../core/clocks/clock.ts';
import { formatDatetime, SECOND_MS, type Millis } from '../../core/time.ts';
import type { AlertEndpoint, AlertStore } from '../store/alert-store.ts';
import { newMessageId } from '../messages.ts';
import { disableIfGone } from './gone-endpoint.ts';
import { sendSigned } from './webhook-dispatcher.ts';
import type { WebhookTransport } from './webhook-transport.ts';

interface HeartbeatParts {
  readonly store: Pick<AlertStore, 'records' | 'commit'>;
  readonly transport: WebhookTransport;
  readonly isUsable: (clientId: string) => boolean;
  /** Wall time. */
  readonly clock: Pick<Clock, 'now' | 'wait'>;
  /** The newest slot whose evaluation is stored. */
  readonly lastSlot: () => Millis | undefined;
  readonly newId: () => string;
}

const CHECK_EVERY_MS = SECOND_MS;
/** Limit for endpoints that are due at the same time; the others wait for the next check. */
const MAX_IN_FLIGHT = 8;
/** Unresponsive receivers of one client leave room for those of others. */
const MAX_IN_FLIGHT_PER_CLIENT = 2;

/**
 * Sends heartbeats to the endpoints that have them enabled: at the start, then at their intervals. A heartbeat is sent once, without retries:
 * the receiver has to detect a missing one. 410 disables the endpoint.
 */
export class Heartbeats {
  readonly #parts: HeartbeatParts;
  readonly #stop = new AbortController();
  readonly #sentAt = new Map<string, Millis>();
  readonly #inFlight = new Map<string, { readonly clientId: string; readonly ended: Promise<unknown> }>();
  readonly #running: Promise<void>;

  constructor(parts: HeartbeatParts) {
    this.#parts = parts;
    this.#running = this.#run();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
    await Promise.allSettled([...this.#inFlight.values()].map(({ ended }) => ended));
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      this.#sendDue();
      await this.#parts.clock.wait(CHECK_EVERY_MS, signal).catch(() => undefined);
    }
  }

  #sendDue(): void {
    const { store, clock, isUsable } = this.#parts;
    const now = clock.now();
    const endpoints = new Map([...store.records.endpoints()].map((endpoint) => [endpoint.id, endpoint]));
    for (const id of this.#sentAt.keys()) if (!endpoints.has(id)) this.#sentAt.delete(id);
    for (const endpoint of endpoints.values()) {
      const { id, clientId, heartbeatSeconds, disabledAt } = endpoint;
      if (heartbeatSeconds === undefined || disabledAt !== undefined || this.#inFlight.has(id)) continue;
      const dueAt = (this.#sentAt.get(id) ?? -Infinity) + heartbeatSeconds * SECOND_MS;
      if (dueAt > now || !this.#hasRoom(clientId) || !isUsable(clientId)) continue;
      this.#sentAt.set(id, now);
      const sent = this.#send(endpoint, now).catch(() => undefined);
      this.#inFlight.set(id, { clientId, ended: sent.then(() => this.#inFlight.delete(id)) });
    }
  }

  #hasRoom(client: string): boolean {
    const own = [...this.#inFlight.values()].filter(({ clientId }) => clientId === client);
    return this.#inFlight.size < MAX_IN_FLIGHT && own.length < MAX_IN_FLIGHT_PER_CLIENT;
  }

  async #send(endpoint: AlertEndpoint, at: Millis): Promise<void> {
    const { transport, lastSlot, newId, store, clock } = this.#parts;
    const body = heartbeatBody(endpoint, {
      at,
      lastSlot: lastSlot(),
      pending: store.records.pendingCountOf(endpoint.id),
    });
    const id = newMessageId(newId);
    const result = await sendSigned(transport, endpoint, { id, body, at }, this.#stop.signal);
    await disableIfGone(store, endpoint.id, result, clock.now());
  }
}

/** `lastTick` lets the receiver also detect a service that runs without evaluating anything. */
export function heartbeatBody(
  { id, heartbeatSeconds }: Pick<AlertEndpoint, 'id' | 'heartbeatSeconds'>,
  {
    at,
    lastSlot,
    pending,
    isTest = false,
  }: {
    readonly at: Millis;
    readonly lastSlot: Millis | undefined;
    readonly pending: number;
    readonly isTest?: boolean;
  },
): string {
  return JSON.stringify({
    type: 'heartbeat',
    timestamp: formatDatetime(at),
    data: {
      endpointId: id,
      ...(heartbeatSeconds !== undefined && { heartbeatSeconds }),
      ...(lastSlot !== undefined && { lastTick: formatDatetime(lastSlot) }),
      pendingDeliveries: pending,
      ...(isTest && { test: true }),
    },
  });
}
