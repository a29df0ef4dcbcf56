import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { EmbeddedHistoryBackend } from '../../../src/history/embedded/embedded-history-backend.ts';
import { EmbeddedHistoryStore } from '../../../src/history/embedded/embedded-history-store.ts';
import { describeHistoryBackend } from './history-backend-contract.ts';
import { describeHistoryStore } from './history-store-contract.ts';
import { WINDOW_MS } from '../../support/history-values.ts';

const root = mkdtempSync(join(tmpdir(), 'tidemark-history-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function openIn(folder: string): Promise<EmbeddedHistoryStore> {
  return EmbeddedHistoryStore.open({
    folder,
    windowMs: WINDOW_MS,
    onDamage: (damage) => expect.unreachable(JSON.stringify(damage)),
    onSealingFailure: (error) => expect.unreachable(error.message),
  });
}

let folder = root;
describeHistoryStore(
  'the embedded history store',
  () => openIn((folder = mkdtempSync(join(root, 'store-')))),
  async (store) => {
    await store.close();
    return openIn(folder);
  },
);

describeHistoryStore('the embedded history store, sealing before each read', async () => {
  const store = await openIn(mkdtempSync(join(root, 'store-')));
  const { readSeries, readSeriesInto, readAcross, newestValues } = store;
  const { readCandles, readCandlesAcross, newestCandles } = store;
  return Object.assign(store, {
    readSeries: (...read: Parameters<typeof readSeries>) =>
      store.sealed().then(() => readSeries.apply(store, read)),
    readSeriesInto: (...read: Parameters<typeof readSeriesInto>) =>
      store.sealed().then(() => readSeriesInto.apply(store, read)),
    readAcross: (...read: Parameters<typeof readAcross>) =>
      store.sealed().then(() => readAcross.apply(store, read)),
    newestValues: (...read: Parameters<typeof newestValues>) =>
      store.sealed().then(() => newestValues.apply(store, read)),
    readCandles: (...read: Parameters<typeof readCandles>) =>
      store.sealed().then(() => readCandles.apply(store, read)),
    readCandlesAcross: (...read: Parameters<typeof readCandlesAcross>) =>
      store.sealed().then(() => readCandlesAcross.apply(store, read)),
    newestCandles: (startAtOrBefore: number) =>
      store.sealed().then(() => newestCandles.call(store, startAtOrBefore)),
  });
});

describeHistoryBackend('a history in files', {
  backend: () => new EmbeddedHistoryBackend(mkdtempSync(join(root, 'data-'))),
  stateEveryTicks: 1,
});
