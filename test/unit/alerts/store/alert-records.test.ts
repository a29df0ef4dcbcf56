import { describe, expect, test } from 'vitest';
import { AlertRecords } from '../../../../src/alerts/store/alert-records.ts';
import type { Delivery } from '../../../../src/alerts/store/alert-store.ts';
import {
  MAX_ENDED_PER_ALERT,
  MAX_ENDED_PER_CLIENT,
  type EndedStatus,
} from '../../../../src/alerts/store/ended-deliveries.ts';
import { delivery, SLOT_0 } from '../../../support/alert-rules.ts';

function put(records: AlertRecords, id: string, changes: Partial<Delivery> = {}): void {
  records.apply({ put: 'delivery', delivery: delivery({ id, ...changes }) });
}

describe.each(['DELIVERED', 'DEAD'] as const)('%s deliveries', (status: EndedStatus) => {
  const ended = { status, endedAt: SLOT_0 };
  const max = MAX_ENDED_PER_ALERT[status];

  test('of an alert are bounded: the oldest are removed and counted', () => {
    const records = new AlertRecords();
    put(records, 'other alert', { ...ended, alertId: 'other' });
    put(records, 'waiting');
    for (let i = 0; i < max + 2; i++) put(records, `msg_${i}`, ended);
    expect(records.deliveriesOf('rule-1')).toHaveLength(max + 1);
    expect(
      ['msg_0', 'msg_1', 'msg_2', 'waiting', 'other alert'].filter((id) => records.delivery(id)),
    ).toEqual(['msg_2', 'waiting', 'other alert']);
    expect([...records.dropped]).toEqual([[status, 2]]);
    expect([...records.pending()]).toHaveLength(1);
  });

  test('of a client are bounded over all of its alerts, deleted ones too', () => {
    const records = new AlertRecords();
    put(records, 'other client', { ...ended, clientId: 'other', alertId: 'other' });
    for (let i = 0; i < MAX_ENDED_PER_CLIENT + 1; i++)
      put(records, `msg_${i}`, { ...ended, alertId: `rule-${i % 200}` });
    expect([...records.deliveries()]).toHaveLength(MAX_ENDED_PER_CLIENT + 1);
    expect([records.delivery('msg_0'), records.delivery('other client')?.clientId]).toEqual([
      undefined,
      'other',
    ]);
  });

  test('that are removed or replayed make room', () => {
    const records = new AlertRecords();
    for (let i = 0; i < max; i++) put(records, `msg_${i}`, ended);
    put(records, 'msg_0', { status: 'PENDING' });
    records.apply({ remove: 'delivery', id: 'msg_1' });
    put(records, 'a', ended);
    put(records, 'b', ended);
    expect(records.dropped.size).toBe(0);
    put(records, 'c', ended);
    expect([records.delivery('msg_0')?.status, records.delivery('msg_2')]).toEqual(['PENDING', undefined]);
  });
});
