import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../src/core/time.ts';
import type { SeriesColumns } from '../../../src/core/value-columns.ts';
import { EmbeddedHistoryStore } from '../../../src/history/embedded/embedded-history-store.ts';
import type { HistoryStore, SeriesRead } from '../../../src/history/history-store.ts';
import { MemoryHistoryStore } from '../../support/memory-history/memory-history-store.ts';
import { HeldLoop } from './held-loop.ts';
import { RawWebsocket } from '../../support/raw-websocket.ts';
import type { StreamMessage } from '../../support/stream-client.ts';
import { series, SLOT_MS, StreamRig, T, type RigOptions } from './stream-rig.ts';

const BTC = 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f';
const iso = (n: number) => new Date(T + n * SLOT_MS).toISOString();
const isos = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => iso(first + i));
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
const resume = (since: string, fields = {}) => ({
  event: 'SUBSCRIBE_INDEX_TICKER',
  indexId: BTC,
  since,
  ...fields,
});
const timesOf = (messages: readonly StreamMessage[], indexId = BTC) =>
  messages
    .filter((message) => message.event === 'INDEX_TICKER' && message['indexId'] === indexId)
    .map(({ timestamp }) => timestamp);

/** A store whose reads of a series wait for the test, or fail. */
class GatedHistory extends MemoryHistoryStore {
  readonly #waiting: (() => void)[] = [];
  gated = false;
  fails = false;
  reads = 0;

  override async readSeriesInto(read: SeriesRead, into: SeriesColumns) {
    this.reads++;
    if (this.gated) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    if (this.fails) throw new Error('EIO: the disk is gone');
    return super.readSeriesInto(read, into);
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  release(): void {
    this.#waiting.shift()?.();
  }
}

let history: GatedHistory;
let rig: StreamRig;

async function start(options: RigOptions = {}): Promise<void> {
  history = new GatedHistory(3 * DAY_MS);
  rig = await StreamRig.start({ history, ...options });
}

const ticks = (first: number, last: number) => rig.missed(T + first * SLOT_MS, T + last * SLOT_MS);

afterEach(() => rig.close());

describe('messages that wait behind a resume', () => {
  beforeEach(async () => {
    await start();
    await ticks(1, 120);
  });

  test('of more than is kept of a connection are all carried out, in order', async () => {
    const ids = series.series.slice(0, 100).map(({ indexId }) => indexId);
    const client = await rig.connect();
    // 300 kB in all: the server stops to read, pongs included, before the resumes are over.
    ids.forEach((indexId, i) =>
      client.send(resume(iso(0), { indexId, requestId: i, note: 'x'.repeat(3000) })),
    );
    const messages = await client.settled();
    const confirmed = messages.filter(({ event }) => event === 'SUBSCRIBED_INDEX_TICKER');
    expect(confirmed.map(({ requestId }) => requestId)).toEqual(ids.map((_, i) => i));
    for (const id of ids) expect(timesOf(messages, id)).toEqual(isos(1, 120));
  });

  test('ask for what they asked for when they came: `since` does not grow too old in the queue', async () => {
    const client = await rig.connect();
    history.gated = true;
    client.send(resume(iso(119)));
    const oldest = new Date(T + 120 * SLOT_MS - DAY_MS).toISOString();
    client.send(resume(oldest, { indexType: 'GWA' }));
    while (history.waiting === 0) await turn();
    for (let i = 0; i < 20; i++) await turn();
    history.gated = false;
    await ticks(121, 125);
    history.release();
    const messages = await client.settled();
    expect(messages.filter(({ event }) => event === 'ERROR')).toEqual([]);
    // The second brings what the first did not: everything from the beginning of history on.
    expect(timesOf(messages)).toEqual([...isos(120, 125), ...isos(0, 119)]);
  });
});

test('UNSUBSCRIBE with the body that was subscribed works however old its `since` has become', async () => {
  await start();
  const client = await rig.connect();
  client.send(resume(iso(0)));
  await client.settled();
  rig.marketClock.advanceTo(T + 2 * DAY_MS);
  client.send({ ...resume(iso(0)), event: 'UNSUBSCRIBE_INDEX_TICKER' });
  expect(await client.settled()).toMatchObject([{ event: 'UNSUBSCRIBED_INDEX_TICKER', indexId: BTC }]);
});

test('a client that stops to read during a resume is cut with 1013, whatever it goes on to say', async () => {
  await start();
  await ticks(1, 120);
  const { raw } = await RawWebsocket.open(rig.wsUrl, await rig.token());
  const ids = series.series.slice(0, 100).map(({ indexId }) => indexId);
  for (const indexId of ids) raw.sendText(resume(iso(0), { indexId }));
  for (let i = 0; i < 1000; i++) await raw.message();
  raw.socket.pause();
  for (let i = 0; i < 50; i++) await turn();
  const { reads } = history;
  for (let second = 0; second < 35; second++) {
    raw.sendText({ event: 'PING' });
    await rig.pass(1000);
  }
  expect(history.reads).toBe(reads);
  raw.socket.resume();
  expect(await raw.closeCode()).toBe(1013);
  while (rig.stream.connections > 0) await turn();
  expect(await rig.registry.metrics()).toContain('tidemark_stream_ended_total{reason="backlog"} 1');
  raw.socket.destroy();
});

test('on a restart clients that resume get 1012, and history is not read any more once it is over', async () => {
  await start();
  await ticks(1, 3);
  const client = await rig.connect();
  history.gated = true;
  for (const since of [iso(0), iso(1)])
    client.send(resume(since, { indexType: since === iso(0) ? 'GWA' : undefined }));
  while (history.waiting === 0) await turn();
  let isClosed = false;
  const closing = rig.stream.close(0).then(() => (isClosed = true));
  expect(await client.ended).toEqual({ code: 1012, reason: 'service restart' });
  for (let i = 0; i < 20; i++) await turn();
  expect(isClosed).toBe(false);
  history.gated = false;
  history.release();
  await closing;
  const { reads } = history;
  for (let i = 0; i < 20; i++) await turn();
  expect(history.reads).toBe(reads);
});

test('a client that is disabled during a resume gets ERROR 401 and 1008, and nothing more is read for it', async () => {
  await start();
  await ticks(1, 3);
  const disabled = await rig.addClient();
  const client = await rig.connect(disabled);
  history.gated = true;
  client.send(resume(iso(0)));
  client.send(resume(iso(0), { indexType: 'GWA' }));
  while (history.waiting === 0) await turn();
  await rig.clients.disable(disabled.id);
  await rig.pass(1000);
  expect(await client.ended).toEqual({ code: 1008, reason: 'token refused' });
  history.gated = false;
  history.release();
  for (let i = 0; i < 20; i++) await turn();
  expect(history.reads).toBe(1);
  expect(await client.rest()).toMatchObject([
    { event: 'SUBSCRIBED_INDEX_TICKER' },
    { event: 'ERROR', code: '401' },
  ]);
});

test('where history cannot be read, the connection ends with 1011, and a new one resumes without a gap', async () => {
  await start();
  // Two pages and a bit.
  await ticks(1, 500);
  const client = await rig.connect();
  history.gated = true;
  client.send(resume(iso(0)));
  while (history.waiting === 0) await turn();
  history.release();
  while (history.waiting === 0) await turn();
  history.fails = true;
  history.release();
  const { code, reason } = await client.ended;
  expect({ code, reason }).toEqual({ code: 1011, reason: 'internal error: connect again and resume' });
  const first = timesOf(await client.rest());
  expect(first).toEqual(isos(1, first.length));
  expect(first.length).toBeGreaterThan(0);
  expect(rig.logLines.join('')).toContain('EIO');
  expect(reason).not.toContain('EIO');
  Object.assign(history, { gated: false, fails: false });
  const again = await rig.connect();
  again.send(resume(String(first.at(-1))));
  expect([...first, ...timesOf(await again.settled())]).toEqual(isos(1, 500));
});

test('ticks of others go out while those who resume stand in line', async () => {
  const loop = new HeldLoop();
  await start({ loop });
  await ticks(1, 240);
  const bystander = await rig.connect();
  bystander.send({ event: 'SUBSCRIBE_INDEX_TICKER', indexType: 'LX' });
  await bystander.settled();
  const resuming = await Promise.all(Array.from({ length: 20 }, () => rig.connect()));
  loop.hold();
  for (const client of resuming) client.send(resume(iso(0)));
  while (!loop.waits) await turn();
  await rig.tick(T + 241 * SLOT_MS);
  for (const name of ['BLX', 'ELX', 'XRPLX'])
    expect(await bystander.next()).toMatchObject({ event: 'INDEX_TICKER', name, timestamp: iso(241) });
  // Reads are few: most of those who resume have got nothing yet.
  expect(history.reads).toBeLessThan(5);
  loop.release();
  for (const client of resuming) expect(timesOf(await client.settled())).toEqual(isos(1, 241));
});

describe('with the store of the service', () => {
  let folder: string;
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('what is sealed while it is being sent comes whole, in order, once', async () => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-resume-'));
    let seal: () => void = () => {};
    const maySeal = new Promise<void>((resolve) => (seal = resolve));
    const store = await EmbeddedHistoryStore.open({
      folder,
      windowMs: 3 * DAY_MS,
      reserveBytes: 0,
      onDamage: (damage) => expect(damage).toBeUndefined(),
      onSealingFailure: (error) => expect(error).toBeUndefined(),
      onSealingStep: () => maySeal,
    });
    let reads = 0;
    const watched: HistoryStore = new Proxy(store, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key, target);
        if (typeof value !== 'function') return value;
        if (key !== 'readSeriesInto') return value.bind(target) as unknown;
        return async (read: SeriesRead, into: SeriesColumns) => {
          // The first page comes out of memory, those after it out of what has been sealed meanwhile.
          if (++reads === 2) {
            seal();
            await store.sealed();
          }
          return store.readSeriesInto(read, into);
        };
      },
    });
    await start({ history: watched });
    await ticks(1, 5 * (HOUR_MS / SLOT_MS));
    const client = await rig.connect();
    client.send(resume(iso(0)));
    expect(timesOf(await client.settled())).toEqual(isos(1, 600));
    expect(reads).toBe(3);
    await store.close();
  });
});
