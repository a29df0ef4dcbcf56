import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TOKEN_LIFETIME_SECONDS } from '../../../src/auth/tokens/token-issuer.ts';
import { SCOPES } from '../../../src/contract/scopes.ts';
import { requestRaw } from '../../support/raw-connection.ts';
import { StreamClient } from '../../support/stream-client.ts';
import { SLOT_MS, StreamRig, T } from './stream-rig.ts';

const BTC = 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f';
let rig: StreamRig;

beforeEach(async () => {
  rig = await StreamRig.start();
});
afterEach(() => rig.close());

const open = (path: string, headers: Record<string, string> = {}) =>
  rig.keep(new StreamClient(rig.wsUrl + path, { headers }));

async function expectRefused(client: StreamClient): Promise<void> {
  expect(await client.next()).toEqual({
    event: 'ERROR',
    code: '401',
    message: expect.any(String) as unknown,
    timestamp: '2026-06-01T00:00:00.000Z',
  });
  expect(await client.ended).toEqual({ code: 1008, reason: 'token refused' });
}

describe('a token', () => {
  test('in the query or in the header: CONNECTED says when and where the data comes from', async () => {
    const token = await rig.token();
    const connected = { event: 'CONNECTED', timestamp: '2026-06-01T00:00:00.000Z', source: 'simulator' };
    for (const client of [
      open(`?access_token=${token}`),
      open(`/?access_token=${token}&other=1`),
      open('', { authorization: `Bearer ${token}` }),
      open('', { authorization: `bearer ${token}` }),
    ])
      expect(await client.next()).toEqual(connected);
  });

  test('of REST is refused', async () => {
    await expectRefused(open(`?access_token=${await rig.token(undefined, rig.baseUrl)}`));
  });

  test('that is missing, empty, garbage or given twice is refused', async () => {
    const token = await rig.token();
    for (const path of [
      '',
      '?access_token=',
      '?access_token=garbage',
      `?access_token=${token}&access_token=${token}`,
    ])
      await expectRefused(open(path));
    await expectRefused(open('', { authorization: `Basic ${token}` }));
  });

  test('that has expired is refused, and a connection that it opened lives on', async () => {
    const token = await rig.token();
    const client = open(`?access_token=${token}`);
    expect(await client.next()).toMatchObject({ event: 'CONNECTED' });
    client.send({ event: 'SUBSCRIBE_INDEX_TICKER', indexId: BTC });
    await client.settled();
    rig.wallClock.advance(TOKEN_LIFETIME_SECONDS * 1000);
    await client.settled();
    await rig.tick(T + SLOT_MS);
    expect(await client.settled()).toMatchObject([{ event: 'INDEX_TICKER', indexId: BTC }]);
    const late = open(`?access_token=${token}`);
    expect(await late.next()).toMatchObject({ event: 'ERROR', code: '401' });
    expect((await late.ended).code).toBe(1008);
  });

  test('is in no log line and in no metric', async () => {
    const token = await rig.token();
    const client = open(`?access_token=${token}`);
    await client.next();
    await expectRefused(open(`?access_token=${token}x`));
    client.close();
    await client.ended;
    expect(rig.logLines.join('') + (await rig.registry.metrics())).not.toContain(token.slice(0, 20));
  });
});

test('a client that is disabled gets ERROR 401 and 1008 within five seconds, others nothing', async () => {
  const disabled = await rig.addClient(SCOPES);
  const clients = [await rig.connect(disabled), await rig.connect(disabled)];
  const other = await rig.connect();
  await rig.clients.disable(disabled.id);
  await rig.pass(5000);
  for (const client of clients) {
    expect(await client.next()).toMatchObject({ event: 'ERROR', code: '401' });
    expect((await client.ended).code).toBe(1008);
  }
  expect(await other.settled()).toEqual([]);
  const again = rig.keep(new StreamClient(`${rig.wsUrl}?access_token=${await rig.token(disabled)}`));
  await expect(again.next()).resolves.toMatchObject({ code: '401' });
});

test('a client that loses a scope gets ERROR 401 and 1008, and connects again with what is left to it', async () => {
  const client = await rig.addClient(['read:index-ticker', 'read:LX']);
  const connection = await rig.connect(client);
  await rig.clients.change(client.id, {
    name: 'Renamed',
    scopes: ['read:index-ticker', 'read:LX', 'read:ohlcv'],
  });
  await rig.pass(5000);
  expect(await connection.settled()).toEqual([]);
  await rig.clients.change(client.id, { scopes: ['read:LX'] });
  await rig.pass(5000);
  expect(await connection.next()).toMatchObject({
    event: 'ERROR',
    code: '401',
    message: 'this client has lost scopes: connect again',
  });
  expect((await connection.ended).code).toBe(1008);
  const again = await rig.connect(client);
  again.send({ event: 'SUBSCRIBE_INDEX_TICKER', indexId: BTC });
  expect(await again.next()).toMatchObject({ event: 'ERROR', code: '403' });
});

test('a client that is disabled gets no tick any more, not even before it is told', async () => {
  const client = await rig.addClient(SCOPES);
  const connection = await rig.connect(client);
  connection.send({ event: 'SUBSCRIBE_INDEX_TICKER', indexId: BTC });
  await connection.settled();
  await rig.clients.disable(client.id);
  await rig.tick(T + SLOT_MS);
  expect(await connection.rest()).toMatchObject([{ event: 'ERROR', code: '401' }]);
});

test('one client may have so many connections; the next is told 429 and closed with 1008', async () => {
  await rig.close();
  rig = await StreamRig.start({ limits: { connections: 2 } });
  const client = await rig.addClient(SCOPES);
  const first = await rig.connect(client);
  await rig.connect(client);
  const third = rig.keep(new StreamClient(`${rig.wsUrl}?access_token=${await rig.token(client)}`));
  expect(await third.next()).toMatchObject({ event: 'ERROR', code: '429' });
  expect(await third.ended).toEqual({ code: 1008, reason: 'policy: too many connections' });
  expect(await (await rig.connect()).settled()).toEqual([]);
  first.close();
  await first.ended;
  while (rig.stream.connections > 2) await new Promise<void>((resolve) => setImmediate(resolve));
  await rig.connect(client);
});

describe('before there is a websocket', () => {
  const handshake = {
    upgrade: 'websocket',
    connection: 'Upgrade',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'sec-websocket-version': '13',
  };

  test('another path is 404, in the body of every error', async () => {
    const answer = await requestRaw(rig.baseUrl, { target: '/v3/asset', headers: handshake });
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.body)).toMatchObject({ status: 'NOT_FOUND', errors: [] });
  });

  test.each([
    ['no key', { 'sec-websocket-key': '' }],
    ['another version', { 'sec-websocket-version': '7' }],
  ])('a handshake with %s is 400', async (_what, changes) => {
    const answer = await requestRaw(rig.baseUrl, { target: '/', headers: { ...handshake, ...changes } });
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toMatchObject({ status: 'BAD_REQUEST' });
  });

  test('an upgrade to anything else is answered as a plain request', async () => {
    const answer = await requestRaw(rig.baseUrl, {
      target: '/',
      headers: { upgrade: 'h2c', connection: 'Upgrade' },
    });
    expect([answer.status, answer.body]).toEqual([200, 'plain']);
    expect(rig.handshakes).toBe(0);
    await open('/').ended;
    expect(rig.handshakes).toBe(1);
  });

  test('an offer of compression that cannot be met is no reason to refuse', async () => {
    const token = await rig.token();
    const client = rig.keep(
      new StreamClient(`${rig.wsUrl}?access_token=${token}`, {
        perMessageDeflate: { serverMaxWindowBits: 8 },
      }),
    );
    expect(await client.next()).toMatchObject({ event: 'CONNECTED' });
    expect(client.socket.extensions).toBe('');
  });
});
