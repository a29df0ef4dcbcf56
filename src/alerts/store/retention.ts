import { DAY_MS, type Millis } from '../../core/time.ts';
import type { AlertChange, AlertReader } from './alert-store.ts';
import { isEnded, type EndedStatus } from './ended-deliveries.ts';

const KEEP_MS: Readonly<Record<EndedStatus, Millis>> = { DELIVERED: 7 * DAY_MS, DEAD: 30 * DAY_MS };

/** Removes deliveries whose time is over. The limits on their number apply when a delivery ends. */
export function expiredDeliveries(records: Pick<AlertReader, 'deliveries'>, now: Millis): AlertChange[] {
  return [...records.deliveries()]
    .filter((delivery) => isEnded(delivery) && (delivery.endedAt ?? now) <= now - KEEP_MS[delivery.status])
    .map(({ id }) => ({ remove: 'delivery', id }));
}
