import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseErrorBody } from '../../support/error-answers.ts';
import { FIXED_ASSETS } from '../../support/fixed-ids.ts';
import { plainDecimal, readParquet } from '../../support/parquet-rows.ts';
import { requestRaw, type RawAnswer } from '../../support/raw-connection.ts';
import { startService, type TestService } from '../../support/service.ts';
import { STANDING_WORLD } from '../../support/standing-world.ts';

const FROM = 'from=2026-03-01T00:00:00Z';
const INDICES = `indexId=${FIXED_ASSETS.ETH}&name=BLX&marketName=BTC_USD`;

let service: TestService;
let authorization: string;
beforeAll(async () => {
  service = await startService({ argv: STANDING_WORLD.argv });
  authorization = `Bearer ${await service.token()}`;
});
afterAll(() => service.close());

const get = (target: string, method = 'GET'): Promise<RawAnswer> =>
  requestRaw(service.baseUrl, { method, target, headers: { authorization } });

type Json = Readonly<Record<string, unknown>>;

/** What the list has of each of the indices, in this order. */
async function listed(): Promise<Json[]> {
  const selectors = [`indexId=${FIXED_ASSETS.ETH}`, 'marketName=BTC_USD', 'name=BLX'];
  const pages = await Promise.all(
    selectors.map((selector) => get(`/v3/index-ticker?${FROM}&order=asc&size=2000&${selector}`)),
  );
  return pages.flatMap(({ body }) => (JSON.parse(body) as { content: Json[] }).content);
}

describe('GET /v3/export/index-ticker', () => {
  test('is a file that is not kept, has no entity tag, and says what it is', async () => {
    const { status, headers, body } = await get(`/v3/export/index-ticker?${INDICES}&${FROM}&size=3`);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="index-ticker.csv"',
      'tidemark-source': 'simulator',
      'tidemark-ignored': 'size',
      vary: 'Authorization, Accept-Encoding, Origin',
    });
    expect(headers).not.toHaveProperty('etag');
    const [header, ...lines] = body.split('\r\n');
    expect(header).toBe('id,indexId,indexType,price,volume,timestamp,tickVolume,flags');
    expect(lines.at(-1)).toBe('');
    expect(lines.slice(0, -1).map((line) => line.split(',')[2])).toEqual(
      (await listed()).map(({ indexType }) => indexType),
    );
  });

  test('HEAD has its headers and no body', async () => {
    const { status, headers, body } = await get(`/v3/export/index-ticker?${INDICES}&${FROM}`, 'HEAD');
    expect([status, headers['content-type'], body]).toEqual([
      200,
      'text/csv; charset=utf-8; header=present',
      '',
    ]);
  });

  test('has what the lists have, as NDJSON and as Parquet, by index as given', async () => {
    const wanted = await listed();
    expect(new Set(wanted.map(({ indexType }) => indexType))).toEqual(new Set(['GWA', 'MWA', 'LX']));
    const ndjson = await get(`/v3/export/index-ticker?${INDICES}&${FROM}&format=ndjson`);
    expect(ndjson.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    expect(
      ndjson.body
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Json),
    ).toEqual(wanted);
    const parquet = await get(`/v3/export/index-ticker?${INDICES}&${FROM}&format=parquet`);
    expect(parquet.headers['content-type']).toBe('application/vnd.apache.parquet');
    const { rows } = await readParquet(parquet.bytes);
    expect(rows.map(({ id, price }) => [id, plainDecimal(String(price))])).toEqual(
      wanted.map(({ id, price }) => [id, price]),
    );
  });

  test('NDJSON has quantities as numbers with the same digits where that is asked for', async () => {
    const path = `/v3/export/index-ticker?${INDICES}&${FROM}&format=ndjson`;
    const [strings, numbers] = [await get(path), await get(`${path}&quantities=number`)];
    expect(numbers.headers['tidemark-ignored']).toBeUndefined();
    expect(numbers.body).toBe(strings.body.replace(/"(price|volume|tickVolume)":"([\d.]+)"/g, '"$1":$2'));
    expect(numbers.body).not.toBe(strings.body);
    const csv = `/v3/export/index-ticker?${INDICES}&${FROM}`;
    expect((await get(`${csv}&quantities=number`)).body).toBe((await get(csv)).body);
  });

  test.each([
    ['/v3/export/index-ticker?symbol=BTC', 'from'],
    [`/v3/export/index-ticker?${FROM}`, 'indexId'],
    [`/v3/export/candles?symbol=BTC&${FROM}`, 'interval'],
    [`/v3/export/ohlcv?symbol=BTC&${FROM}&format=pdf`, 'format'],
  ])('%s is 400 on %s', async (target, field) => {
    const { status, body } = await get(target);
    expect(status).toBe(400);
    expect(parseErrorBody(body, 'BAD_REQUEST').errors).toMatchObject([{ object: 'Export', field }]);
  });
});
