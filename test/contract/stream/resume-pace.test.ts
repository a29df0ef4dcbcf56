import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OPCODES, RawWebsocket } from '../../support/raw-websocket.ts';
import type { StreamMessage } from '../../support/stream-client.ts';
import { series, SLOT_MS, StreamRig, T } from './stream-rig.ts';

/** An hour of missed ticks of 100 indices: some 2.7 MB. */
const SLOTS = 120;
const INDICES = 100;
const ids = series.series.slice(0, INDICES).map(({ indexId }) => indexId);
const iso = (n: number) => new Date(T + n * SLOT_MS).toISOString();
const resumeOf = (indexId: string, requestId: number, since = iso(0)) => ({
  event: 'SUBSCRIBE_INDEX_TICKER',
  indexId,
  since,
  requestId,
});

let rig: StreamRig;
beforeEach(async () => {
  // Little may wait: what a client has asked for itself does not.
  rig = await StreamRig.start({ limits: { backlogBytes: 65_536 } });
  await rig.missed(T + SLOT_MS, T + SLOTS * SLOT_MS);
});
afterEach(() => rig.close());

/** The times of each index's ticks, in the order in which they came. */
function timesById(messages: readonly StreamMessage[]): Map<unknown, unknown[]> {
  const times = new Map<unknown, unknown[]>();
  for (const { event, indexId, timestamp } of messages) {
    if (event !== 'INDEX_TICKER') continue;
    const own = times.get(indexId) ?? [];
    times.set(indexId, own);
    own.push(timestamp);
  }
  return times;
}

function expectAll(messages: readonly StreamMessage[], upTo: number): void {
  const confirmed = messages.filter(({ event }) => event === 'SUBSCRIBED_INDEX_TICKER');
  expect(confirmed.map(({ requestId }) => requestId)).toEqual(ids.map((_, i) => i));
  const times = timesById(messages);
  for (const id of ids) expect(times.get(id)).toEqual(Array.from({ length: upTo }, (_, i) => iso(i + 1)));
}

describe('resumes of much more than the server sends ahead', () => {
  test('all complete for a client that reads', async () => {
    const client = await rig.connect();
    ids.forEach((id, i) => client.send(resumeOf(id, i)));
    expectAll(await client.settled(), SLOTS);
  });

  test('ticks that are published meanwhile come once, in order, with no gap', async () => {
    const client = await rig.connect();
    ids.forEach((id, i) => client.send(resumeOf(id, i)));
    const received = [await client.next()];
    for (let n = 1; n <= 5; n++) {
      await rig.tick(T + (SLOTS + n) * SLOT_MS);
      for (let i = 0; i < 200; i++) received.push(await client.next());
    }
    received.push(...(await client.settled()));
    expectAll(received, SLOTS + 5);
  });

  test('go on at the pace of a client that reads slowly, however long it takes', async () => {
    const { raw } = await RawWebsocket.open(rig.wsUrl, await rig.token());
    ids.forEach((id, i) => raw.sendText(resumeOf(id, i)));
    raw.sendText({ event: 'PING', requestId: 'end' });
    const received: StreamMessage[] = [];
    for (;;) {
      const message = (await raw.message()) as StreamMessage | undefined;
      if (!message) break;
      if (message.event === 'PONG') break;
      received.push(message);
      // Some 10 kB a second: four minutes in all.
      if (received.length % 500 === 0) await rig.pass(10_000, 2000);
    }
    expectAll(
      received.filter(({ event }) => event !== 'CONNECTED' && event !== 'PING'),
      SLOTS,
    );
    raw.socket.destroy();
  });

  test('go on for a client that never answers pings, as often as it says something', async () => {
    const { raw } = await RawWebsocket.open(rig.wsUrl, await rig.token());
    ids.forEach((id, i) => raw.sendText(resumeOf(id, i)));
    const received: StreamMessage[] = [];
    while (received.length < INDICES * (SLOTS + 1) + 1) {
      const frame = await raw.frame();
      if (frame?.opcode === OPCODES.ping) raw.sendText({ event: 'PONG' });
      if (frame?.opcode !== OPCODES.text) continue;
      received.push(JSON.parse(frame.payload.toString()) as StreamMessage);
    }
    expectAll(received, SLOTS);
    raw.socket.destroy();
  });
});
