import { Ajv, type ValidateFunction } from 'ajv';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Tidemark } from '../../../sdk/src/node.ts';
import { SCOPES, type Scope } from '../../../src/contract/scopes.ts';
import { Operator } from '../../support/operator.ts';
import { startService, type TestService } from '../../support/service.ts';
import { StreamClient, type StreamMessage } from '../../support/stream-client.ts';

interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

const NEVER = '999999999';
/** The published schema of each message of the server. */
let validators: Map<string, ValidateFunction>;
let service: TestService;
beforeAll(async () => {
  // A slot takes half a second.
  service = await startService({ past: false, argv: ['--speed', '60', '--fault-rate', '0'] });
  const document = (await (await service.get('/asyncapi.json')).json()) as {
    components: { messages: Record<string, { payload: object }> };
  };
  const ajv = new Ajv({ strict: false, validateFormats: false });
  validators = new Map(
    Object.entries(document.components.messages).map(([name, { payload }]) => [name, ajv.compile(payload)]),
  );
});
afterAll(() => service.close());

async function addClient(scopes: readonly Scope[] = SCOPES): Promise<Credentials> {
  const { client, secret } = await new Operator(service.folder).addClient(scopes);
  return { clientId: client.id, clientSecret: secret };
}

async function connect(credentials: Credentials, scope?: string): Promise<StreamClient> {
  const options = { ...credentials, audience: service.wsUrl, ...(scope !== undefined && { scope }) };
  return StreamClient.open(`${service.wsUrl}?access_token=${await service.token(options)}`);
}

async function ask(
  of: Credentials,
  method: string,
  path: string,
  body: object,
): Promise<Record<string, unknown>> {
  const answer = await fetch(`${service.baseUrl}/v3${path}`, {
    method,
    headers: { authorization: `Bearer ${await service.token(of)}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.ok).toBe(true);
  return (await answer.json()) as Record<string, unknown>;
}

const createAlert = (of: Credentials, index = 'BTC') =>
  ask(of, 'POST', '/alerts', { type: 'ABOVE', index, threshold: '1' });

test('a client gets its own alerts, and no one else does', async () => {
  const [own, other] = [await addClient(), await addClient()];
  const [stream, foreign] = [await connect(own), await connect(other)];
  const subscribe = { event: 'SUBSCRIBE_ALERT', requestId: 7 };
  for (const each of [stream, foreign])
    expect(await each.ask(subscribe)).toEqual({
      event: 'SUBSCRIBED_ALERT',
      timestamp: expect.any(String),
      requestId: 7,
    });
  const { id } = await createAlert(own);
  const fired = await valid(stream.next());
  expect(fired).toMatchObject({
    event: 'ALERT',
    type: 'alert.fired',
    data: { alertId: id, alertType: 'ABOVE', source: 'simulator' },
  });
  await ask(own, 'PATCH', `/alerts/${id as string}`, { threshold: NEVER });
  expect(await valid(stream.next())).toMatchObject({
    type: 'alert.resolved',
    data: { alertId: id, reason: 'CHANGED' },
  });
  expect(await stream.ask({ event: 'UNSUBSCRIBE_ALERT' })).toMatchObject({ event: 'UNSUBSCRIBED_ALERT' });
  expect((await foreign.settled()).filter(({ event }) => event === 'ALERT')).toEqual([]);
  for (const each of [stream, foreign]) each.socket.terminate();
});

test('it needs read:alerts, and the scope of the data of each alert', async () => {
  const own = await addClient();
  const without = await connect(own, 'read:index-ticker');
  expect(await without.ask({ event: 'SUBSCRIBE_ALERT' })).toMatchObject({ event: 'ERROR', code: '403' });
  const narrow = await connect(own, 'read:alerts read:LX');
  await narrow.ask({ event: 'SUBSCRIBE_ALERT' });
  const wide = await connect(own);
  await wide.ask({ event: 'SUBSCRIBE_ALERT' });
  const { id: gwa } = await createAlert(own);
  expect(alertId(await wide.next())).toBe(gwa);
  const { id: lx } = await createAlert(own, 'BLX');
  expect(alertId(await wide.next())).toBe(lx);
  expect(alertId(await narrow.next())).toBe(lx);
  for (const each of [without, narrow, wide]) each.socket.terminate();
});

test('the SDK iterates over them', async () => {
  const own = await addClient();
  const t = new Tidemark({ url: service.baseUrl, wsUrl: service.wsUrl, ...own });
  const { id } = await ask(own, 'POST', '/alerts', { type: 'ABOVE', index: 'BTC', threshold: NEVER });
  const reading = (async () => {
    for await (const alert of t.alerts()) return alert;
    return undefined;
  })();
  const read = new AbortController();
  void reading.finally(() => read.abort());
  // It does not say when it is subscribed, so the alert fires again and again.
  for (let price = NEVER; !read.signal.aborted; price = price === NEVER ? '1' : NEVER) {
    await ask(own, 'PATCH', `/alerts/${id as string}`, { threshold: price });
    const state = price === NEVER ? 'OK' : 'FIRING';
    await expect
      .poll(
        async () => {
          const { content } = (await (
            await service.get('/v3/alerts', { authorization: `Bearer ${await service.token(own)}` })
          ).json()) as { content: { state: string }[] };
          return content[0]!.state;
        },
        { timeout: 20_000 },
      )
      .toBe(state);
  }
  expect(await reading).toMatchObject({ type: expect.stringMatching(/^alert\./), data: { alertId: id } });
});

async function valid(received: Promise<StreamMessage>): Promise<StreamMessage> {
  const message = await received;
  const validate = validators.get(message.event);
  expect([message, validate?.(message), validate?.errors]).toEqual([message, true, null]);
  return message;
}

function alertId(message: StreamMessage): unknown {
  return (message['data'] as { readonly alertId: unknown }).alertId;
}
