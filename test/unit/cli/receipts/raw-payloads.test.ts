import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { IndexReceipt } from '../../../../sdk/src/node.ts';
import { rawPayloads, rawText } from '../../../../src/cli/receipts/raw-payloads.ts';
import { PayloadStore } from '../../../../src/sources/live/payloads/payload-store.ts';

const TICK = Date.UTC(2026, 10, 18, 12, 0, 30);
const KEYS = new Map([['id-of-kraken', 'kraken']]);

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'raw-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

async function kept(at: number, text: string): Promise<void> {
  const store = new PayloadStore({
    folder,
    keepMs: 1e9,
    clock: { now: () => at },
    onProblem: (reason) => expect.fail(reason),
  });
  const requests = { gateway: undefined, send: () => Promise.resolve({ status: 200, headers: {}, text }) };
  const get = { method: 'GET', headers: {} };
  await store.watch('kraken', requests).send('https://x.test/t', get, new AbortController().signal);
  store.take({ kind: 'tickers', exchange: 'kraken', readings: [] });
  await store.close();
}

function receipt(last: string): IndexReceipt {
  const line = { exchangeId: 'id-of-kraken', exchange: 'Kraken', last };
  return { timestamp: new Date(TICK).toISOString(), exchanges: [line] } as unknown as IndexReceipt;
}

test('the newest reading before the cut-off that has the price is shown', async () => {
  await kept(TICK - 65_000, '{"c":["100.0"]}');
  await kept(TICK - 35_000, '{"c":["101.50"]}');
  await kept(TICK - 5_000, '{"other":"market"}');
  await kept(TICK - 1_000, '{"c":["101.5"],"late":true}');
  const [payload, ...others] = rawPayloads(receipt('101.5'), { folder, keys: KEYS });
  expect(others).toEqual([]);
  expect(payload).toMatchObject({ exchange: 'Kraken', text: '{"c":["101.50"]}', hasPrice: true });
});

test('if none has it, the newest is shown and marked', async () => {
  await kept(TICK - 35_000, '{"c":["1101.55"]}');
  const [payload] = rawPayloads(receipt('101.5'), { folder, keys: KEYS });
  expect(payload).toMatchObject({ text: '{"c":["1101.55"]}', hasPrice: false });
  expect(rawText([payload!])).toContain('without the price of the receipt');
});

test('a missing payload has a reason', async () => {
  expect(() => rawPayloads(receipt('1'), { folder, keys: KEYS })).toThrow(
    `${folder} has no exchange responses from before`,
  );
  const other = { folder, keys: KEYS, exchange: 'OKX' };
  expect(() => rawPayloads(receipt('1'), other)).toThrow(
    'OKX has no ticker in this receipt; use one of Kraken',
  );
  const ofAsset = { ...receipt('1'), exchanges: undefined } as unknown as IndexReceipt;
  expect(() => rawPayloads(ofAsset, { folder, keys: KEYS })).toThrow(/name one of those/);
});
