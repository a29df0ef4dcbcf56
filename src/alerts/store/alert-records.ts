import type { Millis } from '../../core/time.ts';
import type { RaisedAlert } from '../rules/raised-alert.ts';
import type {
  AlertChange,
  AlertEndpoint,
  AlertReader,
  Delivery,
  StoredRule,
  StoredState,
} from './alert-store.ts';
import { EndedDeliveries, isEnded, type EndedDelivery, type EndedStatus } from './ended-deliveries.ts';

/**
 * Rules, endpoints and outbox in memory: the result of all changes. A delivery that ends removes the oldest ended ones beyond the
 * limits of its alert and its client.
 */
export class AlertRecords implements AlertReader {
  readonly #rules = new Map<string, StoredRule>();
  readonly #states = new Map<string, StoredState>();
  readonly #endpoints = new Map<string, AlertEndpoint>();
  readonly #deliveries = new Map<string, Delivery>();
  readonly #ofAlert = new Map<string, Set<string>>();
  readonly #pending = new Map<string, Delivery>();
  readonly #pendingCounts = new Map<string, number>();
  #ended = new EndedDeliveries();
  readonly #dropped = new Map<EndedStatus, number>();
  readonly #announcements = new Map<string, RaisedAlert>();
  #evaluatedAt: Millis | undefined;

  get evaluatedAt(): Millis | undefined {
    return this.#evaluatedAt;
  }

  rules(): Iterable<StoredRule> {
    return this.#rules.values();
  }

  get ruleCount(): number {
    return this.#rules.size;
  }

  rule(id: string): StoredRule | undefined {
    return this.#rules.get(id);
  }

  stateOf(ruleId: string): StoredState | undefined {
    return this.#states.get(ruleId);
  }

  endpoints(): Iterable<AlertEndpoint> {
    return this.#endpoints.values();
  }

  endpoint(id: string): AlertEndpoint | undefined {
    return this.#endpoints.get(id);
  }

  deliveries(): Iterable<Delivery> {
    return this.#deliveries.values();
  }

  delivery(id: string): Delivery | undefined {
    return this.#deliveries.get(id);
  }

  deliveriesOf(alertId: string): readonly Delivery[] {
    const ids = [...(this.#ofAlert.get(alertId) ?? [])];
    return ids.flatMap((id) => this.#deliveries.get(id) ?? []).toReversed();
  }

  pendingCountOf(endpointId: string): number {
    return this.#pendingCounts.get(endpointId) ?? 0;
  }

  pending(): Iterable<Delivery> {
    return this.#pending.values();
  }

  announcements(): Iterable<readonly [id: string, raised: RaisedAlert]> {
    return this.#announcements;
  }

  get dropped(): ReadonlyMap<EndedStatus, number> {
    return this.#dropped;
  }

  /** Call it after stored changes were applied: what they dropped was counted when they were made. */
  resetDropped(): void {
    this.#dropped.clear();
  }

  /** Forgets everything but how much was dropped. */
  clear(): void {
    const maps = [this.#rules, this.#states, this.#endpoints, this.#deliveries, this.#ofAlert, this.#pending];
    for (const map of [...maps, this.#pendingCounts, this.#announcements]) map.clear();
    this.#ended = new EndedDeliveries();
    this.#evaluatedAt = undefined;
  }

  /** Returns the ids of deliveries that it dropped. */
  apply(change: AlertChange): readonly string[] {
    if ('remove' in change) this.#remove(change.remove, change.id);
    else if (change.put === 'rule') this.#rules.set(change.rule.id, change.rule);
    else if (change.put === 'state') this.#states.set(change.ruleId, change.state);
    else if (change.put === 'endpoint') this.#endpoints.set(change.endpoint.id, change.endpoint);
    else if (change.put === 'delivery') return this.#putDelivery(change.delivery);
    else if (change.put === 'announcement') this.#announcements.set(change.id, change.raised);
    else this.#evaluatedAt = change.at;
    return [];
  }

  /** The fewest changes with the same result, without endpoints. */
  *changes(): Iterable<AlertChange> {
    for (const rule of this.#rules.values()) yield { put: 'rule', rule };
    for (const [ruleId, state] of this.#states) yield { put: 'state', ruleId, state };
    for (const delivery of this.#deliveries.values()) yield { put: 'delivery', delivery };
    for (const [id, raised] of this.#announcements) yield { put: 'announcement', id, raised };
    if (this.#evaluatedAt !== undefined) yield { put: 'evaluated', at: this.#evaluatedAt };
  }

  get size(): number {
    return this.#rules.size + this.#states.size + this.#deliveries.size + this.#announcements.size + 1;
  }

  #putDelivery(delivery: Delivery): readonly string[] {
    const { id, alertId, status } = delivery;
    this.#forgetStatus(id);
    this.#deliveries.set(id, delivery);
    if (status === 'PENDING') {
      this.#pending.set(id, delivery);
      this.#countPending(delivery, 1);
    }
    const ofAlert = this.#ofAlert.get(alertId);
    if (ofAlert) ofAlert.add(id);
    else this.#ofAlert.set(alertId, new Set([id]));
    return isEnded(delivery) ? this.#dropExcess(delivery) : [];
  }

  #dropExcess(delivery: EndedDelivery): readonly string[] {
    const { status } = delivery;
    const dropped: string[] = [];
    this.#ended.add(delivery);
    for (let id = this.#ended.excessOf(delivery); id !== undefined; id = this.#ended.excessOf(delivery)) {
      this.#removeDelivery(id);
      this.#dropped.set(status, (this.#dropped.get(status) ?? 0) + 1);
      dropped.push(id);
    }
    return dropped;
  }

  #remove(what: 'rule' | 'endpoint' | 'delivery' | 'announcement', id: string): void {
    if (what === 'rule') {
      this.#rules.delete(id);
      this.#states.delete(id);
    } else if (what === 'endpoint') this.#endpoints.delete(id);
    else if (what === 'announcement') this.#announcements.delete(id);
    else this.#removeDelivery(id);
  }

  #removeDelivery(id: string): void {
    const delivery = this.#deliveries.get(id);
    if (!delivery) return;
    this.#forgetStatus(id);
    this.#deliveries.delete(id);
    const ofAlert = this.#ofAlert.get(delivery.alertId);
    ofAlert?.delete(id);
    if (ofAlert?.size === 0) this.#ofAlert.delete(delivery.alertId);
  }

  /** Before its status changes, and before it is removed. */
  #forgetStatus(id: string): void {
    const before = this.#deliveries.get(id);
    if (!before) return;
    if (isEnded(before)) return this.#ended.delete(before);
    this.#pending.delete(id);
    this.#countPending(before, -1);
  }

  #countPending({ endpointId }: Delivery, by: number): void {
    const count = this.pendingCountOf(endpointId) + by;
    if (count === 0) this.#pendingCounts.delete(endpointId);
    else this.#pendingCounts.set(endpointId, count);
  }
}
