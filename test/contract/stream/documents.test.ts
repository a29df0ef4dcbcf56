import { readFileSync } from 'node:fs';
import { Parser } from '@asyncapi/parser';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CLOSE_CODES, CLOSE_REASONS } from '../../../src/contract/close-codes.ts';
import { STREAM_ERROR_CODES, MESSAGES } from '../../../src/contract/messages.ts';
import { startService, type TestService } from '../../support/service.ts';
import { StreamClient, type StreamMessage } from '../../support/stream-client.ts';

const GUIDE = readFileSync(new URL('../../../docs/use/websocket.md', import.meta.url), 'utf8');
const KRAKEN = 'fa75a209-f460-4195-bbcc-56eb72286e3d';
const BTC_USD = '6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe';

interface Document {
  readonly asyncapi: string;
  readonly servers: Readonly<Record<string, { readonly host: string; readonly protocol: string }>>;
  readonly operations: Readonly<Record<string, { readonly messages: readonly { readonly $ref: string }[] }>>;
  readonly components: {
    readonly messages: Readonly<Record<string, { readonly name: string; readonly payload: object }>>;
  };
}

let service: TestService;
let document: Document;
beforeAll(async () => {
  service = await startService({ past: false, argv: ['--speed', '60', '--fault-rate', '0'] });
  document = (await (await fetch(`${service.baseUrl}/asyncapi.json`)).json()) as Document;
});
afterAll(() => service.close());

/** First cells of a table under a heading of the guide. */
function tableOf(heading: string): string[] {
  const section = GUIDE.split(/^## /m).find((part) => part.startsWith(heading)) ?? '';
  return [...section.matchAll(/^\| `(\w+)`/gm)].map(([, cell = '']) => cell);
}

const eventsFrom = (side: string) =>
  MESSAGES.filter(({ from }) => from === side)
    .map(({ event }) => event)
    .toSorted();

describe('the AsyncAPI document', () => {
  test('is valid by the parser of its makers', async () => {
    const { diagnostics } = await new Parser().parse(JSON.stringify(document));
    expect(diagnostics.filter(({ severity }) => severity <= 1)).toEqual([]);
  });

  test('says version 3 and where the websocket is', () => {
    expect(document.asyncapi).toMatch(/^3\./);
    const { host, protocol } = document.servers['stream'] ?? {};
    expect(`${protocol}://${host}`).toBe(service.wsUrl);
  });

  test.each([
    ['receiveFromClient', 'client'],
    ['sendToClient', 'server'],
  ])('%s names every message of the %s', (operation, side) => {
    const names =
      document.operations[operation]?.messages.map(({ $ref }) => $ref.split('/').at(-1) ?? '') ?? [];
    const events = names.map((name) => document.components.messages[name]?.name ?? '');
    expect(events.toSorted()).toEqual(eventsFrom(side));
  });
});

describe('the guide', () => {
  test('names every message of the server, and no other', () => {
    expect(tableOf('What the server sends').toSorted()).toEqual(eventsFrom('server'));
  });

  test('names every message of the client, and no other', () => {
    expect(tableOf('What you send').toSorted()).toEqual(eventsFrom('client'));
  });

  test('names every code of ERROR and every close code', () => {
    expect(tableOf('Errors')).toEqual(Object.keys(STREAM_ERROR_CODES));
    expect(tableOf('Close codes')).toEqual(Object.keys(CLOSE_CODES));
  });

  test('lists the members of every message of the server as the schema has them', () => {
    for (const { event, schema } of MESSAGES.filter(({ from }) => from === 'server')) {
      const row = GUIDE.split('\n').find((line) => line.startsWith(`| \`${event}\` `)) ?? '';
      const cell = row.split('|')[2] ?? '';
      if (cell.includes(' as ')) continue;
      const { properties, required = [] } = schema as unknown as {
        properties: Record<string, unknown>;
        required?: string[];
      };
      const listed = [...cell.matchAll(/`(\w+\??)`/g)].map(([, name = '']) => name);
      const names = Object.keys(properties).filter((name) => name !== 'event');
      expect([event, listed.map((name) => name.replace('?', '')).toSorted()]).toEqual([
        event,
        names.toSorted(),
      ]);
      const optional = listed.filter((name) => name.endsWith('?')).map((name) => name.slice(0, -1));
      for (const name of optional)
        expect([event, name, required.includes(name)]).toEqual([event, name, false]);
    }
  });
});

test('every closing of the server has a documented code', () => {
  for (const { code, reason } of Object.values(CLOSE_REASONS)) {
    expect(CLOSE_CODES[code]).toBeDefined();
    expect(Buffer.byteLength(reason)).toBeLessThanOrEqual(123);
  }
});

test('what the service sends matches the published schemas, and every message is seen', async () => {
  const ajv = new Ajv({ strict: false, validateFormats: false });
  const validators = new Map(
    Object.entries(document.components.messages)
      .filter(([name]) => !name.startsWith('CLIENT_'))
      .map(([name, { payload }]) => [name, ajv.compile(payload)]),
  );
  const token = await service.token({ audience: service.wsUrl });
  const client = new StreamClient(`${service.wsUrl}?access_token=${token}`);
  const channels: [string, object][] = [
    ['EXCHANGE_TICKER', { exchangeId: KRAKEN, marketName: 'BTC_USD' }],
    ['INDEX_TICKER', { indexType: 'LX' }],
    ['INDEX_TICKER', { indexId: BTC_USD }],
    ['TRADE', { exchangeId: KRAKEN }],
  ];
  const seen = new Map<string, StreamMessage>();
  const read = async () => {
    const message = await client.next();
    const validate = validators.get(message.event);
    expect([message, validate?.(message), validate?.errors]).toEqual([message, true, null]);
    seen.set(message.event, message);
  };
  await read();
  for (const [channel, fields] of channels)
    client.send({ event: `SUBSCRIBE_${channel}`, ...fields, requestId: 1 });
  client.send({ event: 'PING' });
  client.send({ event: 'NOPE' });
  while (!['TRADE', 'INDEX_TICKER', 'EXCHANGE_TICKER', 'ERROR'].every((event) => seen.has(event)))
    await read();
  for (const [channel, fields] of channels) client.send({ event: `UNSUBSCRIBE_${channel}`, ...fields });
  // Alerts need a client of their own: see alerts.test.ts.
  const expected = eventsFrom('server').filter(
    (event) => event !== 'PING' && event !== 'CONFLATED' && !event.endsWith('ALERT'),
  );
  while (!expected.every((event) => seen.has(event))) await read();
  client.close();
});

test('whatever INDEX_TICKER a client saw, REST has at once', async () => {
  const token = await service.token({ audience: service.wsUrl });
  const client = await StreamClient.open(`${service.wsUrl}?access_token=${token}`);
  client.send({ event: 'SUBSCRIBE_INDEX_TICKER', indexId: BTC_USD });
  for (let ticks = 0; ticks < 6;) {
    const message = await client.next();
    if (message.event !== 'INDEX_TICKER') continue;
    ticks++;
    const { event: _event, ...record } = message;
    const path = `/v3/index-ticker?indexId=${BTC_USD}&timestamp=${String(record['timestamp'])}&size=1`;
    expect(await (await service.get(path)).json()).toMatchObject({ content: [record] });
  }
  client.close();
});

test('index ticks follow each other on the grid without a gap, through the whole service', async () => {
  const token = await service.token({ audience: service.wsUrl });
  const client = await StreamClient.open(`${service.wsUrl}?access_token=${token}`);
  client.send({ event: 'SUBSCRIBE_INDEX_TICKER', indexType: 'LX' });
  const times = new Map<unknown, number[]>();
  while ([...times.values()].every((each) => each.length < 8)) {
    const message = await client.next();
    if (message.event !== 'INDEX_TICKER') continue;
    const known = times.get(message['name']) ?? [];
    times.set(message['name'], [...known, Date.parse(String(message['timestamp']))]);
  }
  expect([...times.keys()]).toEqual(['BLX', 'ELX', 'XRPLX']);
  for (const each of times.values())
    for (let i = 1; i < each.length; i++) expect((each[i] ?? 0) - (each[i - 1] ?? 0)).toBe(30_000);
  client.close();
});
