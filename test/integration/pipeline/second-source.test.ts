// A whole service on a source that is not part of the product: only the table of sources knows it.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyDirectory } from '../../../src/app/operate/verify/verify.ts';
import { stoppedStatus } from '../../../src/app/operate/status/status.ts';
import { OperatorError } from '../../../src/core/errors.ts';
import { SLOT_MS } from '../../../src/core/time.ts';
import {
  COIN,
  COIN_USD,
  EXCHANGES,
  TOKEN_COIN,
  TOKEN_USD,
  writeFileMarket,
} from '../../support/file-market.ts';
import { SOURCES } from '../../support/file-table.ts';
import { startService, type TestService } from '../../support/service.ts';
import { StreamClient } from '../../support/stream-client.ts';

const START = '2026-03-01T12:00:05Z';
const FIRST = Date.parse('2026-03-01T12:00:30Z');
const LISTED_FROM = FIRST + 4 * SLOT_MS;
const SILENT_FROM = FIRST + 6 * SLOT_MS;

interface Row {
  readonly id: string;
  readonly indexId: string;
  readonly indexType: string;
  readonly price: string;
  readonly timestamp: string;
  readonly exchangeId: string;
  readonly marketId: string;
}

let root: string;
let folder: string;
let file: string;
let service: TestService;

function start(): Promise<TestService> {
  const argv = ['--source', 'file', '--file', file, '--start', START, '--speed', '100', '--backfill', 'auto'];
  return startService({ folder, sources: SOURCES, argv });
}

async function rows(path: string): Promise<Row[]> {
  const answer = await service.get(`/v3/${path}`);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { content: Row[] }).content;
}

/** The price of a market, once it is from that slot or a later one. */
async function priceSince(indexId: string, slot: number): Promise<Row> {
  for (;;) {
    const [found] = await rows(`index-ticker?indexId=${indexId}`);
    if (found && Date.parse(found.timestamp) >= slot) return found;
  }
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'tidemark-file-'));
  folder = join(root, 'data');
  file = join(root, 'market.ndjson');
  const silence = { from: SILENT_FROM, to: SILENT_FROM + 1000 * SLOT_MS };
  writeFileMarket(file, { from: FIRST, slots: 4000, listedFrom: LISTED_FROM, silence });
  service = await start();
});

afterAll(async () => {
  await service.close();
  rmSync(root, { recursive: true });
});

describe('a service on a file of ticks', () => {
  test('serves the listings and tickers of the file', async () => {
    expect((await rows('exchange')).map(({ id }) => id).toSorted()).toEqual(
      EXCHANGES.map(({ id }) => id).toSorted(),
    );
    const tickers = await rows(`exchange-ticker?exchangeId=${EXCHANGES[0]!.id}`);
    expect(tickers.map(({ marketId }) => marketId)).toEqual(expect.arrayContaining([COIN_USD, TOKEN_USD]));
  });

  test('computes indices from it: MWA of its markets, GWA of its assets', async () => {
    const mwa = await priceSince(COIN_USD, FIRST);
    expect(mwa.indexType).toBe('MWA');
    expect(Number(mwa.price)).toBeCloseTo(100, -1);
    const [gwa] = await rows(`index-ticker?indexId=${COIN}`);
    expect(gwa).toMatchObject({ indexType: 'GWA' });
    expect(Number(gwa!.price)).toBeCloseTo(Number(mwa.price), 0);
  });

  test('streams its ticks, marked with the name of the source', async () => {
    const token = await service.token({ audience: service.wsUrl });
    const client = new StreamClient(`${service.wsUrl}?access_token=${token}`);
    expect(await client.next()).toMatchObject({ event: 'CONNECTED', source: 'file' });
    client.send({ event: 'SUBSCRIBE_INDEX_TICKER', indexId: COIN_USD });
    let message = await client.next();
    while (message.event !== 'INDEX_TICKER') message = await client.next();
    expect(message).toMatchObject({ indexId: COIN_USD });
    client.socket.terminate();
    await client.ended;
  });

  test('lists a market from the slot in the file on, and has a price for it', async () => {
    const { timestamp, price } = await priceSince(TOKEN_COIN, LISTED_FROM);
    expect(Number(price)).toBeCloseTo(0.05, 2);
    const past = await rows(`index-ticker?indexId=${TOKEN_COIN}&timestamp=${timestamp}&size=100`);
    expect(Math.min(...past.map((row) => Date.parse(row.timestamp)))).toBe(LISTED_FROM);
  });

  test('has a receipt for a value: each exchange with its price', async () => {
    const { id } = await priceSince(COIN_USD, LISTED_FROM);
    const answer = await service.get(`/v3/index-ticker/${id}/constituents`);
    expect(answer.status).toBe(200);
    const text = await answer.text();
    for (const exchange of EXCHANGES) expect(text).toContain(exchange.id);
  });

  test('shows operators which exchange does not answer', async () => {
    // An exchange answers if it was read in the last 90 seconds.
    await priceSince(COIN_USD, SILENT_FROM + 4 * SLOT_MS);
    const ready = (await (await service.get('/readyz')).json()) as object;
    expect(ready).toMatchObject({ status: 'ready', exchanges: { answering: 2, failing: 1, waiting: 0 } });
    const metrics = await (await service.get('/metrics', {})).text();
    expect(metrics).toContain('tidemark_source_exchanges{state="failing"} 1');
    expect(metrics).toContain('tidemark_source_exchange_up{exchange="West"} 0');
    expect(metrics).toContain('tidemark_source_exchange_up{exchange="North"} 1');
    expect(metrics).toMatch(/tidemark_source_exchange_failures\{exchange="West"\} [1-9]/);
  });

  test('has no invented past: no end-of-day record, no modelled value', async () => {
    expect(await rows(`ohlcv?indexId=${COIN_USD}`)).toEqual([]);
    const past = await rows(`index-ticker?indexId=${COIN_USD}&timestamp=2026-03-01T12:00:00Z&size=10`);
    expect(past).toEqual([]);
  });

  test('describes its data, and nowhere as simulated', async () => {
    const answers = await Promise.all(
      ['/', '/openapi.json', '/asyncapi.json'].map((path) => service.get(path)),
    );
    expect(answers[0]!.headers.get('tidemark-source')).toBe('file');
    for (const answer of answers) {
      const text = await answer.text();
      expect(text).toContain('replayed');
      expect(text).not.toMatch(/is (?:<strong>)?simulated/);
      expect(text).not.toContain('data is simulated');
    }
  });

  test('continues after a restart, and every value is verified', async () => {
    const before = Date.parse((await priceSince(COIN_USD, SILENT_FROM)).timestamp);
    await service.close();
    service = await start();
    const { timestamp } = await priceSince(COIN_USD, before + 3 * SLOT_MS);
    const past = await rows(`index-ticker?indexId=${COIN_USD}&timestamp=${timestamp}&size=1000`);
    const slots = past.map((row) => Date.parse(row.timestamp));
    expect(new Set(slots).size).toBe(slots.length);
    expect(Math.min(...slots)).toBe(FIRST);
    await service.close();
    const report = await verifyDirectory({ data: folder });
    expect(report).toMatchObject({ differences: [], damage: [], damagedHistory: [] });
    expect(report.verified).toBeGreaterThan(20);
    service = await start();
  });
});

describe('a directory of the file', () => {
  test('names its source and refuses another one, and another file', async () => {
    await service.close();
    expect((await stoppedStatus(folder)).identity).toEqual({ source: 'file', file });
    await expect(startService({ folder })).rejects.toThrow(OperatorError);
    await expect(startService({ folder })).rejects.toThrow(/source file \(asked for: simulator\)/);
    const other = `${file}.other`;
    writeFileSync(other, readFileSync(file));
    const argv = ['--source', 'file', '--file', other];
    await expect(startService({ folder, sources: SOURCES, argv })).rejects.toThrow(/asked for: .*other/);
    service = await start();
  });
});
