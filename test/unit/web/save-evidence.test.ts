import { ConnectionError, type Tidemark } from '@tidemark/sdk';
import { expect, test } from 'vitest';
import { evidenceFile } from '../../../web/src/receipt/save-evidence.ts';
import type { ReceiptData } from '../../../web/src/receipt/receipt-store.ts';
import { FakeService, refused, rejection } from '../sdk/fake-service.ts';

const { signal } = new AbortController();
const SLOT = '2026-03-01T12:00:30.000Z';
const HEAD = { slot: SLOT, recordHash: 'head-of-this-tick', keyId: 'k' };
const TOLD = {
  receipt: { indexId: 'i', market: 'BTC_USD', timestamp: SLOT, recordHash: 'aa' },
  head: HEAD,
} as unknown as ReceiptData;
const ORIGIN = { url: 'https://prices.example.com', source: undefined };

/** What the file holds, which a page reads that is not looked at here. */
const heldIn = (page: string) =>
  JSON.parse(/id="evidence">(.*?)<\/script>/s.exec(page)![1]!) as Record<string, unknown>;

test('the file has the receipt with the signed head of its tick', async () => {
  const tidemark = { integrityKeys: async () => ({ keys: [] }) } as unknown as Tidemark;
  const { name, page } = await evidenceFile(tidemark, TOLD, ORIGIN, signal);
  expect(name).toBe('tidemark-BTC_USD-2026-03-01T120030Z.html');
  expect(heldIn(page)).toMatchObject({ receipt: TOLD.receipt, head: HEAD, keys: { keys: [] } });
});

test.each([
  [403, 'FORBIDDEN'],
  [404, 'NOT_FOUND'],
])('if the service has no head for this client (%i), the file lacks it', async (status, code) => {
  const service = new FakeService();
  service.on('/integrity/head', () => refused(status, code));
  const tidemark = {
    integrityKeys: async () => ({ keys: [] }),
    head: service.client().head.bind(service.client()),
  } as unknown as Tidemark;
  const { page } = await evidenceFile(tidemark, { ...TOLD, head: undefined }, ORIGIN, signal);
  expect(heldIn(page)).toEqual({ receipt: TOLD.receipt, url: ORIGIN.url });
});

test('a head that could not be asked for is no reason to write a file that lacks it', async () => {
  const down = {
    integrityKeys: () => Promise.reject(new ConnectionError('down')),
  } as unknown as Tidemark;
  expect(await rejection(evidenceFile(down, TOLD, ORIGIN, signal))).toBeInstanceOf(ConnectionError);
});
