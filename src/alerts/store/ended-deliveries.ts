import type { DeliveryStatus } from '../../contract/records/alert.ts';
import type { Delivery } from './alert-store.ts';

export type EndedStatus = Exclude<DeliveryStatus, 'PENDING'>;

export const MAX_ENDED_PER_ALERT: Readonly<Record<EndedStatus, number>> = { DELIVERED: 100, DEAD: 1000 };
/** Of each status. It also bounds the deliveries of deleted alerts. */
export const MAX_ENDED_PER_CLIENT = 10_000;

export type EndedDelivery = Delivery & { readonly status: EndedStatus };

export function isEnded(delivery: Delivery): delivery is EndedDelivery {
  return delivery.status !== 'PENDING';
}

/** The ids of ended deliveries, grouped by alert and by client, with a limit for each group. */
export class EndedDeliveries {
  readonly #groups = new Map<string, Set<string>>();

  add(delivery: EndedDelivery): void {
    for (const { key } of groupsOf(delivery)) {
      const ids = this.#groups.get(key);
      if (ids) ids.add(delivery.id);
      else this.#groups.set(key, new Set([delivery.id]));
    }
  }

  /** The oldest delivery of a group of this one that exceeds its limit. */
  excessOf(delivery: EndedDelivery): string | undefined {
    for (const { key, max } of groupsOf(delivery)) {
      const ids = this.#groups.get(key);
      if (ids && ids.size > max) return ids.values().next().value;
    }
    return undefined;
  }

  delete(delivery: EndedDelivery): void {
    for (const { key } of groupsOf(delivery)) {
      const ids = this.#groups.get(key);
      ids?.delete(delivery.id);
      if (ids?.size === 0) this.#groups.delete(key);
    }
  }
}

function groupsOf({ alertId, clientId, status }: EndedDelivery) {
  return [
    { key: `${status} of alert ${alertId}`, max: MAX_ENDED_PER_ALERT[status] },
    { key: `${status} of client ${clientId}`, max: MAX_ENDED_PER_CLIENT },
  ];
}
