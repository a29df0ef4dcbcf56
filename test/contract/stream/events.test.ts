import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { StreamLimits } from '../../../src/api/stream/connection/limits.ts';
import type { IssuedToken } from '../../../src/app/operate/control/long-lived-commands.ts';
import { WELL_KNOWN_ASSETS } from '../../../src/core/ids/well-known-ids.ts';
import { DAY_MS } from '../../../src/core/time.ts';
import type { EventClient, SentEvent } from '../../support/event-client.ts';
import { StreamClient } from '../../support/stream-client.ts';
import { priceOf, series, SLOT_MS, StreamRig, T } from './stream-rig.ts';

const { BTC, ETH } = WELL_KNOWN_ASSETS;
const numberOf = (indexId: string) => series.numberOf({ indexType: 'GWA', indexId }) ?? -1;
const iso = (n: number) => new Date(T + n * SLOT_MS).toISOString();
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

let rig: StreamRig;
beforeEach(async () => {
  rig = await StreamRig.start();
});
afterEach(() => rig.close());

async function limitedTo(limits: Partial<StreamLimits>): Promise<void> {
  await rig.close();
  rig = await StreamRig.start({ limits });
}

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const record = ({ data }: SentEvent) => JSON.parse(data) as Readonly<Record<string, string>>;
const idsOf = (events: readonly SentEvent[]) => events.map(({ id }) => id);

describe('a stream of events', () => {
  test('begins with the current value of each index, whatever kind of name it has', async () => {
    const client = await rig.events('names=BLX,BTC_USD,BTC,ethereum');
    expect([client.status, client.headers['content-type']]).toEqual([200, 'text/event-stream']);
    const events = await client.slot();
    expect(idsOf(events)).toEqual([undefined, undefined, undefined, iso(0)]);
    expect(new Set(events.map(({ event }) => event))).toEqual(new Set(['INDEX_TICKER']));
    const kinds = events.map((event) => record(event)['name'] ?? record(event)['indexType']);
    expect(kinds.toSorted()).toEqual(['BLX', 'GWA', 'GWA', 'MWA']);
  });

  test('continues with each slot, the id on its last event only', async () => {
    const client = await rig.events('names=ETH,BTC');
    await client.slot();
    for (const n of [1, 2]) {
      await rig.tick(T + n * SLOT_MS);
      const events = await client.slot();
      expect(idsOf(events)).toEqual([undefined, iso(n)]);
      const prices = new Map(events.map((event) => [record(event)['indexId'], record(event)['price']]));
      for (const id of [BTC, ETH])
        expect(prices.get(id)).toBe(String(priceOf(numberOf(id), T + n * SLOT_MS)));
    }
  });

  test('is written as the standard has it', async () => {
    const client = await rig.events('names=BTC');
    expect(await client.block()).toMatch(
      /^event: INDEX_TICKER\ndata: \{"event":"INDEX_TICKER",[^\n]+\}\nid: 2026-03-01T12:00:00\.000Z\n\n$/,
    );
  });

  test('has the bytes of the websocket as data, live and missed', async () => {
    const websocket = await rig.connect();
    const texts: string[] = [];
    websocket.socket.on('message', (text: Buffer) => texts.push(text.toString()));
    const live = await rig.events('names=BTC,BLX,BTC_USD');
    await live.slot();
    for (const fields of [{ symbol: 'BTC' }, { name: 'BLX' }, { marketName: 'BTC_USD' }])
      websocket.send({ event: 'SUBSCRIBE_INDEX_TICKER', ...fields });
    await websocket.settled();
    texts.length = 0;
    await rig.tick(T + SLOT_MS);
    const events = await live.slot();
    await websocket.settled();
    const ticks = texts.filter((text) => text.startsWith('{"event":"INDEX_TICKER"'));
    expect(ticks).toHaveLength(3);
    expect(events.map(({ data }) => data)).toEqual(ticks);
    const missed = await rig.events(`names=BTC,BLX,BTC_USD&since=${iso(0)}`);
    expect(await missed.slot()).toEqual(events);
  });

  test('has an index once that is named twice', async () => {
    const client = await rig.events('names=BTC,bitcoin,BTC');
    expect(await client.slot()).toHaveLength(1);
    await rig.tick(T + SLOT_MS);
    expect(await client.slot()).toHaveLength(1);
  });

  test('moves the id on in a slot without any value', async () => {
    const client = await rig.events('names=BTC');
    await client.slot();
    await rig.tick(T + SLOT_MS, { without: [numberOf(BTC)] });
    expect(await client.block()).toBe(`id: ${iso(1)}\n\n`);
  });

  test('has a comment every 15 seconds', async () => {
    const client = await rig.events('names=BTC');
    await client.slot();
    for (let n = 0; n < 3; n++) {
      await rig.pass(14_500);
      await rig.pass(500);
      expect(await client.block()).toBe(':\n\n');
    }
    await rig.tick(T + SLOT_MS);
    expect(await client.block()).toContain('event: INDEX_TICKER');
  });

  test('is for pages of the allowed origins, and marks what is simulated', async () => {
    const token = await rig.token();
    const from = async (origin: string) =>
      (await rig.events(`names=BTC&access_token=${token}`, { headers: { origin } })).headers;
    const allowed = await from('https://page.example');
    expect(allowed['access-control-allow-origin']).toBe('https://page.example');
    expect(allowed['tidemark-source']).toBe('simulator');
    expect(allowed['cache-control']).toBe('no-store');
    expect(await from('https://other.example')).not.toHaveProperty('access-control-allow-origin');
  });

  test('answers HEAD with the same head and no connection', async () => {
    const answer = await fetch(`${rig.baseUrl}/v3/stream?names=BTC`, {
      method: 'HEAD',
      ...bearer(await rig.token()),
    });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    expect(await answer.text()).toBe('');
    expect(rig.stream.connections).toBe(0);
  });

  test('allows preflights with the header of a resume', async () => {
    const answer = await fetch(`${rig.baseUrl}/v3/stream?names=BTC`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://page.example',
        'access-control-request-headers': 'authorization, last-event-id',
      },
    });
    expect(answer.headers.get('access-control-allow-headers')).toBe('authorization, last-event-id');
  });

  test('names parameters that it does not know', async () => {
    const client = await rig.events('names=BTC&indexType=GWA&compat=off');
    expect(client.headers['tidemark-ignored']).toBe('indexType');
  });

  test('ends with its client', async () => {
    const client = await rig.events('names=BTC');
    await client.slot();
    expect([rig.stream.connections, rig.stream.subscriptions]).toEqual([1, 1]);
    client.close();
    while (rig.stream.connections > 0) await turn();
    await rig.tick(T + SLOT_MS);
    expect(rig.stream.subscriptions).toBe(0);
  });
});

describe('a resume', () => {
  const resume = async (id: string, query = 'names=BTC,ETH') => {
    const headers = { ...bearer(await rig.token()).headers, 'last-event-id': id };
    return rig.events(query, { headers });
  };

  async function slotsOf(client: EventClient, count: number): Promise<(string | undefined)[]> {
    const ids: (string | undefined)[] = [];
    for (let n = 0; n < count; n++) ids.push(...idsOf(await client.slot()));
    return ids;
  }

  test.each(['since', 'Last-Event-ID'])('with %s sends missed slots whole, then live ones', async (by) => {
    for (let n = 1; n <= 4; n++) await rig.tick(T + n * SLOT_MS);
    const client = await (by === 'since' ? rig.events(`names=BTC,ETH&since=${iso(1)}`) : resume(iso(1)));
    expect(await slotsOf(client, 3)).toEqual([2, 3, 4].flatMap((n) => [undefined, iso(n)]));
    await rig.tick(T + 5 * SLOT_MS);
    expect(await slotsOf(client, 1)).toEqual([undefined, iso(5)]);
  });

  test('after a cut in the middle of a slot sends that slot whole', async () => {
    const before = await rig.events('names=BTC,ETH,BTC_USD');
    await before.slot();
    await rig.tick(T + SLOT_MS);
    const first = await before.next();
    // The cut: the client has one event of the slot, and the id of the slot before.
    expect(first.id).toBeUndefined();
    before.close();
    const after = await resume(iso(0), 'names=BTC,ETH,BTC_USD');
    const slot = await after.slot();
    expect(slot).toHaveLength(3);
    expect(slot[0]).toEqual(first);
  });

  test('with Last-Event-ID ignores the old since of the URL, which a browser repeats', async () => {
    for (let n = 1; n <= 2; n++) await rig.tick(T + n * SLOT_MS);
    const old = new Date(T - 3 * DAY_MS).toISOString();
    const client = await resume(iso(1), `names=BTC,ETH&since=${old}`);
    expect(await slotsOf(client, 1)).toEqual([undefined, iso(2)]);
  });

  test('of many slots and indices comes in order, without gap or duplicate', async () => {
    const last = 500;
    await rig.missed(T + SLOT_MS, T + last * SLOT_MS);
    const client = await rig.events(`names=BTC,ETH,BTC_USD,BLX,LTC&since=${iso(0)}`);
    for (let n = 1; n <= last; n++) {
      const events = await client.slot();
      expect(events.map((event) => record(event)['timestamp'])).toEqual(Array(5).fill(iso(n)));
      expect(new Set(events.map((event) => record(event)['indexId'])).size).toBe(5);
      expect(idsOf(events).slice(-2)).toEqual([undefined, iso(n)]);
    }
  });

  test('of a tick that this node does not have yet: nothing up to it comes, and the id never goes back', async () => {
    rig.marketClock.advanceTo(T + 4 * SLOT_MS);
    const client = await resume(iso(3));
    for (let n = 1; n <= 4; n++) await rig.tick(T + n * SLOT_MS);
    const events = await client.slot();
    expect(events.map((event) => event.data && record(event)['timestamp'])).toEqual([iso(4), iso(4)]);
    expect(idsOf(events)).toEqual([undefined, iso(4)]);
  });
});

describe('before the stream begins', () => {
  const refusedWith = async (query: string, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await rig.events(query, {
      headers: { ...bearer(await rig.token()).headers, ...headers },
    });
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    const { message, errors } = await answer.json();
    const [error] = errors as { field: string; rejectedValue: string; message: string }[];
    return { status: answer.status, message, field: error?.field, why: error?.message };
  };

  test.each([
    ['', {}, 'names', 'is required'],
    ['names=', {}, 'names', 'is required'],
    ['names=BTC,,ETH', {}, 'names', /^must be 1 to 100 names/],
    [`names=${Array(101).fill('BTC').join()}`, {}, 'names', /^must be 1 to 100 names/],
    ['names=BTC&names=ETH', {}, 'names', 'must be given once'],
    ['names=BTC&since=yesterday', {}, 'since', /^must be an ISO 8601 datetime/],
    [`names=BTC&since=${new Date(T - DAY_MS - 1).toISOString()}`, {}, 'since', /24 hours back/],
    ['names=BTC&conflate=perhaps', {}, 'conflate', 'must be true or false'],
    ['names=BTC', { 'last-event-id': '17' }, 'Last-Event-ID', /^must be the id of an event/],
    [
      'names=BTC',
      { 'last-event-id': new Date(T - DAY_MS - 1).toISOString() },
      'Last-Event-ID',
      /24 hours back/,
    ],
  ])('%s %j is 400', async (query, headers, field, why) => {
    expect(await refusedWith(query, headers)).toEqual({
      status: 400,
      message: 'validation error',
      field,
      why: typeof why === 'string' ? why : (expect.stringMatching(why) as unknown),
    });
  });

  test('unknown names are a 404 that lists them', async () => {
    expect(await refusedWith('names=BTC,NOPE,ETH_NOPE')).toMatchObject({
      status: 404,
      message: 'no asset, market or index has the name NOPE, ETH_NOPE',
    });
  });

  test('more indices than a connection may have are 400', async () => {
    await limitedTo({ subscriptions: 1 });
    expect(await refusedWith('names=BTC,ETH')).toMatchObject({ status: 400, field: 'names' });
  });

  test('a token that is missing, of REST, or given twice is 401', async () => {
    const missing = await rig.events('names=BTC', {});
    expect([missing.status, missing.headers['www-authenticate']]).toEqual([401, 'Bearer realm="tidemark"']);
    const rest = await rig.token(undefined, rig.baseUrl);
    const token = await rig.token();
    for (const query of [`access_token=${rest}`, `access_token=${token}&access_token=${token}`]) {
      const refused = await rig.events(`names=BTC&${query}`, {});
      expect(refused.status).toBe(401);
      expect(JSON.stringify(await refused.json())).not.toContain(token.slice(-20));
    }
  });

  test('a long-lived token is for the header only', async () => {
    const { id } = await rig.addClient();
    const urls = { baseUrl: rig.baseUrl, wsUrl: rig.wsUrl };
    const made = { id, lifeMs: DAY_MS, audiences: ['stream'], urls };
    const { token } = await rig.operate<IssuedToken>('clients.token', made);
    const refused = await rig.events(`names=BTC&access_token=${token}`, {});
    expect([refused.status, (await refused.json())['message']]).toEqual([
      401,
      'a long-lived token is taken from the Authorization header only, not from the URL',
    ]);
    const client = await rig.events('names=BTC', bearer(token));
    expect(await client.slot()).toHaveLength(1);
    await rig.operate('clients.revoke', {
      token: (await rig.operate<IssuedToken>('clients.token', made)).id,
    });
    await rig.pass(1000);
    expect(rig.stream.connections).toBe(1);
  });

  test('a scope that the token lacks is 403', async () => {
    const only = await rig.addClient(['read:LX']);
    const client = await rig.events('names=BLX', bearer(await rig.token(only)));
    expect(client.status).toBe(200);
    const refused = await rig.events('names=BLX,BTC', bearer(await rig.token(only)));
    expect([refused.status, (await refused.json())['message']]).toEqual([
      403,
      'this needs a token with scope read:index-ticker',
    ]);
    const none = await rig.addClient(['read:market-cap']);
    expect((await rig.events('names=BLX', bearer(await rig.token(none)))).status).toBe(403);
  });

  test('websockets and streams of events share the limit of connections', async () => {
    await limitedTo({ connections: 2 });
    const websocket = await rig.connect();
    const events = await rig.events('names=BTC');
    expect(events.status).toBe(200);
    const refused = await rig.events('names=BTC');
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '30']);
    const url = `${rig.wsUrl}?access_token=${await rig.token()}`;
    expect(await rig.keep(new StreamClient(url)).next()).toMatchObject({ event: 'ERROR', code: '429' });
    websocket.close();
    while (rig.stream.connections > 1) await turn();
    expect((await rig.events('names=BTC')).status).toBe(200);
  });

  test('no token is in the log', async () => {
    const token = await rig.token();
    await (await rig.events(`names=BTC&access_token=${token}`, {})).slot();
    await rig.events(`names=NOPE&access_token=${token}`, {});
    expect(rig.logLines.join('')).toContain('"route":"/v3/stream","status":200');
    expect(rig.logLines.join('')).not.toContain(token.slice(-20));
  });
});

describe('the end', () => {
  test('of a disabled client is an ERROR, as on the websocket', async () => {
    const added = await rig.addClient();
    const client = await rig.events('names=BTC', bearer(await rig.token(added)));
    await client.slot();
    await rig.operate('clients.disable', { id: added.id });
    await rig.pass(1000);
    const { event, data } = await client.next();
    expect([event, JSON.parse(data)]).toMatchObject(['ERROR', { event: 'ERROR', code: '401' }]);
    await client.ended;
    expect(rig.stream.connections).toBe(0);
  });

  test('does not come when a token expires', async () => {
    const client = await rig.events('names=BTC');
    await client.slot();
    rig.wallClock.advance(2 * DAY_MS);
    await rig.pass(1000);
    await rig.tick(T + SLOT_MS);
    expect(await client.slot()).toMatchObject([{ id: iso(1) }]);
  });

  test('on a restart is clean; browsers that come meanwhile are told when to come again', async () => {
    const clients = await Promise.all(Array.from({ length: 50 }, () => rig.events('names=BTC,ETH')));
    for (const client of clients) await client.slot();
    const [page, other] = [{ accept: 'text/event-stream' }, {}];
    await rig.stream.close(100);
    for (const client of clients) expect(await client.rest()).toBe('');
    expect(await rig.registry.metrics()).toContain('tidemark_stream_ended_total{reason="restart"} 50');
    const { headers } = bearer(await rig.token());
    const later = await rig.events('names=BTC', { headers: { ...headers, ...page } });
    expect([later.status, await later.rest()]).toEqual([200, 'retry: 2000\n\n']);
    const refused = await rig.events('names=BTC', { headers: { ...headers, ...other } });
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '2']);
  });
});
