import { afterAll, beforeAll, expect, test } from 'vitest';
import { Tidemark } from '../../../sdk/src/node.ts';
import { verifyProof, verifyReceipt, type IntegrityKeys } from '../../../sdk/src/verify/index.ts';
import type { IndexTicker, ValueProof } from '../../../sdk/src/contract.ts';
import { isSound, verifyDirectory } from '../../../src/app/operate/verify/verify.ts';
import { ResponseSchemas } from '../../support/response-schemas.ts';
import { startService, type TestService } from '../../support/service.ts';
import { STANDING_WORLD } from '../../support/standing-world.ts';

const PATIENCE_MS = 900_000;
/** In the period of methodology 3, two ticks before the end of a day; 12 s of market time per second. */
const START = '2026-12-01T23:58:50Z';
const ENDED = '2026-12-02T00:00:00.000Z';

let service: TestService;
let tidemark: Tidemark;
let keys: IntegrityKeys;
/** Ids of BTC_USD, oldest first. */
let ticks: IndexTicker[];

const INDICES = ['BTC_USD', 'BTC', 'BLX'];

async function json<T>(path: string): Promise<T> {
  return (await service.get(path)).json() as Promise<T>;
}

/** Resolves when the first tick of the next day is published. Receipts and proofs are also requested during the day. */
async function ticksOfTwoDays(): Promise<IndexTicker[]> {
  const stream = tidemark.stream();
  let id = '';
  for await (const { id: tick, indexId, timestamp } of stream.ticks(['BTC_USD'])) {
    id = indexId;
    if (timestamp > ENDED) break;
    await tidemark.receipt({ id: tick });
    await json(`/v3/integrity/proof/${tick}`);
  }
  stream.close();
  const page = await json<{ content: IndexTicker[] }>(
    `/v3/index-ticker?indexId=${id}&from=${START}&size=100`,
  );
  return page.content.toSorted((a, b) => a.timestamp.localeCompare(b.timestamp));
}

beforeAll(async () => {
  service = await startService({ argv: ['--start', START, '--speed', '12'] });
  tidemark = new Tidemark({ url: service.baseUrl, clientId: 'demo', clientSecret: 'demo' });
  keys = await tidemark.integrityKeys();
  ticks = await ticksOfTwoDays();
}, PATIENCE_MS);
afterAll(() => service?.close());

test.each(INDICES)('the newest receipt of %s is bound to a signed head', async (name) => {
  const receipt = await tidemark.receipt(name);
  expect(receipt.methodology).toBe('3');
  expect(verifyReceipt(receipt).differences).toEqual([]);
  const verdict = await verifyProof(receipt, keys);
  expect(verdict).toMatchObject({ isRight: true, shows: ['value', 'inputs', 'record', 'signature'] });
});

test('a receipt of a past day leads to the signed head of that day', async () => {
  const past = ticks.filter(({ timestamp }) => timestamp < ENDED);
  expect(past.length).toBeGreaterThan(0);
  for (const { id } of past) {
    const receipt = await tidemark.receipt({ id });
    expect(receipt.proof?.head?.slot).toBe(ENDED);
    expect(await verifyProof(receipt, keys)).toMatchObject({ isRight: true, isByDay: true, headSlot: ENDED });
  }
});

test('every line of /v3/receipts is bound', async () => {
  const { indexId } = ticks[0]!;
  const text = await (await service.get(`/v3/receipts?indexId=${indexId}&from=${START}`)).text();
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as never);
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines) expect(await verifyProof(line, keys)).toMatchObject({ isRight: true });
});

test('a single value can be proven', async () => {
  const schemas = await ResponseSchemas.of(service);
  const validate = schemas.response('/v3/integrity/proof/{id}', 'get', 200)!;
  for (const { id, price } of ticks) {
    const proof = await json<ValueProof>(`/v3/integrity/proof/${id}`);
    expect(proof).toMatchObject({ id, price });
    expect(schemas.problemsOf(validate, proof)).toBe('');
    if (proof.timestamp <= ENDED) expect(proof.proof.head?.slot).toBe(ENDED);
    expect(await verifyProof(proof, keys)).toMatchObject({
      isRight: true,
      shows: ['value', 'record', 'signature'],
    });
  }
});

test('an unknown id is not found, and scopes are those of the index', async () => {
  const unknown = await service.get(`/v3/integrity/proof/${ticks[0]!.id.slice(0, -4)}0000`);
  expect(unknown.status).toBe(404);
  const lxOnly = await service.token({ scope: 'read:LX' });
  const refused = await service.get(`/v3/integrity/proof/${ticks[0]!.id}`, {
    authorization: `Bearer ${lxOnly}`,
  });
  expect(refused.status).toBe(403);
});

test('verification checks the roots', async () => {
  const report = await verifyDirectory({ data: service.folder });
  expect(isSound(report)).toBe(true);
  expect(report).toMatchObject({ alteredRecords: [], alteredValues: [], different: 0 });
  expect(report.verified).toBeGreaterThan(100);
});

test('a value before methodology 3 has no proof, and the response says why', async () => {
  const older = await startService({ argv: STANDING_WORLD.argv });
  try {
    const answer = await older.get(`/v3/integrity/proof/${STANDING_WORLD.btcUsdTick}`);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('a single value cannot be proven');
  } finally {
    await older.close();
  }
});
