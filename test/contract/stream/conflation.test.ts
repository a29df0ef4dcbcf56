import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OPCODES, RawWebsocket } from '../../support/raw-websocket.ts';
import { series, SLOT_MS, StreamRig, T } from './stream-rig.ts';

const BTC = 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f';
const BTC_NUMBER = series.numberOf({ indexType: 'GWA', indexId: BTC }) ?? -1;
const COUNT = series.series.length;
const iso = (n: number) => new Date(T + n * SLOT_MS).toISOString();
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

type Message = Readonly<Record<string, unknown>>;

let rig: StreamRig;
beforeEach(async () => {
  rig = await StreamRig.start();
});
afterEach(() => rig.close());

/** Subscribed to every index, and not reading from now on. */
async function frozen(fields: object, others: readonly object[] = []): Promise<RawWebsocket> {
  const { raw } = await RawWebsocket.open(rig.wsUrl, await rig.token());
  for (const indexType of ['MWA', 'GWA', 'LX'])
    raw.sendText({ event: 'SUBSCRIBE_INDEX_TICKER', indexType, ...fields });
  for (const other of others) raw.sendText(other);
  raw.sendText({ event: 'PING', requestId: 'ready' });
  for (let message = await raw.message(); message?.['requestId'] !== 'ready'; message = await raw.message());
  raw.socket.pause();
  return raw;
}

/** Ticks until something waits in the server for the client; returns the number of ticks. */
async function tickUntilBehind(): Promise<number> {
  for (let n = 1; n < 1000; n++) {
    await rig.tick(T + n * SLOT_MS);
    await turn();
    if (rig.stream.backlogBytes > 0) return n;
  }
  throw new Error('nothing ever waited');
}

/** Everything up to a CONFLATED. */
async function upToConflated(raw: RawWebsocket): Promise<Message[]> {
  const messages: Message[] = [];
  for (let message = await raw.message(); message; message = await raw.message()) {
    messages.push(message);
    if (message['event'] === 'CONFLATED') return messages;
  }
  throw new Error('the connection has ended');
}

const ticksIn = (messages: readonly Message[]) => messages.filter(({ event }) => event === 'INDEX_TICKER');
const timesOf = (messages: readonly Message[], id = BTC) =>
  messages.filter(({ indexId }) => indexId === id).map(({ timestamp }) => timestamp);

describe('a slow client that conflates', () => {
  test('gets the newest value of each index, then how many were skipped', async () => {
    const raw = await frozen({ conflate: true });
    const behind = await tickUntilBehind();
    const last = behind + 7;
    for (let n = behind + 1; n <= last; n++) await rig.tick(T + n * SLOT_MS);
    raw.socket.resume();
    const messages = await upToConflated(raw);
    const ticks = ticksIn(messages);
    const { skipped } = messages.at(-1) as { skipped: number };
    expect(ticks.length + skipped).toBe(last * COUNT);
    expect(skipped).toBe(6 * COUNT);
    expect(timesOf(messages).slice(-2)).toEqual([iso(behind), iso(last)]);
    expect(new Set(ticks.slice(-COUNT).map(({ timestamp }) => timestamp))).toEqual(new Set([iso(last)]));
    // From here on every tick again.
    await rig.tick(T + (last + 1) * SLOT_MS);
    const live: Message[] = [];
    while (live.length < COUNT) live.push((await raw.message())!);
    expect(new Set(live.map(({ timestamp }) => timestamp))).toEqual(new Set([iso(last + 1)]));
    raw.socket.destroy();
  });

  test('gets the newest value of an index that the last slots lack', async () => {
    const raw = await frozen({ conflate: true });
    const behind = await tickUntilBehind();
    await rig.tick(T + (behind + 1) * SLOT_MS);
    await rig.tick(T + (behind + 2) * SLOT_MS);
    await rig.tick(T + (behind + 3) * SLOT_MS, { without: [BTC_NUMBER] });
    raw.socket.resume();
    const messages = await upToConflated(raw);
    expect(timesOf(messages).at(-1)).toBe(iso(behind + 2));
    const published = (behind + 2) * COUNT + (COUNT - 1);
    const { skipped } = messages.at(-1) as { skipped: number };
    expect(ticksIn(messages).length + skipped).toBe(published);
    raw.socket.destroy();
  });

  test('is not cut with 1013, however old its backlog is', async () => {
    await rig.close();
    rig = await StreamRig.start({ limits: { pingMs: 600_000 } });
    const raw = await frozen({ conflate: true });
    const behind = await tickUntilBehind();
    await rig.pass(120_000);
    for (let n = 1; n <= 50; n++) await rig.tick(T + (behind + n) * SLOT_MS);
    await rig.pass(1000);
    expect(rig.stream.connections).toBe(1);
    raw.socket.resume();
    expect((await upToConflated(raw)).at(-1)).toEqual({
      event: 'CONFLATED',
      skipped: 49 * COUNT,
      timestamp: expect.any(String) as unknown,
    });
    raw.socket.destroy();
  });

  test('is cut if another subscription of it needs every message', async () => {
    const raw = await frozen({ conflate: true }, [
      { event: 'SUBSCRIBE_EXCHANGE_TICKER', marketName: 'BTC_USD' },
    ]);
    await tickUntilBehind();
    await rig.pass(31_000);
    raw.socket.resume();
    expect(await raw.closeCode()).toBe(1013);
    raw.socket.destroy();
  });

  test('gets every tick of an index that it also subscribed to without', async () => {
    const raw = await frozen({ conflate: true }, [{ event: 'SUBSCRIBE_INDEX_TICKER', indexId: BTC }]);
    const behind = await tickUntilBehind();
    const last = behind + 4;
    for (let n = behind + 1; n <= last; n++) await rig.tick(T + n * SLOT_MS);
    raw.socket.resume();
    const messages = await upToConflated(raw);
    expect(timesOf(messages)).toEqual(Array.from({ length: last }, (_, i) => iso(i + 1)));
    expect((messages.at(-1) as { skipped: number }).skipped).toBe(3 * (COUNT - 1));
    raw.socket.destroy();
  });

  test('gets what was withheld before its subscriptions change, and nothing twice', async () => {
    const raw = await frozen({ conflate: true });
    const behind = await tickUntilBehind();
    const last = behind + 3;
    for (let n = behind + 1; n <= last; n++) await rig.tick(T + n * SLOT_MS);
    raw.sendText({ event: 'SUBSCRIBE_INDEX_TICKER', indexId: BTC, requestId: 'new' });
    while (rig.stream.subscriptions < 4) await turn();
    raw.socket.resume();
    const before = await upToConflated(raw);
    expect(timesOf(before).at(-1)).toBe(iso(last));
    expect(await raw.message()).toMatchObject({ event: 'SUBSCRIBED_INDEX_TICKER', requestId: 'new' });
    await rig.tick(T + (last + 1) * SLOT_MS);
    const after: Message[] = [];
    while (after.length < COUNT) after.push((await raw.message())!);
    expect(timesOf(after)).toEqual([iso(last + 1)]);
    raw.socket.destroy();
  });

  test('that leaves harms no other', async () => {
    const raw = await frozen({ conflate: true });
    const other = await rig.connect();
    other.send({ event: 'SUBSCRIBE_INDEX_TICKER', indexId: BTC, conflate: true });
    await other.settled();
    const behind = await tickUntilBehind();
    await rig.tick(T + (behind + 1) * SLOT_MS);
    raw.socket.destroy();
    while (rig.stream.connections > 1) await turn();
    expect(timesOf(await other.settled())).toHaveLength(behind + 1);
    expect(rig.logLines.filter((line) => /"level":(50|60)/.test(line))).toEqual([]);
  });
});

test('without conflate, the same client is cut', async () => {
  const raw = await frozen({ conflate: false });
  await tickUntilBehind();
  await rig.pass(31_000);
  raw.socket.resume();
  let frame = await raw.frame();
  while (frame && frame.opcode !== OPCODES.close) frame = await raw.frame();
  expect(frame?.payload.readUInt16BE()).toBe(1013);
  raw.socket.destroy();
});

test('a client that keeps up gets every tick and no CONFLATED', async () => {
  const client = await rig.connect();
  client.send({ event: 'SUBSCRIBE_INDEX_TICKER', indexType: 'GWA', conflate: true });
  await client.settled();
  for (let n = 1; n <= 20; n++) {
    await rig.tick(T + n * SLOT_MS);
    const events = (await client.settled()).map(({ event }) => event);
    expect(new Set(events)).toEqual(new Set(['INDEX_TICKER']));
  }
});

test.each(['true', 1, null, ''])('conflate %j is 400', async (conflate) => {
  const client = await rig.connect();
  expect(await client.ask({ event: 'SUBSCRIBE_INDEX_TICKER', indexId: BTC, conflate })).toMatchObject({
    event: 'ERROR',
    code: '400',
    message: 'conflate must be true or false',
  });
});

test('unsubscribing does not repeat conflate', async () => {
  const client = await rig.connect();
  client.send({ event: 'SUBSCRIBE_INDEX_TICKER', indexId: BTC, conflate: true });
  await client.settled();
  expect(await client.ask({ event: 'UNSUBSCRIBE_INDEX_TICKER', indexId: BTC })).toMatchObject({
    event: 'UNSUBSCRIBED_INDEX_TICKER',
  });
});
