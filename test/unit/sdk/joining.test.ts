import { describe, expect, test } from 'vitest';
import type { IndexTicker } from '../../../sdk/src/contract.ts';
import { settled } from './fake-service.ts';
import { BTC, ETH, FakeStream, Reader, tickOf } from './fake-stream.ts';

const HOUR_MS = 3_600_000;

/** One tick was published, and the clock of the client's machine is wrong by this much. */
async function started(localErrorMs: number): Promise<FakeStream> {
  const fake = new FakeStream();
  await fake.publish();
  fake.service.clock.step(localErrorMs);
  fake.localErrorMs = localErrorMs;
  return fake;
}

const idsOf = (ticks: readonly IndexTicker[], indexId = BTC) =>
  ticks.filter((tick) => tick.indexId === indexId).map(({ id }) => id);
const upTo = (last: number, indexId = BTC) => Array.from({ length: last }, (_, i) => `${indexId} ${i + 1}`);

describe.each([0, 5 * HOUR_MS, -5 * HOUR_MS])('with a clock that is wrong by %d ms', (localErrorMs) => {
  test.each([{ selection: [BTC, ETH] }, { selection: { indexType: 'GWA' } as const }])(
    'a reader that joins during an outage gets ticks published since ($selection)',
    async ({ selection }) => {
      const fake = await started(localErrorMs);
      fake.isManual = true;
      const reader = new Reader(fake.client().stream().ticks(selection));
      await settled();
      fake.connection.close(1006);
      await fake.publish(4);
      fake.isManual = false;
      fake.connection.connected(fake.serverTime());
      await settled();
      await fake.publish(2);
      expect(reader.error).toBeUndefined();
      expect(idsOf(reader.read)).toEqual(upTo(7));
      expect(idsOf(reader.read, ETH)).toEqual(upTo(7, ETH));
    },
  );

  test('a reader that joins another one during an outage gets ticks published since it joined', async () => {
    const fake = await started(localErrorMs);
    const stream = fake.client().stream();
    const first = new Reader(stream.ticks({ indexType: 'GWA' }));
    await settled();
    fake.isManual = true;
    fake.connection.close(1006);
    await fake.publish(3);
    const second = new Reader(stream.ticks({ indexType: 'GWA' }));
    await fake.publish(3);
    fake.isManual = false;
    fake.connection.connected(fake.serverTime());
    await settled();
    expect(idsOf(first.read)).toEqual(upTo(7));
    expect(idsOf(second.read)).toEqual(upTo(7).slice(3));
  });

  test('the lag is that of a transmitted tick, not the age of the current value', async () => {
    const fake = await started(localErrorMs);
    const stream = fake.client().stream();
    fake.service.clock.advance(20_000);
    const reader = new Reader(stream.ticks([BTC]));
    await settled();
    expect([reader.read.length, stream.state.lagMs]).toEqual([1, undefined]);
    fake.service.clock.advance(10_400);
    fake.connection.tick(tickOf(BTC, 2));
    expect(stream.state.lagMs).toBe(400);
  });

  test('a market whose time is ahead of clocks, or behind them, has no lag', async () => {
    const fake = await started(localErrorMs);
    const stream = fake.client().stream();
    const reader = new Reader(stream.ticks([BTC]));
    await settled();
    fake.service.clock.advance(30_000);
    fake.connection.tick(tickOf(BTC, 2));
    expect(stream.state.lagMs).toBe(0);
    for (const slot of [50, 100]) {
      fake.service.clock.advance(1000);
      fake.connection.tick(tickOf(BTC, slot));
      expect(stream.state.lagMs).toBeUndefined();
    }
    await settled();
    expect(reader.read).toHaveLength(4);
    // On another day, and with a new connection.
    const behind = await started(localErrorMs);
    behind.service.clock.advance(24 * HOUR_MS);
    const past = behind.client().stream();
    const other = new Reader(past.ticks([BTC]));
    await settled();
    behind.service.clock.advance(30_000);
    behind.connection.tick(tickOf(BTC, 2));
    await settled();
    expect([other.read.length, past.state.lagMs]).toEqual([2, undefined]);
  });
});

test('connecting for longer than a tick loses none either', async () => {
  const fake = await started(0);
  fake.isManual = true;
  const reader = new Reader(fake.client().stream().ticks([BTC]));
  await settled();
  await fake.publish(2);
  expect(fake.connections).toHaveLength(1);
  fake.connection.connected(fake.serverTime());
  await settled();
  expect(idsOf(reader.read)).toEqual(upTo(3));
});
