import { afterEach, expect, test } from 'vitest';
import { Heartbeats } from '../../../../src/alerts/delivery/heartbeats.ts';
import type { WebhookRequest } from '../../../../src/alerts/delivery/webhook-transport.ts';
import { MINUTE_MS, SECOND_MS } from '../../../../src/core/time.ts';
import { delivery, endpoint, MemoryAlertStore, SLOT_0 } from '../../../support/alert-rules.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { settled } from '../../../support/settled.ts';

const closing: Heartbeats[] = [];
afterEach(async () => {
  for (const heartbeats of closing.splice(0)) await heartbeats.close();
});

test('an endpoint gets a heartbeat at the start and at its interval, and no retry', async () => {
  const clock = new ManualClock(SLOT_0);
  const store = new MemoryAlertStore([
    { put: 'endpoint', endpoint: endpoint({ heartbeatSeconds: 60 }) },
    { put: 'endpoint', endpoint: endpoint({ id: 'quiet' }) },
    { put: 'endpoint', endpoint: endpoint({ id: 'disabled', heartbeatSeconds: 60, disabledAt: SLOT_0 }) },
    { put: 'endpoint', endpoint: endpoint({ id: 'removed', clientId: 'removed', heartbeatSeconds: 60 }) },
    { put: 'delivery', delivery: delivery() },
  ]);
  const sent: WebhookRequest[] = [];
  let ids = 0;
  const heartbeats = new Heartbeats({
    store,
    transport: {
      send: async (request) => {
        sent.push(request);
        return { status: 500 };
      },
    },
    isUsable: (clientId) => clientId === 'client-1',
    clock,
    lastSlot: () => SLOT_0,
    newId: () => `${++ids}-0`,
  });
  closing.push(heartbeats);
  await settled();
  expect(sent).toHaveLength(1);
  expect(JSON.parse(sent[0]!.body)).toEqual({
    type: 'heartbeat',
    timestamp: '2026-01-31T00:00:00.000Z',
    data: {
      endpointId: 'endpoint-1',
      heartbeatSeconds: 60,
      lastTick: '2026-01-31T00:00:00.000Z',
      pendingDeliveries: 1,
    },
  });
  for (let seconds = 0; seconds < 59; seconds++) {
    clock.advance(SECOND_MS);
    await settled();
  }
  expect(sent).toHaveLength(1);
  for (let minutes = 0; minutes < 3; minutes++) {
    clock.advance(MINUTE_MS);
    await settled();
  }
  expect(sent.map(({ headers }) => headers['webhook-id'])).toEqual(['msg_10', 'msg_20', 'msg_30', 'msg_40']);
});

test('410 disables the endpoint: it gets no more heartbeats', async () => {
  const clock = new ManualClock(SLOT_0);
  const store = new MemoryAlertStore([{ put: 'endpoint', endpoint: endpoint({ heartbeatSeconds: 60 }) }]);
  let sent = 0;
  const heartbeats = new Heartbeats({
    store,
    transport: {
      send: async () => {
        sent++;
        return { status: 410 };
      },
    },
    isUsable: () => true,
    clock,
    lastSlot: () => undefined,
    newId: () => '1',
  });
  closing.push(heartbeats);
  await settled();
  expect(store.records.endpoint('endpoint-1')).toMatchObject({ disabledAt: SLOT_0 });
  clock.advance(MINUTE_MS);
  await settled();
  expect(sent).toBe(1);
});
