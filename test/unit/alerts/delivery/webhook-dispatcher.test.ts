import { afterEach, describe, expect, test } from 'vitest';
import {
  WebhookDispatcher,
  type WebhookDispatcherParts,
} from '../../../../src/alerts/delivery/webhook-dispatcher.ts';
import type { WebhookRequest, WebhookResult } from '../../../../src/alerts/delivery/webhook-transport.ts';
import type { AlertChange } from '../../../../src/alerts/store/alert-store.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../src/core/time.ts';
import { delivery, endpoint, MemoryAlertStore, SLOT_0 } from '../../../support/alert-rules.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { settled } from '../../../support/settled.ts';

const closing: WebhookDispatcher[] = [];
afterEach(async () => {
  for (const dispatcher of closing.splice(0)) await dispatcher.close();
});

type Answer = WebhookResult | Promise<WebhookResult>;

/** `answers` are those of the first attempts; later ones succeed. */
function setUp(
  changes: readonly AlertChange[],
  answers: readonly Answer[] = [],
  parts: Partial<WebhookDispatcherParts> = {},
) {
  const clock = new ManualClock(SLOT_0);
  const store = new MemoryAlertStore([{ put: 'endpoint', endpoint: endpoint() }, ...changes]);
  const sent: WebhookRequest[] = [];
  const failures: unknown[] = [];
  const dead: string[] = [];
  const results = [...answers];
  const dispatcher = new WebhookDispatcher({
    store,
    transport: {
      send: async (request) => {
        sent.push(request);
        return results.shift() ?? { status: 200 };
      },
    },
    mayReceive: () => true,
    clock,
    random: () => 0,
    onDead: ({ id }) => dead.push(id),
    failed: (error) => failures.push(error),
    ...parts,
  });
  closing.push(dispatcher);
  const pass = async (ms: number) => {
    clock.advance(ms);
    await settled();
  };
  return { store, sent, failures, dead, dispatcher, pass, of: (id = 'msg_1') => store.records.delivery(id) };
}

const pending = (changes = {}): AlertChange => ({ put: 'delivery', delivery: delivery(changes) });

describe('a delivery', () => {
  test('that is accepted is delivered once, signed, with its id', async () => {
    const { sent, of, pass } = setUp([pending()]);
    await pass(0);
    await pass(HOUR_MS);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      url: 'https://hooks.example.com/tidemark',
      body: '{"type":"alert.fired"}',
      headers: {
        'content-type': 'application/json',
        'webhook-id': 'msg_1',
        'webhook-timestamp': String(SLOT_0 / SECOND_MS),
        'webhook-signature': expect.stringMatching(/^v1,\S+$/),
      },
    });
    expect(of()).toMatchObject({ status: 'DELIVERED', attempts: 1, responseStatus: 200, endedAt: SLOT_0 });
    expect(of()).not.toHaveProperty('nextAttemptAt');
  });

  test('that fails is sent again with the same id and body and a new timestamp', async () => {
    const { sent, of, pass } = setUp([pending()], [{ status: 500 }, { problem: 'CONNECTION' }]);
    await pass(0);
    expect(of()).toMatchObject({ status: 'PENDING', attempts: 1, problem: 'STATUS', responseStatus: 500 });
    await pass(5 * SECOND_MS - 1);
    expect(sent).toHaveLength(1);
    await pass(1);
    expect(of()).toMatchObject({ status: 'PENDING', attempts: 2, problem: 'CONNECTION' });
    expect(of()).not.toHaveProperty('responseStatus');
    await pass(10 * SECOND_MS);
    expect(of()).toMatchObject({ status: 'DELIVERED', attempts: 3 });
    expect(of()).not.toHaveProperty('problem');
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
    expect(new Set(sent.map(({ headers }) => headers['webhook-id']))).toEqual(new Set(['msg_1']));
    expect(new Set(sent.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(3);
  });

  test('waits as long as Retry-After says', async () => {
    const { sent, pass } = setUp([pending()], [{ status: 429, retryAfterMs: 10 * MINUTE_MS }]);
    await pass(0);
    await pass(10 * MINUTE_MS - 1);
    expect(sent).toHaveLength(1);
    await pass(1);
    expect(sent).toHaveLength(2);
  });

  test('is dead after 72 hours', async () => {
    const { of, pass, dead } = setUp(
      [pending()],
      Array.from({ length: 200 }, () => ({ status: 500 })),
    );
    await pass(0);
    for (let hours = 0; hours < 2 * 72; hours++) await pass(HOUR_MS / 2);
    expect(of()).toMatchObject({ status: 'DEAD', problem: 'EXPIRED', responseStatus: 500 });
    expect(dead).toEqual(['msg_1']);
  });

  test('is not sent without the scope of its data', async () => {
    const asked: unknown[] = [];
    const { sent, of, pass } = setUp([pending()], [], {
      mayReceive: (...args) => {
        asked.push(args);
        return false;
      },
    });
    await pass(0);
    expect(asked).toEqual([['client-1', ['read:index-ticker']]]);
    expect(sent).toEqual([]);
    expect(of()).toMatchObject({ status: 'DEAD', problem: 'SCOPE', attempts: 0 });
  });

  describe('of a client whose scopes are known from a copy', () => {
    test('is sent if the scope was granted after the copy was read', async () => {
      const reads: number[] = [];
      const { sent, of, pass } = setUp([pending()], [], {
        mayReceive: () => reads.length > 0,
        refreshClients: async (notBefore) => void reads.push(notBefore),
      });
      await pass(0);
      expect([reads, sent.length, of()?.status]).toEqual([[SLOT_0], 1, 'DELIVERED']);
    });

    test('is dead if a new copy says the same', async () => {
      const { sent, of, pass } = setUp([pending()], [], {
        mayReceive: () => false,
        refreshClients: async () => undefined,
      });
      await pass(0);
      expect([sent.length, of()?.problem]).toEqual([0, 'SCOPE']);
    });

    test('waits if the copy cannot be renewed', async () => {
      const { failures, of, pass } = setUp([pending()], [], {
        mayReceive: () => false,
        refreshClients: () => Promise.reject(new Error('away')),
      });
      await pass(0);
      expect([of()?.status, failures.length]).toEqual(['PENDING', 1]);
    });
  });

  test('without its endpoint is dead', async () => {
    const { sent, of, pass } = setUp([pending({ endpointId: 'gone' })]);
    await pass(0);
    expect(sent).toEqual([]);
    expect(of()).toMatchObject({ status: 'DEAD', problem: 'ENDPOINT' });
  });
});

test('410 disables the endpoint: what waits for it is dead, and nothing more is sent', async () => {
  const later = pending({ id: 'msg_2', nextAttemptAt: SLOT_0 + 1 });
  const { sent, of, store, pass } = setUp([pending(), later], [{ status: 410 }]);
  await pass(0);
  await pass(HOUR_MS);
  expect(sent).toHaveLength(1);
  expect(of('msg_1')).toMatchObject({ status: 'DEAD', problem: 'GONE', responseStatus: 410 });
  expect(of('msg_2')).toMatchObject({ status: 'DEAD', problem: 'ENDPOINT' });
  expect(store.records.endpoint('endpoint-1')).toMatchObject({ disabledAt: SLOT_0 });
});

test('410 keeps what was changed in the endpoint during the attempt', async () => {
  let finish: (result: WebhookResult) => void = () => undefined;
  const { store, pass } = setUp([pending()], [new Promise((resolve) => (finish = resolve))]);
  await pass(0);
  const rotated = endpoint({ secret: { secret: 'whsec_rotated' } });
  await store.commit(() => ({ changes: [{ put: 'endpoint', endpoint: rotated }], result: undefined }));
  finish({ status: 410 });
  await settled();
  expect(store.records.endpoint('endpoint-1')).toEqual({ ...rotated, disabledAt: SLOT_0 });
});

test('a message that waits for an hour holds up later ones for a minute only', async () => {
  const later = pending({ id: 'msg_2', nextAttemptAt: SLOT_0 + 1 });
  const { sent, pass } = setUp([pending(), later], [{ status: 503, retryAfterMs: HOUR_MS }]);
  const ids = () => sent.map(({ headers }) => headers['webhook-id']);
  await pass(0);
  await pass(MINUTE_MS - 1);
  expect(ids()).toEqual(['msg_1']);
  await pass(1);
  expect(ids()).toEqual(['msg_1', 'msg_2']);
  await pass(HOUR_MS - MINUTE_MS - 1);
  expect(ids()).toEqual(['msg_1', 'msg_2']);
  await pass(1);
  expect(ids()).toEqual(['msg_1', 'msg_2', 'msg_1']);
});

test('an endpoint gets one delivery at a time, the oldest first; others do not wait for it', async () => {
  let finish: (result: WebhookResult) => void = () => undefined;
  const { sent, pass } = setUp(
    [
      { put: 'endpoint', endpoint: endpoint({ id: 'endpoint-2', url: 'https://second.example.com/' }) },
      pending({ id: 'msg_2', nextAttemptAt: SLOT_0 - 1 }),
      pending({ id: 'msg_1', nextAttemptAt: SLOT_0 - 2 }),
      pending({ id: 'msg_3', endpointId: 'endpoint-2' }),
    ],
    [new Promise((resolve) => (finish = resolve))],
  );
  await pass(0);
  const ids = () => sent.map(({ headers }) => headers['webhook-id']);
  expect(ids()).toEqual(['msg_1', 'msg_3']);
  finish({ status: 200 });
  await settled();
  expect(ids()).toEqual(['msg_1', 'msg_3', 'msg_2']);
});

test('one message that a receiver refuses does not hold up the others', async () => {
  const later = pending({ id: 'msg_2', nextAttemptAt: SLOT_0 + 1 });
  const { sent, of, pass } = setUp([pending(), later], [{ status: 400 }]);
  await pass(0);
  await pass(5 * SECOND_MS);
  expect(sent.map(({ headers }) => headers['webhook-id']).slice(0, 2)).toEqual(['msg_1', 'msg_2']);
  expect(of('msg_2')).toMatchObject({ status: 'DELIVERED' });
});

test('if a result cannot be stored, the delivery is sent again, but not at once', async () => {
  let finish: (result: WebhookResult) => void = () => undefined;
  const { sent, of, store, failures, pass } = setUp(
    [pending()],
    [new Promise((resolve) => (finish = resolve))],
  );
  store.failure = new Error('disk full');
  finish({ status: 200 });
  await pass(0);
  await pass(30 * SECOND_MS);
  expect(sent).toHaveLength(1);
  expect(failures).toEqual([store.failure]);
  store.failure = undefined;
  await pass(30 * SECOND_MS);
  expect(sent).toHaveLength(2);
  expect(of()).toMatchObject({ status: 'DELIVERED' });
});

test('both secrets sign during a rotation, and only then', async () => {
  const previous = { secret: { secret: 'whsec_AAAA' }, until: SLOT_0 + MINUTE_MS };
  const { sent, pass } = setUp([
    { put: 'endpoint', endpoint: endpoint({ previous }) },
    pending(),
    pending({ id: 'msg_2', nextAttemptAt: SLOT_0 + MINUTE_MS }),
  ]);
  await pass(0);
  await pass(MINUTE_MS);
  const counts = sent.map(({ headers }) => headers['webhook-signature']!.split(' ').length);
  expect(counts).toEqual([2, 1]);
});

test('a stop ends an attempt, which counts as never made', async () => {
  const { of, dispatcher, failures, pass } = setUp([pending()], [], {
    transport: {
      send: (_request, signal) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
        ),
    },
  });
  await pass(0);
  await dispatcher.close();
  expect(of()).toMatchObject({ status: 'PENDING', attempts: 0 });
  expect(failures).toEqual([]);
});

test('receivers of one client that do not respond leave room for those of others', async () => {
  const endpoints = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n): AlertChange => ({
    put: 'endpoint',
    endpoint: endpoint({ id: `slow-${n}`, url: `https://slow-${n}.example.com/` }),
  }));
  const slow = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) =>
    pending({ id: `msg_slow_${n}`, endpointId: `slow-${n}`, nextAttemptAt: SLOT_0 - n }),
  );
  const other: AlertChange = {
    put: 'endpoint',
    endpoint: endpoint({ id: 'other', clientId: 'client-2', url: 'https://other.example.com/' }),
  };
  const sent: string[] = [];
  const { dispatcher, pass } = setUp(
    [...endpoints, other, ...slow, pending({ id: 'msg_2', clientId: 'client-2', endpointId: 'other' })],
    [],
    {
      transport: {
        send: ({ url }, signal) => {
          sent.push(new URL(url).hostname);
          if (!url.includes('slow')) return Promise.resolve({ status: 200 });
          return new Promise((_, reject) =>
            signal.addEventListener('abort', () => reject(new Error('stopped'))),
          );
        },
      },
    },
  );
  await pass(0);
  expect(sent.filter((host) => host.startsWith('slow'))).toHaveLength(2);
  expect(sent).toContain('other.example.com');
  await dispatcher.close();
});

test('an endpoint that keeps failing gets nothing for longer each time, up to a minute', async () => {
  const many = Array.from({ length: 12 }, (_, n) => pending({ id: `msg_${n}` }));
  const { sent, pass } = setUp(
    many,
    Array.from({ length: 100 }, () => ({ status: 500 })),
  );
  const at: number[] = [];
  for (let second = 0; second <= 300; second++) {
    const before = sent.length;
    await pass(second === 0 ? 0 : SECOND_MS);
    if (sent.length > before) at.push(second);
  }
  expect(at.slice(0, 6)).toEqual([5, 15, 35, 75, 135, 195]);
});
