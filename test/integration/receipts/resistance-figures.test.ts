import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { IndexQuality } from '../../../sdk/src/contract.ts';
import { Tidemark } from '../../../sdk/src/node.ts';
import { engineReference } from '../../../src/app/pipeline/compute/engine-version.ts';
import { sha256 } from '../../../src/app/process/sha256.ts';
import { isReal, maskOf } from '../../../src/core/index-value.ts';
import { runToEnd } from '../../../src/core/async/slices.ts';
import { methodologyNamed } from '../../../src/engine/methodology.ts';
import { resistanceFigures, type ResistanceFigures } from '../../../src/engine/quality/resistance-figures.ts';
import { FileInputReader } from '../../../src/history/inputs/file-input-reader.ts';
import { Recomputation } from '../../../src/values/receipts/recomputation.ts';
import { ReferenceLogReader } from '../../../src/reference/versions/reference-log.ts';
import { ResponseSchemas } from '../../support/response-schemas.ts';
import { startService, type TestService } from '../../support/service.ts';

const PATIENCE_MS = 900_000;
/** In the period of methodology 3; 30 s of market time per second. */
const ARGV = ['--start', '2026-12-01T12:00:00Z', '--speed', '30'];

let service: TestService;
let records: readonly IndexQuality[];

beforeAll(async () => {
  service = await startService({ argv: ARGV });
  const tidemark = new Tidemark({ url: service.baseUrl, clientId: 'demo', clientSecret: 'demo' });
  const stream = tidemark.stream();
  for await (const _tick of stream.ticks(['BTC_USD'])) {
    const answer = await service.get('/v3/quality');
    records = ((await answer.json()) as { content: IndexQuality[] }).content;
    if (records.some(({ resistanceAt }) => resistanceAt !== undefined)) break;
  }
  stream.close();
}, PATIENCE_MS);
afterAll(() => service?.close());

test('records with figures conform to the contract', async () => {
  const schemas = await ResponseSchemas.of(service);
  const validate = schemas.response('/v3/quality', 'get', 200)!;
  expect(schemas.problemsOf(validate, { content: records })).toBe('');
  for (const type of ['MWA', 'GWA', 'LX'])
    expect(
      records.some((own) => own.indexType === type && own.exchangesToMove1Percent !== undefined),
      type,
    ).toBe(true);
});

/** The figures computed only from the tick's recorded inputs. */
async function figuresFromInputs(at: number) {
  const references = new ReferenceLogReader(join(service.folder, 'reference.log'));
  const inputs = new FileInputReader(join(service.folder, 'inputs'));
  const frame = await inputs.read(at);
  if (typeof frame === 'string') throw new Error(frame);
  const referenceOf = (hash: string) => {
    const data = references.byHash(hash);
    return data && engineReference(data);
  };
  const tick = new Recomputation(referenceOf, inputs, sha256).compute(frame);
  if (typeof tick === 'string') throw new Error(tick);
  const { reference, input, run, record } = tick;
  const methodology = methodologyNamed(record.methodology)!;
  return { reference, figures: runToEnd(resistanceFigures({ reference, input, run, methodology }))! };
}

test('the figures follow from the recorded inputs of their tick', async () => {
  const { resistanceAt } = records.find((own) => own.resistanceAt !== undefined)!;
  const { reference, figures } = await figuresFromInputs(Date.parse(resistanceAt!));
  const collusionOf = ({ indexType, indexId }: IndexQuality, { markets, assets, lx }: ResistanceFigures) => {
    if (indexType === 'MWA') return markets[reference.marketIndex(indexId)!];
    return indexType === 'GWA' ? assets[reference.assetIndex(indexId)!]!.collusion : lx.get(indexId);
  };
  for (const record of records) {
    const flags = record.flags.reduce((mask, flag) => mask | maskOf(flag), 0);
    const collusion = isReal(flags) ? collusionOf(record, figures) : undefined;
    expect([record.indexId, record.exchangesToMove1Percent, record.atLeast]).toEqual([
      record.indexId,
      collusion?.exchanges,
      collusion?.isAtLeast || undefined,
    ]);
    if (collusion) expect(record.resistanceAt).toBe(resistanceAt);
    if (record.indexType !== 'GWA' || !collusion) continue;
    const { oneExchangeBps } = figures.assets[reference.assetIndex(record.indexId)!]!;
    expect(Number(record.oneExchangeBps)).toBeCloseTo(oneExchangeBps!, 1);
  }
});
