import { DAY_MS, type Millis } from '../../core/time.ts';
import type { AlertChange, AlertReader, Delivery } from './alert-store.ts';

const KEEP_DELIVERED_MS = 7 * DAY_MS;
const KEEP_DEAD_MS = 30 * DAY_MS;
/** Of each alert. */
const MAX_DELIVERED = 100;

/** Ended deliveries that nobody needs any more. */
export function expiredDeliveries(records: Pick<AlertReader, 'deliveries'>, now: Millis): AlertChange[] {
  const delivered = new Map<string, Delivery[]>();
  const expired: Delivery[] = [];
  for (const delivery of records.deliveries()) {
    const { status, endedAt = now, alertId } = delivery;
    if (status === 'PENDING') continue;
    const keepMs = status === 'DEAD' ? KEEP_DEAD_MS : KEEP_DELIVERED_MS;
    if (endedAt <= now - keepMs) expired.push(delivery);
    else if (status === 'DELIVERED') delivered.set(alertId, [...(delivered.get(alertId) ?? []), delivery]);
  }
  // The oldest come first.
  for (const all of delivered.values()) expired.push(...all.slice(0, -MAX_DELIVERED));
  return expired.map(({ id }) => ({ remove: 'delivery', id }));
}
