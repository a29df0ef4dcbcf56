import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { IndexReceipt } from '../../../sdk/src/contract.ts';
import { Tidemark } from '../../../sdk/src/node.ts';
import { verifyProof, verifyReceipt } from '../../../sdk/src/verify/index.ts';
import { isSound, verifyDirectory } from '../../../src/app/operate/verify/verify.ts';
import { startService } from '../../support/service.ts';

const PATIENCE_MS = 900_000;
/** In the period of methodology 3; 30 s of market time per second. */
const START = '2026-12-01T12:00:00Z';
const SPEED = '30';
const INDICES = ['BTC_USD', 'BTC', 'BLX'];

interface Run {
  readonly methodology: string;
  readonly receipts: readonly IndexReceipt[];
  readonly proofs: readonly object[];
}

const folder = mkdtempSync(join(tmpdir(), 'tidemark-strict-'));
const runs: Run[] = [];

/** Runs the service on the folder until it has published its own tick. */
async function run(...flags: readonly string[]): Promise<Run> {
  const service = await startService({ folder, argv: ['--start', START, '--speed', SPEED, ...flags] });
  try {
    const tidemark = new Tidemark({ url: service.baseUrl, clientId: 'demo', clientSecret: 'demo' });
    const keys = await tidemark.integrityKeys();
    const stream = tidemark.stream();
    let seen = 0;
    // The first one may be from the previous service.
    for await (const _tick of stream.ticks(['BTC_USD'])) if (++seen === 3) break;
    stream.close();
    const receipts = await Promise.all(INDICES.map((name) => tidemark.receipt(name)));
    const proofs = await Promise.all(receipts.map((receipt) => verifyProof(receipt, keys)));
    const status = (await (await service.get('/v3/status')).json()) as {
      versions: { methodology: string };
    };
    return { methodology: status.versions.methodology, receipts, proofs };
  } finally {
    await service.close();
  }
}

beforeAll(async () => {
  for (const flags of [['--strict-flags'], [], ['--strict-flags']]) runs.push(await run(...flags));
}, PATIENCE_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the setting decides which methodology ticks are recorded with, from restart to restart', () => {
  expect(runs.map(({ methodology }) => methodology)).toEqual(['3 strict', '3', '3 strict']);
  for (const { methodology, receipts } of runs)
    for (const receipt of receipts) expect(receipt.methodology).toBe(methodology);
});

test('receipts of either setting verify, and are bound to a signed head', () => {
  for (const { receipts, proofs } of runs) {
    for (const receipt of receipts) expect(verifyReceipt(receipt).differences).toEqual([]);
    for (const proof of proofs)
      expect(proof).toMatchObject({ isRight: true, shows: ['value', 'inputs', 'record', 'signature'] });
  }
});

test('verification succeeds for ticks of both settings', async () => {
  const report = await verifyDirectory({ data: folder });
  expect(isSound(report)).toBe(true);
  expect(report).toMatchObject({ alteredRecords: [], alteredValues: [], different: 0 });
  expect(report.verified).toBeGreaterThan(5);
});
