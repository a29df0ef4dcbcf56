import { afterAll, beforeAll, expect } from 'vitest';
import { PostgresHistoryBackend } from '../../src/cluster/postgres/history/postgres-history-backend.ts';
import type { PostgresHistoryStore } from '../../src/cluster/postgres/history/postgres-history-store.ts';
import { STATE_EVERY_TICKS } from '../../src/cluster/postgres/history/postgres-history-store.ts';
import { describeHistoryBackend } from '../contract/ports/history-backend-contract.ts';
import { describeHistoryStore } from '../contract/ports/history-store-contract.ts';
import { WINDOW_MS } from '../support/history-values.ts';
import { startPostgres, type PostgresServer } from '../support/postgres-server.ts';

let server: PostgresServer;
let schemas = 0;
beforeAll(async () => {
  // These tests are not about whether the server keeps acknowledged writes.
  server = await startPostgres({ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' });
});
afterAll(() => server?.stop());

const newSchema = () => `history_${++schemas}`;

function openIn(schema: string): Promise<PostgresHistoryStore> {
  return new PostgresHistoryBackend({ url: server.url, schema }).openWriter({
    windowMs: WINDOW_MS,
    onDamage: (damage) => expect.unreachable(JSON.stringify(damage)),
    onBackgroundFailure: (error) => expect.unreachable(error.message),
  });
}

let schema = '';
describeHistoryStore(
  'the history store in PostgreSQL',
  () => openIn((schema = newSchema())),
  async (store) => {
    await store.close();
    return openIn(schema);
  },
);

describeHistoryStore('the history store in PostgreSQL, sealing before each read', async () => {
  const store = await openIn(newSchema());
  const { readSeries, readSeriesInto, readAcross, newestValues } = store;
  return Object.assign(store, {
    readSeries: (...read: Parameters<typeof readSeries>) =>
      store.sealed().then(() => readSeries.apply(store, read)),
    readSeriesInto: (...read: Parameters<typeof readSeriesInto>) =>
      store.sealed().then(() => readSeriesInto.apply(store, read)),
    readAcross: (...read: Parameters<typeof readAcross>) => readAcross.apply(store, read),
    newestValues: (...read: Parameters<typeof newestValues>) =>
      store.sealed().then(() => newestValues.apply(store, read)),
  });
});

describeHistoryBackend('a history in PostgreSQL', {
  backend: () => new PostgresHistoryBackend({ url: server.url, schema: newSchema() }),
  stateEveryTicks: STATE_EVERY_TICKS,
});
