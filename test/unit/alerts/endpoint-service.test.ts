import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { Destinations } from '../../../src/alerts/delivery/destinations.ts';
import type { WebhookRequest } from '../../../src/alerts/delivery/webhook-transport.ts';
import { EndpointService } from '../../../src/alerts/endpoint-service.ts';
import { MINUTE_MS } from '../../../src/core/time.ts';
import { endpoint, MemoryAlertStore } from '../../support/alert-rules.ts';
import { ManualClock } from '../../support/manual-clock.ts';

function setUp() {
  // Standard Webhooks refuses messages that are not of now.
  const wallClock = new ManualClock(Date.now());
  const store = new MemoryAlertStore([{ put: 'endpoint', endpoint: endpoint() }]);
  const sent: WebhookRequest[] = [];
  const parts = {
    store,
    transport: {
      send: async (request: WebhookRequest) => {
        sent.push(request);
        return { status: 204 };
      },
    },
    destinations: new Destinations(),
    wallClock,
    newId: () => `${sent.length}`,
    lastSlot: () => undefined,
    onOutbox: () => undefined,
  };
  const service = new EndpointService(parts);
  return {
    store,
    wallClock,
    sent,
    service,
    /** As another node, or after a restart. */
    again: () => new EndpointService(parts),
    test: (key?: string) => service.test('client-1', 'endpoint-1', key),
  };
}

test('a loop of rotations leaves the last two secrets, and each message has their signatures only', async () => {
  const { store, sent, service, test: send } = setUp();
  const secrets: string[] = [];
  for (let i = 0; i < 500; i++) secrets.push((await service.rotate('client-1', 'endpoint-1')).secret.secret);
  expect(new Set(secrets).size).toBe(500);
  const [rotated] = [...store.records.endpoints()];
  expect(JSON.stringify(rotated).match(/whsec_/g)).toHaveLength(2);
  await send();
  const [{ headers, body }] = sent as [WebhookRequest];
  expect(headers['webhook-signature']!.split(' ')).toHaveLength(2);
  const isSignedBy = (secret: string) => {
    try {
      new Webhook(secret).verify(body, headers);
      return true;
    } catch {
      return false;
    }
  };
  expect(secrets.filter(isSignedBy)).toEqual(secrets.slice(-2));
});

test('the same key rotates once', async () => {
  const { service } = setUp();
  const [first, again] = [
    await service.rotate('client-1', 'endpoint-1', 'key'),
    await service.rotate('client-1', 'endpoint-1', 'key'),
  ];
  expect(again.secret).toEqual(first.secret);
  expect((await service.rotate('client-1', 'endpoint-1', 'other')).secret).not.toEqual(first.secret);
});

test('the same key sends one test, unless it was refused', async () => {
  const { wallClock, sent, test: send } = setUp();
  for (let i = 0; i < 9; i++) await send();
  expect(await send('key')).toEqual(await send('key'));
  expect(sent).toHaveLength(10);
  await expect(send('refused')).rejects.toMatchObject({ reason: 'rate' });
  wallClock.advance(MINUTE_MS);
  expect(await send('refused')).toEqual({ delivered: true, responseStatus: 204 });
  expect(sent).toHaveLength(11);
});

test('the same key sends one test, also on another node and while it runs', async () => {
  const { sent, test: send, again } = setUp();
  const both = await Promise.all([send('key'), send('key')]);
  expect(both[1]).toEqual(both[0]);
  expect(await again().test('client-1', 'endpoint-1', 'key')).toEqual(both[0]);
  expect(sent).toHaveLength(1);
  await again().test('client-1', 'endpoint-1', 'other');
  expect(sent).toHaveLength(2);
});
