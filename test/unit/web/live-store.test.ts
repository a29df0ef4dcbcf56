import { expect, test, vi } from 'vitest';
import { settled } from '../sdk/fake-service.ts';
import { BTC, ETH, tickOf } from '../sdk/fake-stream.ts';
import { liveWorld } from './page-world.ts';

/** As long as the longest wait before something is tried again. */
const LONG_MS = 600_000;

const refuse =
  (code: string) =>
  (connection: { push(message: object): void }, { requestId }: { readonly requestId: number }) => {
    connection.push({ event: 'ERROR', code, message: 'no', requestId });
    return true;
  };

test('a client that may not read values connects once, and the page says so', async () => {
  const { fake, live } = liveWorld();
  fake.answer = refuse('403');
  live.followAll();
  await settled();
  await vi.advanceTimersByTimeAsync(LONG_MS);
  await settled();
  expect(fake.connections).toHaveLength(1);
  expect(live.state.value).toEqual({ kind: 'forbidden' });
  expect(live.reconnects.value).toBe(0);
});

test('a lost connection is mended with current values, and nothing is read out of history', async () => {
  const { fake, frames, live } = liveWorld();
  await fake.publish();
  live.followAll();
  live.follow([BTC]);
  await settled();
  expect(live.state.value).toEqual({ kind: 'live' });
  fake.isManual = true;
  fake.connection.close(1006);
  await settled();
  expect(live.state.value).toEqual({ kind: 'lost', since: fake.service.clock.now() });
  await fake.publish(4);
  fake.isManual = false;
  fake.connection.close(1006);
  await fake.publish(2);
  frames.run();
  expect(live.state.value).toEqual({ kind: 'live' });
  expect(live.reconnects.value).toBe(1);
  expect([live.quote(BTC)?.id, live.quote(ETH)?.id]).toEqual([`${BTC} 7`, `${ETH} 7`]);
  expect(fake.service.to('/index-ticker')).toEqual([]);
});

test('a stream that gives up is begun again after a wait, and the page does not call itself live meanwhile', async () => {
  const { fake, live } = liveWorld();
  await fake.publish();
  live.followAll();
  await settled();
  const since = fake.service.clock.now();
  fake.connection.close(1008, 'go away');
  await settled();
  expect(live.state.value).toMatchObject({ kind: 'failing', since });
  expect(fake.connections).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2000);
  await settled();
  expect(fake.connections).toHaveLength(2);
  expect(live.state.value).toEqual({ kind: 'live' });
  expect(live.reconnects.value).toBe(1);
  await fake.publish();
  expect(live.quote(BTC)?.id).toBe(`${BTC} 2`);
});

test('waits grow while nothing comes', async () => {
  const { fake, live } = liveWorld();
  fake.isManual = true;
  live.followAll();
  await settled();
  const waits = [2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000];
  for (const [i, waitMs] of waits.entries()) {
    fake.connection.close(1008);
    await settled();
    await vi.advanceTimersByTimeAsync(waitMs - 1);
    await settled();
    expect(fake.connections).toHaveLength(i + 1);
    await vi.advanceTimersByTimeAsync(1);
    await settled();
    expect(fake.connections).toHaveLength(i + 2);
  }
});

test('an invalid value ends a reading, which starts again', async () => {
  const { fake, live } = liveWorld();
  await fake.publish();
  live.followAll();
  await settled();
  fake.connection.tick(tickOf(BTC, 2, { price: 'much' }));
  await settled();
  expect(live.state.value.kind).toBe('failing');
  await vi.advanceTimersByTimeAsync(2000);
  await settled();
  expect(live.state.value).toEqual({ kind: 'live' });
  await fake.publish(2);
  expect(live.quote(BTC)?.id).toBe(`${BTC} 3`);
});

test('waits grow while what comes are no values', async () => {
  const { fake, live } = liveWorld();
  live.followAll();
  await settled();
  const waits = [2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000];
  for (const [i, waitMs] of waits.entries()) {
    fake.connection.tick(tickOf(BTC, i + 1, { price: 'much' }));
    await settled();
    await vi.advanceTimersByTimeAsync(waitMs - 1);
    await settled();
    expect(fake.connections).toHaveLength(i + 1);
    await vi.advanceTimersByTimeAsync(1);
    await settled();
    expect(fake.connections).toHaveLength(i + 2);
  }
});

test('an index that is not there takes nothing from the others', async () => {
  const { fake, live } = liveWorld();
  await fake.publish();
  live.followAll();
  await settled();
  fake.answer = refuse('404');
  live.follow(['11111111-1111-4111-8111-111111111111']);
  await settled();
  expect(live.state.value).toEqual({ kind: 'live' });
  await fake.publish();
  expect(live.quote(ETH)?.id).toBe(`${ETH} 2`);
});

test('a client that is no longer accepted is signed out', async () => {
  const { fake, live, refusals } = liveWorld();
  fake.service.on('/oauth/token', () => new Response('{}', { status: 401 }));
  live.followAll();
  await settled();
  expect(live.state.value).toEqual({ kind: 'refused' });
  expect(refusals).toHaveLength(1);
});

test('the page calls itself connecting only where something is followed, or is about to be', async () => {
  const { fake, live } = liveWorld();
  fake.isManual = true;
  expect(live.state.value).toEqual({ kind: 'idle' });
  const end = live.follow([BTC]);
  expect(live.state.value).toEqual({ kind: 'connecting' });
  end();
  await settled();
  expect(live.state.value).toEqual({ kind: 'idle' });
  live.wantAll();
  expect(live.state.value).toEqual({ kind: 'connecting' });
  live.unwantAll();
  expect(live.state.value).toEqual({ kind: 'idle' });
});

test('an index that does not exist leaves the page without anything to connect for', async () => {
  const { fake, live } = liveWorld();
  fake.answer = refuse('404');
  live.follow(['11111111-1111-4111-8111-111111111111']);
  await settled();
  await vi.advanceTimersByTimeAsync(LONG_MS);
  await settled();
  expect(live.state.value).toEqual({ kind: 'idle' });
});

test('a connection that nothing needs any more is not called lost', async () => {
  const { fake, live } = liveWorld();
  await fake.publish();
  const end = live.follow([BTC]);
  await settled();
  expect(live.state.value).toEqual({ kind: 'live' });
  end();
  await settled();
  expect(live.state.value).toEqual({ kind: 'idle' });
});

test('after the end nothing connects', async () => {
  const { fake, live } = liveWorld();
  live.close();
  live.followAll();
  live.follow([BTC])();
  await settled();
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect(fake.connections).toEqual([]);
});

test('what waits to begin again ends with the store', async () => {
  const { fake, live } = liveWorld();
  live.followAll();
  await settled();
  fake.connection.close(1008);
  await settled();
  live.close();
  await vi.advanceTimersByTimeAsync(LONG_MS);
  await settled();
  expect(fake.connections).toHaveLength(1);
});

test('a value ages by the ticks of others', async () => {
  const { fake, frames, live } = liveWorld();
  await fake.publish();
  live.followAll();
  await settled();
  const stopped = live.quote(BTC)!;
  expect(live.isStale(stopped)).toBe(false);
  const seen: number[] = [];
  live.newest.subscribe((at) => seen.push(at));
  for (const slot of [2, 3, 4]) {
    fake.connection.tick(tickOf(ETH, slot));
    await settled();
    frames.run();
  }
  expect(seen).toHaveLength(4);
  expect(live.isStale(stopped)).toBe(true);
});

test('a listener that fails is reported, and takes nothing from the others', async () => {
  const { fake, frames, live } = liveWorld();
  const reported: unknown[] = [];
  vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
  const changes: string[] = [];
  live.onFrame(() => {
    throw new Error('broken');
  });
  live.onFrame((changed) => changes.push(...changed));
  live.follow([BTC]);
  await fake.publish();
  await settled();
  frames.run();
  expect(changes).toEqual([BTC]);
  expect(reported).toMatchObject([{ message: 'broken' }]);
});
