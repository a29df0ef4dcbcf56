import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent } from 'undici';
import { afterEach, describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../../src/core/time.ts';
import { ExchangeHttp } from '../../../../../src/sources/live/http/exchange-http.ts';
import { TokenBucket } from '../../../../../src/sources/live/http/token-bucket.ts';
import { PollFailure } from '../../../../../src/sources/live/ports/poll-failure.ts';
import { READY_MAPPINGS } from '../../../../../src/sources/live/supply/ready-mappings.ts';
import { readSupplies } from '../../../../../src/sources/live/supply/read-supplies.ts';
import type {
  SupplyEndpoint,
  SupplyReading,
} from '../../../../../src/sources/live/supply/supply-endpoint.ts';
import { parseMapping } from '../../../../../src/sources/live/supply/supply-mapping.ts';
import { pollSupplies } from '../../../../../src/sources/live/supply/supply-poller.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';
import * as faults from '../../../../support/rig/faults.ts';
import { LAYOUTS } from '../../../../support/rig/layouts.ts';
import {
  coincapPage,
  coingeckoPage,
  coinpaprikaPage,
  type MadeAsset,
} from '../../../../support/supply-payloads.ts';

const NOON = Date.UTC(2026, 10, 16, 12);
const UPDATED = Date.parse('2026-11-16T11:58:03.412Z');
const BITCOIN = {
  id: 'bitcoin',
  symbol: 'BTC',
  name: 'Bitcoin',
  circulating: '19876543.123456789',
  total: '19876543.123456789',
};
const TETHER = {
  id: 'tether',
  symbol: 'USDT',
  name: 'Tether',
  circulating: '1.4e11',
  total: '150000000000.50',
};
const UNKNOWN = { id: 'unknown', symbol: 'UNK', name: 'Unknown', circulating: null, total: null };
const ZERO = { id: 'zero', symbol: 'ZRO', name: 'Zero', circulating: '0', total: '7' };
const SWAPPED = { id: 'swapped', symbol: 'SWP', name: 'Swapped', circulating: '8', total: '7' };

interface Asked {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

let server: Server | undefined;
let agent: Agent | undefined;
const folders: string[] = [];

afterEach(async () => {
  await agent?.destroy();
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

async function serving(answer: RequestListener): Promise<string> {
  server = createServer(answer);
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function httpOf(clock: ManualClock): ExchangeHttp {
  agent = new Agent({});
  const bucketOf = () => new TokenBucket({ clock, intervalMs: 0, burst: 1 });
  return new ExchangeHttp({ clock, dispatcher: agent, bucketOf, maxBytes: 2 ** 20 });
}

/** What comes of asking an address that gives these pages; time passes while there is something to wait for. */
async function readingOf(
  pages: readonly string[],
  mapping: SupplyEndpoint['mapping'],
  more: { readonly query?: string; readonly keyFile?: string } = {},
) {
  const asked: Asked[] = [];
  const clock = new ManualClock(NOON);
  const http: Pick<ExchangeHttp, 'send'> = {
    send: (url, { headers }) => {
      const text = pages[asked.push({ url, headers }) - 1] ?? '[]';
      return Promise.resolve({ status: 200, headers: {}, text });
    },
  };
  const endpoint = { url: `https://example.com/assets${more.query ?? ''}`, mapping, keyFile: more.keyFile };
  const end = new AbortController();
  const reading = readSupplies({ http, clock, endpoint }, end.signal).finally(() => end.abort());
  const passing = async () => {
    while (!end.signal.aborted) {
      await new Promise((resolve) => setImmediate(resolve));
      if (clock.waiting > 0) clock.advance(SECOND_MS);
    }
  };
  const [read] = await Promise.all([reading, passing()]);
  return { ...read, asked, passedMs: clock.now() - NOON };
}

function keyFile(content: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'supply-key-'));
  folders.push(folder);
  writeFileSync(join(folder, 'key'), content);
  return join(folder, 'key');
}

describe('ready mappings', () => {
  test.each<[string, (assets: readonly MadeAsset[]) => string]>([
    ['coingecko', coingeckoPage],
    ['coinpaprika', coinpaprikaPage],
    ['coincap', coincapPage],
  ])('%s is understood to the last digit', async (name, page) => {
    const { rows, refused } = await readingOf([page([BITCOIN, TETHER, UNKNOWN])], READY_MAPPINGS[name]!);
    const isTotal = name !== 'coincap';
    expect(rows).toEqual([
      expect.objectContaining({
        symbol: expect.stringMatching(/^btc$/i) as string,
        name: 'Bitcoin',
        totalSupply: '19876543.123456789',
        freeFloatSupply: '19876543.123456789',
      }),
      expect.objectContaining({
        slugName: 'tether-usdt',
        totalSupply: isTotal ? '150000000000.5' : '140000000000',
        freeFloatSupply: '140000000000',
      }),
    ]);
    for (const { asOf } of rows) expect(Math.floor(asOf / SECOND_MS)).toBe(Math.floor(UPDATED / SECOND_MS));
    expect(refused).toEqual([]);
  });

  test('what cannot be meant is told apart from what is not known', async () => {
    const { rows, refused } = await readingOf(
      [coingeckoPage([ZERO, SWAPPED, UNKNOWN, BITCOIN])],
      READY_MAPPINGS['coingecko']!,
    );
    expect(rows.map(({ place }) => place)).toEqual(['bitcoin']);
    expect(refused.map(({ place, why }) => `${place}: ${why}`)).toEqual([
      'zero: 7 and 0 are not valid supplies',
      'swapped: its free float 8 is above its total 7',
    ]);
  });

  test('a time that has not come yet is refused', async () => {
    const page = coingeckoPage([BITCOIN, TETHER]).replace('2026-11-16T11', '2026-11-18T11');
    const { rows, refused } = await readingOf([page], READY_MAPPINGS['coingecko']!);
    expect([rows.length, refused[0]?.why]).toEqual([1, 'its time is invalid or in the future']);
  });
});

describe('pages', () => {
  const mapping = { ...READY_MAPPINGS['coingecko']!, pages: { from: 1, size: 2, most: 3 } };
  const full = coingeckoPage([BITCOIN, TETHER]);

  test('are read until one is not full, with pauses', async () => {
    const { rows, asked, passedMs } = await readingOf([full, coingeckoPage([BITCOIN])], mapping, {
      query: '?page={page}&from={offset}',
    });
    expect(asked.map(({ url }) => url)).toEqual([
      'https://example.com/assets?page=1&from=0',
      'https://example.com/assets?page=2&from=2',
    ]);
    expect(rows).toHaveLength(3);
    expect(passedMs).toBe(10 * SECOND_MS);
  });

  test('are no more than the mapping says', async () => {
    const { asked } = await readingOf([full, full, full, full], mapping, { query: '?page={page}' });
    expect(asked).toHaveLength(3);
  });

  test('an address without a place for a page is asked once', async () => {
    const { asked } = await readingOf([full, full], mapping);
    expect(asked).toHaveLength(1);
  });
});

describe('a key', () => {
  test('is read from its file and sent in its header', async () => {
    const file = keyFile('s3cret\n');
    const { asked } = await readingOf([coincapPage([BITCOIN])], READY_MAPPINGS['coincap']!, {
      keyFile: file,
    });
    expect(asked[0]?.headers['authorization']).toBe('Bearer s3cret');
    expect(asked[0]?.url).not.toContain('s3cret');
  });

  test.each([['two lines\nof text'], [''], ['ключ']])('%j is none, and is not shown', async (content) => {
    const file = keyFile(content);
    const failure = await readingOf([], READY_MAPPINGS['coincap']!, { keyFile: file }).catch(
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({ kind: 'refused', message: 'the key file does not contain a valid key' });
  });
});

describe('a mapping of a file', () => {
  test('says where things are', async () => {
    const { mapping } = parseMapping(
      JSON.stringify({
        format: 1,
        list: 'result.coins',
        fields: { symbol: 'code', totalSupply: 'supply.0', freeFloatSupply: 'supply.1' },
      }),
    );
    const page = '{"result": {"coins": [{"code": "BTC", "supply": [21000000, 19999999]}]}}';
    const { rows } = await readingOf([page], mapping!);
    expect(rows).toMatchObject([
      { symbol: 'BTC', totalSupply: '21000000', freeFloatSupply: '19999999', asOf: NOON },
    ]);
  });

  test.each([
    ['{', 'is not valid JSON'],
    ['{"format": 1}', 'fields: is missing'],
    [
      '{"format": 1, "fields": {"totalSupply": "a", "freeFloatSupply": "b"}}',
      'fields: must have one of assetId, slugName, symbol',
    ],
    [
      '{"format": 1, "fields": {"symbol": "s", "totalSupply": "a.*", "freeFloatSupply": "b"}}',
      'fields.totalSupply: must be a path',
    ],
    [
      '{"format": 1, "fields": {"symbol": "s", "totalSupply": "a", "freeFloatSupply": "b"}, "pages": {"from": 1, "size": 5, "most": 400}}',
      'pages.most: must be a whole number',
    ],
    [
      '{"format": 1, "fields": {"symbol": "s", "totalSupply": "a", "freeFloatSupply": "b"}, "key": {"header": "a b"}}',
      'key.header: must be the name of a header',
    ],
    [
      '{"format": 1, "fields": {"symbol": "s", "totalSupply": "a", "freeFloatSupply": "b"}, "slugs": {"a": 1}}',
      'slugs: must be an object of slugs',
    ],
  ])('%s is refused', (json, problem) => {
    expect(parseMapping(json).problems?.[0]).toContain(problem);
  });
});

describe('an address that fails', () => {
  const sent = JSON.parse(coingeckoPage([BITCOIN, TETHER])) as unknown;
  const layout = LAYOUTS[0]!;
  const json = (body: unknown): faults.RigFault => ({
    name: 'other JSON',
    send: ({ response }) => void response.end(JSON.stringify(body)),
  });
  const unauthorized: faults.RigFault = {
    name: '401',
    send: ({ response }) => void response.writeHead(401).end('{}'),
  };

  test.each<[faults.RigFault, string]>([
    [faults.BAD_GATEWAY, 'server-error'],
    [faults.UNAVAILABLE, 'server-error'],
    [faults.FORBIDDEN, 'not-from-here'],
    [unauthorized, 'refused'],
    [faults.tooManyRequests(120), 'rate-limited'],
    [faults.redirect('https://example.com/'), 'redirect'],
    [faults.EMPTY_BODY, 'empty'],
    [faults.TRUNCATED_JSON, 'not-json'],
    [faults.HTML_AS_ANSWER, 'not-json'],
    [faults.CONNECTION_RESET, 'reset'],
    [faults.NO_HEADERS, 'timeout'],
    [faults.STALLED_BODY, 'timeout'],
    [faults.hugeBody(2 ** 21), 'too-large'],
    [faults.compressedHugeBody(2 ** 21), 'too-large'],
    [json({ error: 'no such plan' }), 'implausible'],
    [json([]), 'implausible'],
    [json([{ id: 'bitcoin' }]), 'implausible'],
  ])('$name', async (fault, kind) => {
    const clock = new ManualClock(NOON);
    const url = await serving((_, response) => {
      fault.send?.({ response, answer: { status: 200, body: sent as object }, layout });
      if (kind === 'timeout') clock.advance(20 * SECOND_MS);
    });
    const endpoint = { url, mapping: READY_MAPPINGS['coingecko']! };
    const failure = await readSupplies(
      { http: httpOf(clock), clock, endpoint },
      new AbortController().signal,
    ).then(
      () => expect.fail('it was read'),
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(PollFailure);
    expect((failure as PollFailure).kind).toBe(kind);
  });

  test('is asked again after a rest that grows, or after what it asks for, and every hour where it answers', async () => {
    const clock = new ManualClock(NOON);
    const answers = [
      { status: 503, headers: {}, text: '' },
      { status: 503, headers: {}, text: '' },
      { status: 503, headers: {}, text: '' },
      { status: 503, headers: {}, text: '' },
      { status: 429, headers: { 'retry-after': '1800' }, text: '' },
      { status: 200, headers: {}, text: coingeckoPage([BITCOIN]) },
      { status: 200, headers: {}, text: coingeckoPage([BITCOIN]) },
    ];
    const asked: number[] = [];
    const http = { send: () => Promise.resolve(answers[asked.push(clock.now() - NOON) - 1]!) };
    const emitted: SupplyReading[] = [];
    const stop = new AbortController();
    const endpoint = { url: 'https://example.com', mapping: READY_MAPPINGS['coingecko']! };
    const emit = (reading: SupplyReading) => void emitted.push(reading);
    const running = pollSupplies({ http, clock, endpoint, emit, random: () => 1 }, stop.signal);
    while (asked.length < answers.length) {
      await new Promise((resolve) => setImmediate(resolve));
      clock.advance(MINUTE_MS / 2);
    }
    stop.abort();
    await running;
    expect(asked.map((at) => at / MINUTE_MS)).toEqual([0, 1, 2, 4, 8, 38, 38 + HOUR_MS / MINUTE_MS]);
    expect(
      emitted.map((reading) => (reading.outcome === 'failed' ? reading.failure : reading.rows.length)),
    ).toEqual(['server-error', 'server-error', 'server-error', 'server-error', 'rate-limited', 1, 1]);
  });
});
