import type { Scope } from '../../contract/scopes.ts';
import type { AlertMessageType, DeliveryProblem, DeliveryStatus } from '../../contract/records/alert.ts';
import type { Millis } from '../../core/time.ts';
import type { AlertRule } from '../rules/alert-rule.ts';
import type { AlertEndpointTestResult } from '../endpoint-test.ts';
import type { RaisedAlert } from '../rules/raised-alert.ts';
import type { RuleState } from '../rules/rule-state.ts';
import type { EndedStatus } from './ended-deliveries.ts';

/** Of the request that created or rotated something, so that the same request again does not do it twice. */
export interface IdempotencyKey {
  readonly key: string;
  /** SHA-256 of its body. */
  readonly bodyHash: string;
}

export type StoredRule = AlertRule & { readonly idempotency?: IdempotencyKey };

/** What is stored of a rule's state. */
export type StoredState = Omit<RuleState, 'window'>;

/** The secrets with which the messages of an endpoint are signed. */
export interface EndpointSecret {
  /** `whsec_` and base64: the key of `v1`. */
  readonly secret: string;
  /** Ed25519, PKCS #8 in base64: the key of `v1a`. */
  readonly privateKey?: string;
}

/** Where a client gets its messages. */
export interface AlertEndpoint {
  readonly id: string;
  readonly clientId: string;
  readonly url: string;
  readonly name?: string;
  readonly heartbeatSeconds?: number;
  readonly createdAt: Millis;
  /** Set after a response with 410. */
  readonly disabledAt?: Millis;
  readonly secret: EndpointSecret;
  /** The secret before the last rotation, while messages are also signed with it. */
  readonly previous?: { readonly secret: EndpointSecret; readonly until: Millis };
  readonly idempotency?: IdempotencyKey;
  /** `Idempotency-Key` of the last rotation. */
  readonly rotation?: string;
  /** The last test with an `Idempotency-Key`. */
  readonly lastTest?: { readonly key: string; readonly result: AlertEndpointTestResult };
}

/** A message for one endpoint, and what became of it. */
export interface Delivery {
  /** The header `webhook-id`: the same for all attempts. */
  readonly id: string;
  readonly alertId: string;
  readonly clientId: string;
  readonly endpointId: string;
  readonly type: AlertMessageType;
  /** As it is sent. */
  readonly body: string;
  /** Scopes of its data, which the client needs when it is sent. */
  readonly needs: readonly Scope[];
  readonly status: DeliveryStatus;
  readonly attempts: number;
  /** Market time at which the alert fired or resolved. */
  readonly at?: Millis;
  /** Wall time. */
  readonly createdAt: Millis;
  readonly retryUntil: Millis;
  /** Only while pending. */
  readonly nextAttemptAt?: Millis;
  readonly endedAt?: Millis;
  readonly responseStatus?: number;
  readonly problem?: DeliveryProblem;
}

export type AlertChange =
  | { readonly put: 'rule'; readonly rule: StoredRule }
  | { readonly put: 'state'; readonly ruleId: string; readonly state: StoredState }
  | { readonly put: 'endpoint'; readonly endpoint: AlertEndpoint }
  | { readonly put: 'delivery'; readonly delivery: Delivery }
  /** Market time up to which ticks have been evaluated. */
  | { readonly put: 'evaluated'; readonly at: Millis }
  /** An alert that the process that evaluates rules announces for the one that ended it. */
  | { readonly put: 'announcement'; readonly id: string; readonly raised: RaisedAlert }
  | { readonly remove: 'rule' | 'endpoint' | 'delivery' | 'announcement'; readonly id: string };

/** What is stored, to read. */
export interface AlertReader {
  rules(): Iterable<StoredRule>;
  readonly ruleCount: number;
  rule(id: string): StoredRule | undefined;
  stateOf(ruleId: string): StoredState | undefined;
  endpoints(): Iterable<AlertEndpoint>;
  endpoint(id: string): AlertEndpoint | undefined;
  deliveries(): Iterable<Delivery>;
  delivery(id: string): Delivery | undefined;
  /** Newest first. */
  deliveriesOf(alertId: string): readonly Delivery[];
  pending(): Iterable<Delivery>;
  pendingCountOf(endpointId: string): number;
  announcements(): Iterable<readonly [id: string, raised: RaisedAlert]>;
  /** How many ended deliveries were removed early since the start, because their alert or client had too many. */
  readonly dropped: ReadonlyMap<EndedStatus, number>;
  readonly evaluatedAt: Millis | undefined;
}

/** What a commit changes, and what it returns. */
export interface Decision<T> {
  readonly changes: readonly AlertChange[];
  readonly result: T;
}

/**
 * Rules, endpoints and the outbox.
 *
 * - `decide` is called with the result of all earlier commits, and nothing changes until its own changes are made.
 * - When `commit` resolves, the changes are durable and can be read; when it rejects, none of them can be read. After a crash, a
 *   change that was not acknowledged may be there.
 */
export interface AlertStore {
  /** Of a store that other processes change: their commits until the last `refresh` or `commit`. */
  readonly records: AlertReader;
  /** When it resolves, `records` has all commits until the call. Rejects if the store cannot be reached. */
  refresh(): Promise<void>;
  commit<T>(decide: (records: AlertReader) => Decision<T>): Promise<T>;
  close(): Promise<void>;
}
