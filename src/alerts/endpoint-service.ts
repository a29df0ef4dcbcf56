import type { Clock } from '../core/clocks/clock.ts';
import { MINUTE_MS, type Millis } from '../core/time.ts';
import type { AlertEndpointTestResult } from './endpoint-test.ts';
import { AlertRefusal } from './alert-refusal.ts';
import { sameRequest } from './alert-service.ts';
import type { Destinations } from './delivery/destinations.ts';
import { newEndpointSecret, ROTATION_MS } from './delivery/endpoint-secrets.ts';
import { disableIfGone, GONE } from './delivery/gone-endpoint.ts';
import { heartbeatBody } from './delivery/heartbeats.ts';
import { sendSigned } from './delivery/webhook-dispatcher.ts';
import type { WebhookTransport } from './delivery/webhook-transport.ts';
import { newMessageId } from './messages.ts';
import { readWebhookUrl } from './delivery/webhook-url.ts';
import type {
  AlertChange,
  AlertEndpoint,
  AlertReader,
  AlertStore,
  IdempotencyKey,
} from './store/alert-store.ts';

interface EndpointDraft {
  readonly url: string;
  readonly name?: string;
  readonly ed25519: boolean;
  readonly heartbeatSeconds?: number;
}

interface EndpointServiceParts {
  readonly store: AlertStore;
  readonly transport: WebhookTransport;
  readonly destinations: Pick<Destinations, 'allow'>;
  readonly wallClock: Pick<Clock, 'now'>;
  readonly newId: () => string;
  readonly lastSlot: () => Millis | undefined;
  /** Called when deliveries were added or changed. */
  readonly onOutbox: () => void;
}

const MAX_ENDPOINTS_PER_CLIENT = 20;
/** A test sends a request to another service at once. */
const MAX_TESTS_PER_MINUTE = 10;

/** Endpoints of clients. A client sees its own only. */
export class EndpointService {
  readonly #parts: EndpointServiceParts;
  readonly #stop = new AbortController();
  /** Tests under way, by endpoint and idempotency key. */
  readonly #testing = new Map<string, Promise<AlertEndpointTestResult>>();
  /** When each client tested its endpoints in the last minute. */
  readonly #tests = new Map<string, readonly Millis[]>();

  constructor(parts: EndpointServiceParts) {
    this.#parts = parts;
  }

  close(): void {
    this.#stop.abort();
  }

  async list(clientId: string): Promise<readonly AlertEndpoint[]> {
    await this.#parts.store.refresh();
    return [...this.#parts.store.records.endpoints()].filter((endpoint) => endpoint.clientId === clientId);
  }

  /** The same request with the same key returns the endpoint that it created. */
  create(clientId: string, draft: EndpointDraft, idempotency?: IdempotencyKey): Promise<AlertEndpoint> {
    const { store, destinations, newId, wallClock } = this.#parts;
    const read = readWebhookUrl(draft.url, destinations);
    if ('problem' in read) throw new AlertRefusal('invalid', read.problem, 'url');
    const { ed25519, ...given } = draft;
    return store.commit((records) => {
      const own = [...records.endpoints()].filter((endpoint) => endpoint.clientId === clientId);
      const before = sameRequest(own, idempotency);
      if (before) return { changes: [], result: before };
      if (own.length >= MAX_ENDPOINTS_PER_CLIENT)
        throw new AlertRefusal('quota', `a client may have ${MAX_ENDPOINTS_PER_CLIENT} alert endpoints`);
      const endpoint: AlertEndpoint = {
        ...given,
        url: read.url.href,
        id: newId(),
        clientId,
        createdAt: wallClock.now(),
        secret: newEndpointSecret(ed25519),
        ...(idempotency && { idempotency }),
      };
      return { changes: [{ put: 'endpoint', endpoint }], result: endpoint };
    });
  }

  /** Rules lose it; its pending deliveries become dead. */
  async remove(clientId: string, id: string): Promise<void> {
    await this.#parts.store.commit((records) => {
      ownEndpoint(records, clientId, id);
      const rules = [...records.rules()].filter(({ endpointIds }) => endpointIds.includes(id));
      const changes = rules.map((rule): AlertChange => ({
        put: 'rule',
        rule: { ...rule, endpointIds: rule.endpointIds.filter((each) => each !== id) },
      }));
      return { changes: [...changes, { remove: 'endpoint', id }], result: undefined };
    });
    this.#parts.onOutbox();
  }

  /** Messages are signed with both secrets for a day. The same key again rotates nothing. */
  rotate(clientId: string, id: string, key?: string): Promise<AlertEndpoint> {
    const now = this.#parts.wallClock.now();
    return this.#parts.store.commit((records) => {
      const { rotation, ...before } = ownEndpoint(records, clientId, id);
      if (key !== undefined && rotation === key) return { changes: [], result: { ...before, rotation } };
      const endpoint: AlertEndpoint = {
        ...before,
        secret: newEndpointSecret(before.secret.privateKey !== undefined),
        previous: { secret: before.secret, until: now + ROTATION_MS },
        ...(key !== undefined && { rotation: key }),
      };
      return { changes: [{ put: 'endpoint', endpoint }], result: endpoint };
    });
  }

  /**
   * Sends a heartbeat marked as a test, once. If the receiver accepts it, a disabled endpoint is active again; 410 disables it. The
   * same key again returns the same result, until a test with another key.
   */
  async test(clientId: string, id: string, key?: string): Promise<AlertEndpointTestResult> {
    await this.#parts.store.refresh();
    const { lastTest } = ownEndpoint(this.#parts.store.records, clientId, id);
    if (key === undefined) return this.#test(clientId, id);
    if (lastTest?.key === key) return lastTest.result;
    const place = `${id} ${key}`;
    const running = this.#testing.get(place);
    if (running) return running;
    const tested = this.#testAndKeep(clientId, id, key).finally(() => this.#testing.delete(place));
    this.#testing.set(place, tested);
    return tested;
  }

  async #testAndKeep(clientId: string, id: string, key: string): Promise<AlertEndpointTestResult> {
    const result = await this.#test(clientId, id);
    await this.#change(clientId, id, (endpoint) => ({ ...endpoint, lastTest: { key, result } }));
    return result;
  }

  async #test(clientId: string, id: string): Promise<AlertEndpointTestResult> {
    const { store, transport, wallClock, newId, lastSlot } = this.#parts;
    const endpoint = ownEndpoint(store.records, clientId, id);
    const at = wallClock.now();
    this.#countTest(clientId, at);
    const body = heartbeatBody(endpoint, {
      at,
      lastSlot: lastSlot(),
      pending: store.records.pendingCountOf(id),
      isTest: true,
    });
    const content = { id: newMessageId(newId), body, at };
    const result = await sendSigned(transport, endpoint, content, this.#stop.signal);
    if (!('status' in result)) return { delivered: false, problem: result.problem };
    const { status: responseStatus } = result;
    const delivered = responseStatus >= 200 && responseStatus < 300;
    if (!delivered) {
      await disableIfGone(store, id, result, wallClock.now());
      return { delivered, responseStatus, problem: responseStatus === GONE ? 'GONE' : 'STATUS' };
    }
    if (endpoint.disabledAt !== undefined)
      await this.#change(clientId, id, ({ disabledAt: _disabled, ...enabled }) => enabled);
    return { delivered, responseStatus };
  }

  async #change(
    clientId: string,
    id: string,
    change: (endpoint: AlertEndpoint) => AlertEndpoint,
  ): Promise<void> {
    await this.#parts.store.commit((records) => {
      const endpoint = change(ownEndpoint(records, clientId, id));
      return { changes: [{ put: 'endpoint', endpoint }], result: undefined };
    });
  }

  #countTest(clientId: string, now: Millis): void {
    const lately = (this.#tests.get(clientId) ?? []).filter((at) => at > now - MINUTE_MS);
    if (lately.length >= MAX_TESTS_PER_MINUTE)
      throw new AlertRefusal('rate', `a client may send ${MAX_TESTS_PER_MINUTE} tests a minute`);
    this.#tests.set(clientId, [...lately, now]);
  }
}

function ownEndpoint(records: Pick<AlertReader, 'endpoint'>, clientId: string, id: string): AlertEndpoint {
  const endpoint = records.endpoint(id);
  if (endpoint?.clientId === clientId) return endpoint;
  throw new AlertRefusal('unknown', 'there is no such alert endpoint');
}
