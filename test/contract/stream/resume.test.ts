import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../src/core/time.ts';
import type { SeriesColumns } from '../../../src/core/value-columns.ts';
import { MemoryHistoryStore } from '../../support/memory-history/memory-history-store.ts';
import type { HistoryStore, SeriesRead } from '../../../src/history/history-store.ts';
import type { StreamClient, StreamMessage } from '../../support/stream-client.ts';
import { priceOf, series, SLOT_MS, StreamRig, T } from './stream-rig.ts';

const BTC = 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f';
const BTC_NUMBER = series.numberOf({ indexType: 'GWA', indexId: BTC }) ?? -1;
const iso = (n: number) => new Date(T + n * SLOT_MS).toISOString();

/** A store whose reads wait for the test. */
class SlowHistory extends MemoryHistoryStore {
  readonly #waiting: (() => void)[] = [];
  slow = false;

  override async readSeriesInto(read: SeriesRead, into: SeriesColumns) {
    if (this.slow) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return super.readSeriesInto(read, into);
  }

  get reads(): number {
    return this.#waiting.length;
  }

  release(): void {
    this.#waiting.shift()?.();
  }
}

let history: SlowHistory;
let rig: StreamRig;
let client: StreamClient;

beforeEach(async () => {
  history = new SlowHistory(2 * DAY_MS);
  rig = await StreamRig.start({ history });
  client = await rig.connect();
});
afterEach(() => rig.close());

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
const resume = (since: string, fields = {}) =>
  client.send({ event: 'SUBSCRIBE_INDEX_TICKER', indexId: BTC, since, ...fields });
const timesOf = (messages: readonly StreamMessage[]) =>
  messages.filter(({ event }) => event === 'INDEX_TICKER').map(({ timestamp }) => timestamp);

describe('since', () => {
  test('brings missed ticks first, in order, exclusive, in place of the current value; then live', async () => {
    for (let n = 1; n <= 5; n++) await rig.tick(T + n * SLOT_MS);
    resume(iso(2), { requestId: 9 });
    const [confirmed, ...missed] = await client.settled();
    expect(confirmed).toMatchObject({ event: 'SUBSCRIBED_INDEX_TICKER', indexId: BTC, requestId: 9 });
    expect(timesOf(missed)).toEqual([iso(3), iso(4), iso(5)]);
    expect(missed.map(({ price }) => price)).toEqual(
      [3, 4, 5].map((n) => String(priceOf(BTC_NUMBER, T + n * SLOT_MS))),
    );
    await rig.tick(T + 6 * SLOT_MS);
    expect(timesOf(await client.settled())).toEqual([iso(6)]);
  });

  test('replayed messages are those that were sent live', async () => {
    const other = await rig.connect();
    for (const indexId of [BTC, '191724d4-7915-491b-8b73-bc293e03a93e'])
      other.send({ event: 'SUBSCRIBE_INDEX_TICKER', indexId });
    await other.settled();
    await rig.tick(T + SLOT_MS);
    const live = await other.settled();
    for (const message of live) {
      client.send({ event: 'SUBSCRIBE_INDEX_TICKER', indexId: message['indexId'], since: iso(0) });
      expect((await client.settled())[1]).toEqual(message);
    }
  });

  test('ticks that are published while history is read come once, after what was read', async () => {
    for (let n = 1; n <= 3; n++) await rig.tick(T + n * SLOT_MS);
    history.slow = true;
    resume(iso(0));
    while (history.reads === 0) await turn();
    await rig.tick(T + 4 * SLOT_MS);
    history.release();
    while (history.reads === 0) await turn();
    await rig.tick(T + 5 * SLOT_MS);
    history.release();
    while (history.reads === 0) await turn();
    history.release();
    expect(timesOf(await client.settled())).toEqual([1, 2, 3, 4, 5].map(iso));
    await rig.tick(T + 6 * SLOT_MS);
    expect(timesOf(await client.settled())).toEqual([iso(6)]);
  });

  test('what the client sends meanwhile is carried out afterwards, in order', async () => {
    await rig.tick(T + SLOT_MS);
    history.slow = true;
    resume(iso(0));
    client.send({ event: 'UNSUBSCRIBE_INDEX_TICKER', indexId: BTC });
    client.send({ event: 'PING', requestId: 'after' });
    while (history.reads === 0) await turn();
    history.release();
    const events: string[] = [];
    while (events.at(-1) !== 'PONG') events.push((await client.next()).event);
    expect(events).toEqual(['SUBSCRIBED_INDEX_TICKER', 'INDEX_TICKER', 'UNSUBSCRIBED_INDEX_TICKER', 'PONG']);
    await rig.tick(T + 2 * SLOT_MS);
    expect(await client.settled()).toEqual([]);
  });

  test('a connection that ends meanwhile harms no other', async () => {
    await rig.tick(T + SLOT_MS);
    history.slow = true;
    resume(iso(0));
    while (history.reads === 0) await turn();
    client.close();
    await client.ended;
    history.release();
    await turn();
    const other = await rig.connect();
    expect(await other.settled()).toEqual([]);
    await rig.tick(T + 2 * SLOT_MS);
    while (rig.stream.connections > 1) await turn();
    expect(rig.stream.subscriptions).toBe(0);
  });

  test('beside a type that is subscribed, brings only what that did not', async () => {
    for (let n = 1; n <= 4; n++) await rig.tick(T + n * SLOT_MS);
    client.send({ event: 'SUBSCRIBE_INDEX_TICKER', indexType: 'GWA' });
    await client.settled();
    await rig.tick(T + 5 * SLOT_MS);
    await client.settled();
    resume(iso(1));
    expect(timesOf(await client.settled())).toEqual([iso(2), iso(3)]);
    await rig.tick(T + 6 * SLOT_MS);
    const live = await client.settled();
    expect(live.filter((message) => message['indexId'] === BTC)).toHaveLength(1);
  });

  test('of now, or of the future, brings nothing but what follows', async () => {
    resume(iso(0));
    expect(timesOf(await client.settled())).toEqual([]);
    client.send({
      event: 'SUBSCRIBE_INDEX_TICKER',
      indexId: BTC,
      indexType: 'GWA',
      since: '2999-01-01T00:00:00Z',
    });
    expect(timesOf(await client.settled())).toEqual([]);
    await rig.tick(T + SLOT_MS);
    expect(timesOf(await client.settled())).toEqual([iso(1)]);
  });

  test('of a tick that this node does not have yet: those up to it never come, whatever else is subscribed', async () => {
    // The client got slot 3 from a node that was ahead, or before the store lost it and got it back.
    rig.marketClock.advanceTo(T + 4 * SLOT_MS);
    resume(iso(3));
    client.send({ event: 'SUBSCRIBE_INDEX_TICKER', indexType: 'LX' });
    const other = await rig.connect();
    other.send({ event: 'SUBSCRIBE_INDEX_TICKER', indexId: BTC, since: iso(1) });
    await client.settled();
    await other.settled();
    for (let n = 1; n <= 5; n++) await rig.tick(T + n * SLOT_MS);
    const live = await client.settled();
    expect(timesOf(live.filter(({ indexId }) => indexId === BTC))).toEqual([iso(4), iso(5)]);
    expect(timesOf(live.filter(({ name }) => name === 'BLX'))).toEqual([1, 2, 3, 4, 5].map(iso));
    expect(timesOf(await other.settled())).toEqual([2, 3, 4, 5].map(iso));
  });

  test('of an earlier tick, beside one of a later tick, brings what the later one left out', async () => {
    rig.marketClock.advanceTo(T + 4 * SLOT_MS);
    await rig.tick(T + SLOT_MS);
    resume(iso(3));
    resume(iso(0), { indexType: 'GWA' });
    expect(timesOf(await client.settled())).toEqual([iso(1)]);
    for (let n = 2; n <= 4; n++) await rig.tick(T + n * SLOT_MS);
    expect(timesOf(await client.settled())).toEqual([2, 3, 4].map(iso));
  });

  test('on a subscription that exists is only confirmed', async () => {
    await rig.tick(T + SLOT_MS);
    client.send({ event: 'SUBSCRIBE_INDEX_TICKER', indexId: BTC });
    await client.settled();
    resume(iso(-10));
    expect(await client.settled()).toMatchObject([{ event: 'SUBSCRIBED_INDEX_TICKER' }]);
  });

  test('a gap in history is a gap here, and no more than that', async () => {
    await rig.tick(T + SLOT_MS);
    await rig.tick(T + 2 * SLOT_MS, { without: [BTC_NUMBER] });
    await rig.tick(T + 3 * SLOT_MS);
    resume(iso(0));
    expect(timesOf(await client.settled())).toEqual([iso(1), iso(3)]);
  });

  test.each([
    ['more than 24 hours back', { indexId: BTC, since: new Date(T - DAY_MS - 1).toISOString() }],
    ['without indexId', { indexType: 'GWA', since: iso(0) }],
    ['that is no datetime', { indexId: BTC, since: '2026-03-01' }],
    ['with an offset', { indexId: BTC, since: '2026-03-01T12:00:00+02:00' }],
    ['that is a number', { indexId: BTC, since: T }],
  ])('%s is 400', async (_what, fields) => {
    client.send({ event: 'SUBSCRIBE_INDEX_TICKER', ...fields });
    expect(await client.settled()).toMatchObject([{ event: 'ERROR', code: '400' }]);
  });

  test('exactly 24 hours back is allowed', async () => {
    resume(new Date(T - DAY_MS).toISOString());
    expect(await client.settled()).toMatchObject([
      { event: 'SUBSCRIBED_INDEX_TICKER' },
      { timestamp: iso(0) },
    ]);
  });
});

test('a client resumes across a restart of the server without gap or duplicate', async () => {
  const shared: HistoryStore = new MemoryHistoryStore(2 * DAY_MS);
  const keeping: HistoryStore = Object.assign(Object.create(shared) as HistoryStore, {
    append: shared.append.bind(shared),
    readSeriesInto: shared.readSeriesInto.bind(shared),
    close: () => Promise.resolve(),
  });
  const seen: unknown[] = [];
  const first = await StreamRig.start({ history: keeping });
  let connection = await first.connect();
  connection.send({ event: 'SUBSCRIBE_INDEX_TICKER', indexId: BTC });
  for (const n of [1, 2]) await first.tick(T + n * SLOT_MS);
  seen.push(...timesOf(await connection.settled()));
  await first.tick(T + 3 * SLOT_MS);
  await first.close();

  const second = await StreamRig.start({ history: keeping, at: T + 4 * SLOT_MS });
  connection = await second.connect();
  connection.send({ event: 'SUBSCRIBE_INDEX_TICKER', indexId: BTC, since: seen.at(-1) });
  await second.tick(T + 5 * SLOT_MS);
  seen.push(...timesOf(await connection.settled()));
  expect(seen).toEqual([...new Set(seen)]);
  expect(seen.slice(-3)).toEqual([3, 4, 5].map(iso));
  await second.close();
});
