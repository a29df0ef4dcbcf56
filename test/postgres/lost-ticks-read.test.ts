import { expect, test } from 'vitest';
import { INDEX_TYPES } from '../../src/core/index-value.ts';
import { SLOT_MS, type Millis } from '../../src/core/time.ts';
import { PostgresHistoryBackend } from '../../src/cluster/postgres/history/postgres-history-backend.ts';
import { StoreOutdated } from '../../src/cluster/postgres/store-away.ts';
import { StoreLostTicks } from '../../src/history/history-store.ts';
import { candleOn, sliceAt, stateAt, WINDOW_MS } from '../support/history-values.ts';
import { usePostgres } from '../support/postgres-schemas.ts';

const postgres = usePostgres();
const START = Date.parse('2026-03-01T12:00:30Z');
const at = (tick: number): Millis => START + tick * SLOT_MS;

const fail = (problem: unknown) => expect.unreachable(JSON.stringify(problem));
const OPTIONS = { windowMs: WINDOW_MS, onDamage: fail, onBackgroundFailure: fail };
let schemas = 0;

async function open() {
  const schema = `lost_${++schemas}`;
  const database = await postgres.open(schema);
  const backend = new PostgresHistoryBackend({ url: postgres.url(), schema });
  const loseAfter = (tick: number) =>
    database.write(async (session) => {
      for (const table of ['tick_record', 'slice'])
        await session.run(`delete from ${table} where slot > $1`, [at(tick) / SLOT_MS]);
      await session.run('update tick_progress set last_slot = $1', [at(tick) / SLOT_MS]);
    });
  return { database, backend, loseAfter };
}

test('a writer stores nothing after ticks that the store has lost, and reports the newest one', async () => {
  const { backend, loseAfter } = await open();
  const writer = await backend.openWriter(OPTIONS);
  for (const tick of [0, 1, 2])
    expect(await writer.append(sliceAt(at(tick)), stateAt(at(tick)))).toBe('stored');
  await loseAfter(0);
  const refused = writer.append(sliceAt(at(3)));
  await expect(refused).rejects.toThrow(StoreLostTicks);
  await expect(refused).rejects.toMatchObject({ newest: at(0) });
  const newer = await backend.openWriter(OPTIONS);
  for (const tick of [1, 2, 3]) expect(await newer.append(sliceAt(at(tick)))).toBe('stored');
  await writer.close();
  await newer.close();
});

test('a writer stores nothing after a tick whose record differs from the one it stored', async () => {
  const { database, backend } = await open();
  const writer = await backend.openWriter(OPTIONS);
  await writer.append(sliceAt(at(0)));
  await database.run("update tick_record set record = '{}'");
  await expect(writer.append(sliceAt(at(1)))).rejects.toThrow(StoreLostTicks);
  await writer.close();
});

test('a reader drops ticks that the store has lost, once a writer has continued without them', async () => {
  const { backend, loseAfter } = await open();
  const first = await backend.openWriter(OPTIONS);
  for (const tick of [0, 1, 2]) await first.append(sliceAt(at(tick)));
  const reader = await backend.openReader(fail);
  let lost = 0;
  reader.onLostTicks = () => lost++;
  const slots = async () => {
    await reader.warm();
    const read = { types: INDEX_TYPES, atOrBefore: Infinity, notBefore: 0, limit: 1e6 };
    const values = await reader.readAcross(read);
    return [...new Set(values.map((value) => value.at))].toSorted((a, b) => a - b);
  };
  expect(await slots()).toEqual([at(0), at(1), at(2)]);
  // A writer that finds all its ticks changes nothing.
  const second = await backend.openWriter(OPTIONS);
  await second.append(sliceAt(at(3)));
  expect(await slots()).toEqual([at(0), at(1), at(2), at(3)]);
  expect(lost).toBe(0);

  await loseAfter(0);
  const third = await backend.openWriter(OPTIONS);
  await third.append(sliceAt(at(4)));
  expect(await slots()).toEqual([at(0), at(4)]);
  expect(lost).toBe(1);
  for (const each of [reader, first, second, third]) await each.close();
});

test('a reader refuses to read between the loss and the next writer, and drops them, too', async () => {
  const { backend, loseAfter } = await open();
  const first = await backend.openWriter(OPTIONS);
  for (const tick of [0, 1, 2]) await first.append(sliceAt(at(tick)));
  const reader = await backend.openReader(fail);
  let lost = 0;
  reader.onLostTicks = () => lost++;
  await reader.warm();
  await loseAfter(0);
  await expect(reader.warm()).rejects.toThrow(StoreOutdated);
  expect(lost).toBe(0);
  const second = await backend.openWriter(OPTIONS);
  await second.append(sliceAt(at(4)));
  await reader.warm();
  await reader.warm();
  expect(lost).toBe(1);
  for (const each of [reader, first, second]) await each.close();
});

test('a reader drops end-of-day records that the store has lost, even if the next writer has written as many', async () => {
  const { database, backend, loseAfter } = await open();
  const day = Date.parse('2026-02-28T00:00:00Z');
  const candles = async (reader: Awaited<ReturnType<typeof backend.openReader>>) => {
    await reader.warm();
    return reader.readCandlesAcross({ types: INDEX_TYPES, startAtOrBefore: day, limit: 10 });
  };
  const first = await backend.openWriter(OPTIONS);
  await first.append(sliceAt(at(0)));
  const [progress] = await database.rows<{ candle_writes: string; candle_revision: string }>(
    'select candle_writes, candle_revision from block_progress',
  );
  await first.appendCandles([candleOn(day, 0, 1)]);
  await first.append(sliceAt(at(1)));
  const reader = await backend.openReader(fail);
  const before = await candles(reader);
  await database.write(async (session) => {
    for (const table of ['candle_month', 'candle_day']) await session.run(`delete from ${table}`);
    await session.run('update block_progress set candle_writes = $1, candle_revision = $2', [
      progress!.candle_writes,
      progress!.candle_revision,
    ]);
  });
  await loseAfter(0);
  const second = await backend.openWriter(OPTIONS);
  await second.appendCandles([candleOn(day, 0, 2)]);
  await second.append(sliceAt(at(2)));
  const fresh = await backend.openReader(fail);
  const after = await candles(reader);
  expect(after).toEqual(await candles(fresh));
  expect(after).not.toEqual(before);
  for (const each of [reader, fresh, first, second]) await each.close();
});
