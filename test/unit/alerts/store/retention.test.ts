import { expect, test } from 'vitest';
import { expiredDeliveries } from '../../../../src/alerts/store/retention.ts';
import type { AlertChange, Delivery } from '../../../../src/alerts/store/alert-store.ts';
import { DAY_MS } from '../../../../src/core/time.ts';
import { delivery, MemoryAlertStore, SLOT_0 } from '../../../support/alert-rules.ts';

const NOW = SLOT_0 + 100 * DAY_MS;

function expiredOf(...deliveries: Delivery[]) {
  const { records } = new MemoryAlertStore(
    deliveries.map((each): AlertChange => ({ put: 'delivery', delivery: each })),
  );
  return expiredDeliveries(records, NOW).map((change) => 'remove' in change && change.id);
}

test('delivered messages stay for a week, dead ones for a month, pending ones always', () => {
  const ended = (id: string, status: Delivery['status'], days: number) =>
    delivery({ id, status, endedAt: NOW - days * DAY_MS });
  expect(
    expiredOf(
      delivery({ id: 'pending' }),
      ended('delivered 7', 'DELIVERED', 7),
      ended('delivered 6', 'DELIVERED', 6),
      ended('dead 30', 'DEAD', 30),
      ended('dead 29', 'DEAD', 29),
    ),
  ).toEqual(['delivered 7', 'dead 30']);
});
