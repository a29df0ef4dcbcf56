import { expect, test } from 'vitest';
import type { IndexTicker } from '../../../sdk/src/contract.ts';
import { StrictError } from '../../../sdk/src/errors.ts';
import { Queue } from '../../../sdk/src/stream/queue.ts';
import { rejection, settled } from './fake-service.ts';
import { BTC, ETH, FakeStream, Reader, slotTime, tickOf } from './fake-stream.ts';

async function started(): Promise<FakeStream> {
  const fake = new FakeStream();
  await fake.publish();
  return fake;
}

const idsOf = (ticks: readonly IndexTicker[]) => ticks.map(({ id }) => id);

test('a reader of only the newest gets one tick of each index, however many arrived meanwhile', async () => {
  const fake = await started();
  const stream = fake.client().stream();
  const ticks = stream.ticks({ indexType: 'GWA' }, { latest: true });
  const read = [(await ticks.next()).value as IndexTicker];
  await fake.publish(50);
  for (let i = 0; i < 2; i++) read.push((await ticks.next()).value as IndexTicker);
  // That of ETH was already queued: its position is kept.
  expect(idsOf(read)).toEqual([`${BTC} 1`, `${ETH} 51`, `${BTC} 51`]);
  const next = ticks.next();
  await fake.publish();
  expect((await next).value).toMatchObject({ id: `${BTC} 52` });
  expect([stream.state.dropped, fake.service.to('/index-ticker')]).toEqual([0, []]);
  await ticks.return();
});

test('after a reconnect such a reader continues with current values, and requests no missed ones', async () => {
  const fake = await started();
  const reader = new Reader(fake.client().stream().ticks([BTC], { latest: true }));
  await settled();
  fake.isManual = true;
  fake.connection.close(1006);
  await fake.publish(4);
  fake.isManual = false;
  fake.connection.connected(fake.serverTime());
  await settled();
  await fake.publish();
  expect(idsOf(reader.read)).toEqual([`${BTC} 1`, `${BTC} 5`, `${BTC} 6`]);
  expect(fake.connections.at(-1)!.sent.map(({ since }) => since)).toEqual([undefined]);
  expect(fake.service.to('/index-ticker')).toEqual([]);
});

test('another reader still gets every tick', async () => {
  const fake = await started();
  const stream = fake.client().stream();
  const newest = new Reader(stream.ticks([BTC], { latest: true }));
  const every = new Reader(stream.ticks([BTC]));
  await settled();
  fake.isManual = true;
  fake.connection.close(1006);
  await fake.publish(3);
  fake.isManual = false;
  fake.connection.connected(fake.serverTime());
  await settled();
  expect(idsOf(every.read)).toEqual([1, 2, 3, 4].map((slot) => `${BTC} ${slot}`));
  expect(idsOf(newest.read).at(-1)).toBe(`${BTC} 4`);
});

test('in strict mode a carried value is an error, a missing one is not', async () => {
  const fake = await started();
  const reader = new Reader(fake.client({ strict: true }).stream().ticks([BTC], { latest: true }));
  await settled();
  fake.connection.tick(tickOf(BTC, 4));
  await settled();
  expect([idsOf(reader.read), reader.error]).toEqual([[`${BTC} 1`, `${BTC} 4`], undefined]);
  fake.connection.tick(tickOf(BTC, 5, { flags: ['CARRIED'] }));
  await settled();
  expect(reader.error).toBeInstanceOf(StrictError);
});

test('only the newest, and all since an instant, cannot be combined', async () => {
  const fake = await started();
  const ticks = fake
    .client()
    .stream()
    .ticks(BTC, { latest: true, since: slotTime(0) });
  expect(await rejection(ticks.next())).toMatchObject({ message: 'latest cannot be combined with since' });
  expect(fake.connections).toEqual([]);
});

test('a queue of the newest of each series has no more series than its capacity', async () => {
  const queue = new Queue<string>(2, (text) => text[0]!);
  expect(['a1', 'b1', 'a2', 'c1', 'b2'].map((text) => queue.push(text))).toEqual([
    true,
    true,
    true,
    false,
    true,
  ]);
  expect([await queue.next(undefined), await queue.next(undefined)]).toEqual(['a2', 'b2']);
  expect(queue.push('a3')).toBe(true);
  expect(await queue.next(undefined)).toBe('a3');
});

test('with conflate the service is asked to leave out what was replaced, and says how much it left out', async () => {
  const fake = await started();
  const stream = fake.client().stream();
  const reader = new Reader(stream.ticks([BTC], { conflate: true }));
  await settled();
  expect(fake.connection.sent).toMatchObject([
    { event: 'SUBSCRIBE_INDEX_TICKER', indexId: BTC, conflate: true },
  ]);
  fake.connection.tick(tickOf(BTC, 9));
  fake.connection.push({ event: 'CONFLATED', skipped: 7 });
  fake.connection.push({ event: 'CONFLATED', skipped: 2 });
  await settled();
  expect([idsOf(reader.read), stream.state.skipped]).toEqual([[`${BTC} 1`, `${BTC} 9`], 9]);
  expect(fake.service.to('/index-ticker')).toEqual([]);
});

test('a reader of every tick beside one that conflates gets every tick', async () => {
  const fake = await started();
  const stream = fake.client().stream();
  const newest = new Reader(stream.ticks([BTC], { conflate: true }));
  await settled();
  const every = new Reader(stream.ticks([BTC]));
  await settled();
  expect(fake.connection.sent.map(({ event, conflate }) => [event, conflate])).toEqual([
    ['SUBSCRIBE_INDEX_TICKER', true],
    ['UNSUBSCRIBE_INDEX_TICKER', undefined],
    ['SUBSCRIBE_INDEX_TICKER', undefined],
  ]);
  await fake.publish(2);
  await settled();
  for (const { read } of [newest, every])
    expect(idsOf(read)).toEqual([1, 2, 3].map((slot) => `${BTC} ${slot}`));
});

test('conflate and all since an instant are not wanted at once', async () => {
  const fake = await started();
  const ticks = fake
    .client()
    .stream()
    .ticks(BTC, { conflate: true, since: slotTime(0) });
  expect(await rejection(ticks.next())).toMatchObject({ message: 'conflate cannot be combined with since' });
});
