import { afterAll, beforeAll, expect, test } from 'vitest';
import { PostgresHistoryBackend } from '../../../src/cluster/postgres/history/postgres-history-backend.ts';
import { DAY_MS, SLOT_MS } from '../../../src/core/time.ts';
import { StoreLostTicks } from '../../../src/history/history-store.ts';
import { sliceAt } from '../../support/history-values.ts';
import { LinkProxy } from '../../support/link-proxy.ts';
import { startPostgres, type PostgresServer } from '../../support/postgres-server.ts';
import { breakFence, UNCHECKED_APPEND } from './broken-fence.ts';
import pg from 'pg';

const START = Date.parse('2026-02-27T10:00:00Z');
const sliceOf = (slot: number) => sliceAt(START + slot * SLOT_MS, (number) => number % 30 === 0);

let server: PostgresServer;
let link: LinkProxy;
beforeAll(async () => {
  server = await startPostgres({ fsync: 'off' });
  link = await LinkProxy.listen({ port: Number(new URL(server.url).port) });
});
afterAll(async () => {
  await link?.close();
  await server?.stop();
});

async function openWriter(schema: string) {
  const url = new URL(server.url);
  url.port = String(link.port);
  return new PostgresHistoryBackend({ url: url.href, schema }).openWriter({
    windowMs: DAY_MS,
    onDamage: () => undefined,
    onBackgroundFailure: () => undefined,
  });
}

/** A writer deposed while the fence was broken tries to store a tick after one of the next writer. */
async function appendDeposed(schema: string): Promise<unknown> {
  await (await openWriter(schema)).close();
  const asked = new pg.Client({ connectionString: server.url });
  await asked.connect();
  await breakFence({ rows: async <T>(sql: string) => (await asked.query(sql)).rows as T[] }, schema);
  await asked.end();
  const first = await openWriter(schema);
  expect(await first.append(sliceOf(0))).toBe('stored');
  const second = await openWriter(schema);
  expect(await second.append(sliceOf(1))).toBe('stored');
  const outcome = await first.append(sliceOf(2)).catch((error: unknown) => error);
  await Promise.all([first.close(), second.close()]);
  return outcome;
}

test('a deposed writer stores after another one if neither the fence nor its own query prevents it', async () => {
  expect(await appendDeposed('checked')).toBeInstanceOf(StoreLostTicks);
  link.replace(UNCHECKED_APPEND);
  expect(await appendDeposed('unchecked')).toBe('stored');
});
