import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entityKey, recordId } from '../../../src/core/ids/record-id.ts';
import { parseErrorBody } from '../../support/error-answers.ts';
import { startService, type TestService } from '../../support/service.ts';
import { STANDING_WORLD } from '../../support/standing-world.ts';

const BTC_USD = '6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe';
const BLX = '191724d4-7915-491b-8b73-bc293e03a93e';
const UNKNOWN = '00000000-0000-4000-8000-000000000000';
/** A tick of before a restart, and one of after it. */
const FIRST = STANDING_WORLD.slot;
const SECOND = '2026-03-01T16:10:00.000Z';

let folder: string;
let service: TestService;
let authorization: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-series-'));
  await (await startService({ folder, argv: STANDING_WORLD.argv })).close();
  const [, , ...pace] = STANDING_WORLD.argv;
  service = await startService({ folder, argv: ['--start', '2026-03-01T16:10:05Z', ...pace] });
  authorization = `Bearer ${await service.token()}`;
  // It waits for the values that changes are measured from: until then the past is not settled.
  expect((await service.get('/v3/market-cap?percentChange=true', { authorization })).status).toBe(200);
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

async function read<T>(path: string): Promise<T> {
  const answer = await service.get(path, { authorization });
  expect([path, answer.status]).toEqual([path, 200]);
  return (await answer.json()) as T;
}

async function fieldsOf(path: string): Promise<unknown[]> {
  const answer = await service.get(path, { authorization });
  const { errors } = parseErrorBody(await answer.text(), 'BAD_REQUEST');
  return errors.map(({ object, field }) => [object, field]);
}

describe('/series/{indexId}/coverage', () => {
  test('tells what is there, and that the service was down in between', async () => {
    const path = `/v3/series/${BTC_USD}/coverage`;
    const days = [
      {
        day: '2026-03-01',
        expected: '501',
        ticks: '2',
        carried: '0',
        modelled: '0',
        seeded: '0',
        missing: '499',
      },
    ];
    const down = { from: '2026-03-01T12:00:30.000Z', to: SECOND, reason: 'DOWN' };
    const found = { indexId: BTC_USD, indexType: 'MWA', first: FIRST, last: SECOND };
    expect(await read(path)).toEqual({ ...found, days, gaps: [down] });
    const { gaps } = await read<{ gaps: unknown[] }>(`${path}?from=2026-03-01T11:00:00Z`);
    expect(gaps).toEqual([{ from: '2026-03-01T11:00:00.000Z', to: FIRST, reason: 'DOWN' }, down]);
    expect(await read(`${path}?from=${FIRST}&to=2026-03-01T12:00:30Z`)).toMatchObject({
      last: FIRST,
      gaps: [],
    });
  });

  test('tells an index that is not listed from one that gets nothing', async () => {
    // Of these markets one has only an INACTIVE listing, the other a single one that the methodology does not trust alone.
    for (const [indexId, reason] of [
      ['83085a44-b0bb-5fb5-a4f7-222fb617380f', 'NOT_LISTED'],
      ['10553c14-b846-5423-beac-ff32a7207bce', 'SOURCE'],
    ]) {
      const coverage = await read<object>(`/v3/series/${indexId}/coverage?from=${SECOND}`);
      const gap = { from: SECOND, to: '2026-03-01T16:10:30.000Z', reason };
      expect(coverage).toMatchObject({ days: [{ missing: '1' }], gaps: [gap] });
    }
  });

  test('names what is wrong with a request', async () => {
    const answer = await service.get(`/v3/series/${UNKNOWN}/coverage`, { authorization });
    expect(answer.status).toBe(404);
    parseErrorBody(await answer.text(), 'NOT_FOUND');
    expect(await fieldsOf('/v3/series/nonsense/coverage')).toEqual([['Coverage', 'indexId']]);
    expect(await fieldsOf(`/v3/series/${BTC_USD}/coverage?from=yesterday&to=1`)).toEqual([
      ['Coverage', 'from'],
      ['Coverage', 'to'],
    ]);
    expect(await fieldsOf(`/v3/series/${BTC_USD}/coverage?from=${SECOND}&to=${FIRST}`)).toEqual([
      ['Coverage', 'from'],
    ]);
  });
});

describe('/sparklines', () => {
  interface Line {
    readonly indexId: string;
    readonly indexType: string;
    readonly endTimestamp: string;
    readonly closes: readonly string[];
  }

  test('has the closes of complete candles, and gaps where there is none', async () => {
    const { content } = await read<{ content: Line[] }>('/v3/sparklines?indexType=MWA');
    const line = content.find(({ indexId }) => indexId === BTC_USD);
    const candles = await read<{ content: { close: string; startTimestamp: string; complete: boolean }[] }>(
      `/v3/candles?interval=4h&indexId=${BTC_USD}&order=asc`,
    );
    const complete = candles.content.filter((candle) => candle.complete);
    expect(complete.map(({ startTimestamp }) => startTimestamp)).toEqual(['2026-03-01T08:00:00.000Z']);
    expect(line).toEqual({
      indexId: BTC_USD,
      indexType: 'MWA',
      endTimestamp: '2026-03-01T16:00:00.000Z',
      closes: [...Array.from({ length: 40 }, () => ''), complete[0]?.close, ''],
    });
    expect(new Set(content.map(({ indexType }) => indexType))).toEqual(new Set(['MWA']));
  });

  test('has gaps as empty strings among numbers, too', async () => {
    const { content } = await read<{ content: { closes: unknown[] }[] }>(
      '/v3/sparklines?indexType=LX&quantities=number',
    );
    expect(content[0]?.closes.slice(-2)).toEqual([expect.any(Number), '']);
  });

  test('has every type that the token may read', async () => {
    const { content } = await read<{ content: Line[] }>('/v3/sparklines');
    expect([...new Set(content.map(({ indexType }) => indexType))]).toEqual(['MWA', 'GWA', 'LX']);
    expect(await fieldsOf('/v3/sparklines?indexType=BTC')).toEqual([['Candle', 'indexType']]);
  });
});

describe('/receipts', () => {
  test('has numbers for quantities where that is asked for', async () => {
    const query = `indexId=${BTC_USD}&from=${SECOND}`;
    const [text, numbers] = await Promise.all(
      ['string', 'number'].map(async (form) => {
        const answer = await service.get(`/v3/receipts?${query}&quantities=${form}`, { authorization });
        return JSON.parse(await answer.text()) as { price: unknown };
      }),
    );
    expect(numbers?.price).toBe(Number(text?.price));
  });

  test('has a line for each value, the same as its own receipt', async () => {
    for (const [indexId, kind] of [
      [BTC_USD, 'mwa'],
      [BLX, 'lx'],
    ] as const)
      for (const at of [FIRST, SECOND]) {
        const to = new Date(Date.parse(at) + 30_000).toISOString();
        const answer = await service.get(`/v3/receipts?indexId=${indexId}&from=${at}&to=${to}`, {
          authorization,
        });
        expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/x-ndjson']);
        const id = recordId(kind, Date.parse(at), entityKey(indexId));
        const lines = (await answer.text()).split('\n');
        expect(lines).toHaveLength(2);
        expect(JSON.parse(lines[0]!)).toEqual(await read(`/v3/index-ticker/${id}/constituents`));
      }
  });

  test('names what is wrong with a request', async () => {
    expect(await fieldsOf('/v3/receipts')).toEqual([
      ['IndexTicker', 'indexId'],
      ['IndexTicker', 'from'],
    ]);
    expect(await fieldsOf(`/v3/receipts?indexId=${BTC_USD}&from=${FIRST}`)).toEqual([
      ['IndexTicker', 'from'],
    ]);
  });
});
