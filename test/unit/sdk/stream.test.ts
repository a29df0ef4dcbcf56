import { describe, expect, test, vi } from 'vitest';
import { NotFoundError, RateLimitedError, StrictError } from '../../../sdk/src/errors.ts';
import type { IndexTicker } from '../../../sdk/src/contract.ts';
import type { TidemarkStream } from '../../../sdk/src/stream/tidemark-stream.ts';
import { json, rejection, settled, T0 } from './fake-service.ts';
import { BTC, ETH, FakeStream, Reader, slotTime, tickOf } from './fake-stream.ts';

const slots = (ticks: readonly IndexTicker[], indexId = BTC) =>
  ticks
    .filter((tick) => tick.indexId === indexId)
    .map(({ timestamp }) => (Date.parse(timestamp) - T0) / 30_000);

const upTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, i) => first + i);

async function started(): Promise<FakeStream> {
  const fake = new FakeStream();
  await fake.publish();
  return fake;
}

describe('one connection', () => {
  test('serves all subscriptions, with a token of the websocket', async () => {
    const fake = await started();
    const stream = fake.client().stream();
    const [first, second] = [new Reader(stream.ticks([BTC])), new Reader(stream.ticks(ETH))];
    await settled();
    await fake.publish();
    expect(fake.connections).toHaveLength(1);
    expect(fake.connection.url).toBe('wss://prices.example.com');
    expect(fake.service.to('/oauth/token').at(-1)!.body['audience']).toBe('wss://prices.example.com');
    expect(fake.connection.sent.map(({ event, indexId }) => [event, indexId])).toEqual([
      ['SUBSCRIBE_INDEX_TICKER', BTC],
      ['SUBSCRIBE_INDEX_TICKER', ETH],
    ]);
    expect([slots(first.read), slots(second.read, ETH)]).toEqual([
      [1, 2],
      [1, 2],
    ]);
    expect(first.read[0]).toEqual(tickOf(BTC, 1));
  });

  test('an index is subscribed to once for several readers; a later one gets the current value', async () => {
    const fake = await started();
    const stream = fake.client().stream();
    const first = new Reader(stream.ticks([BTC]));
    await settled();
    const second = new Reader(stream.ticks([BTC, BTC]));
    await settled();
    await fake.publish();
    expect(fake.connection.sent).toHaveLength(1);
    expect([slots(first.read), slots(second.read)]).toEqual([
      [1, 2],
      [1, 2],
    ]);
  });

  test('a later reader with a start gets earlier ticks from history', async () => {
    const fake = await started();
    const stream = fake.client().stream();
    const first = new Reader(stream.ticks([BTC]));
    await settled();
    await fake.publish(5);
    const second = new Reader(stream.ticks([BTC], { since: slotTime(2) }));
    await settled();
    await fake.publish();
    expect([slots(first.read), slots(second.read)]).toEqual([upTo(7), upTo(7, 3)]);
    expect(fake.connection.sent).toHaveLength(1);
  });

  test('ends subscriptions without readers, and itself with the last reader', async () => {
    const fake = await started();
    const stream = fake.client().stream();
    const [one, other] = [new AbortController(), new AbortController()];
    const first = new Reader(stream.ticks([BTC], { signal: one.signal }));
    const second = new Reader(stream.ticks([ETH], { signal: other.signal }));
    await settled();
    one.abort(new Error('enough'));
    await settled();
    expect(first.error).toEqual(new Error('enough'));
    expect(fake.connection.sent.at(-1)).toMatchObject({ event: 'UNSUBSCRIBE_INDEX_TICKER', indexId: BTC });
    expect([fake.connection.isOver, stream.state.connected]).toEqual([false, true]);
    other.abort();
    await settled();
    expect(second.error).toBeInstanceOf(DOMException);
    expect([fake.connection.isOver, stream.state.connected]).toEqual([true, false]);
    const third = new Reader(stream.ticks([BTC]));
    await settled();
    expect(slots(third.read)).toEqual([1]);
    expect([fake.connections.length, stream.state.reconnects]).toEqual([2, 0]);
  });

  test('closing ends all readers without an error', async () => {
    const fake = await started();
    const stream = fake.client().stream();
    const reader = new Reader(stream.ticks([BTC]));
    await settled();
    stream.close();
    await settled();
    expect([reader.isDone, reader.error, fake.connection.isOver]).toEqual([true, undefined, true]);
  });
});

test.each([
  ['ticks', (stream: TidemarkStream) => stream.ticks('BTC_USD')],
  ['trades', (stream: TidemarkStream) => stream.trades({ market: 'BTC_USD' })],
])('closing ends a reader of %s that still looks up a name, and opens nothing', async (_, open) => {
  const fake = await started();
  let answer: (response: Response) => void = () => undefined;
  fake.service.on('/market', () => new Promise<Response>((resolve) => (answer = resolve)));
  const stream = fake.client().stream();
  const reader = new Reader<unknown>(open(stream));
  await settled();
  stream.close();
  answer(json({ content: [{ id: 'market-1' }] }));
  await settled();
  expect([reader.isDone, reader.error, fake.connections]).toEqual([true, undefined, []]);
});

test('an index that is read again after a while starts with its current value', async () => {
  const fake = await started();
  const stream = fake.client().stream();
  void new Reader(stream.ticks([ETH]));
  const left = new AbortController();
  void new Reader(stream.ticks([BTC], { signal: left.signal }));
  await settled();
  left.abort();
  await settled();
  const soon = new AbortController();
  const second = new Reader(stream.ticks([BTC], { signal: soon.signal }));
  await settled();
  expect(slots(second.read)).toEqual([1]);
  soon.abort();
  await settled();
  await fake.publish(4);
  const third = new Reader(stream.ticks([BTC]));
  await settled();
  await fake.publish();
  expect(slots(third.read)).toEqual([5, 6]);
});

test('a later reader of exchange tickers gets the current ones', async () => {
  const fake = await started();
  const stream = fake.client().stream();
  const first = new Reader(stream.exchangeTickers({ market: 'BTC_USD' }));
  await settled();
  const ticker = { exchangeId: 'exchange-1', marketId: 'market-1', timestamp: slotTime(1) };
  fake.connection.push({ event: 'EXCHANGE_TICKER', ...ticker });
  const second = new Reader(stream.exchangeTickers({ market: 'BTC_USD' }));
  const narrower = new Reader(stream.exchangeTickers({ market: 'BTC_USD', exchange: 'Kraken' }));
  await settled();
  expect([first.read, second.read, narrower.read]).toEqual([[ticker], [ticker], [ticker]]);
});

test('closing also ends the connection of a reader that is not reading', async () => {
  const fake = await started();
  const stream = fake.client().stream();
  const ticks = stream.ticks([BTC]);
  await ticks.next();
  stream.close();
  expect(fake.connection.isOver).toBe(true);
  expect(await ticks.next()).toEqual({ done: true, value: undefined });
});

describe('after a reconnect', () => {
  test('the stream continues after the last tick, without a gap or a duplicate', async () => {
    const fake = await started();
    const stream = fake.client().stream();
    const reader = new Reader(stream.ticks([BTC, ETH]));
    await settled();
    await fake.publish(2);
    fake.connection.close(1006);
    await fake.publish(3);
    expect(fake.connections).toHaveLength(2);
    expect(fake.connection.sent.map(({ since }) => since)).toEqual([slotTime(3), slotTime(3)]);
    await fake.publish(2);
    expect([slots(reader.read), slots(reader.read, ETH)]).toEqual([upTo(8), upTo(8)]);
    expect(stream.state).toMatchObject({ reconnects: 1, connected: true, source: 'simulator', lagMs: 0 });
  });

  test('a tick is the same record from the stream and from history', async () => {
    const fake = await started();
    const reader = new Reader(fake.client().stream().ticks([BTC]));
    await settled();
    fake.connection.push({ event: 'INDEX_TICKER', name: 'BLX', ...tickOf(BTC, 2) });
    await settled();
    expect(reader.read.at(-1)).toEqual(tickOf(BTC, 2));
  });

  test('a repeated tick is dropped', async () => {
    const fake = await started();
    const reader = new Reader(fake.client().stream().ticks([BTC]));
    await settled();
    await fake.publish();
    for (const slot of [1, 2, 2]) fake.connection.tick(tickOf(BTC, slot));
    await settled();
    expect(slots(reader.read)).toEqual([1, 2]);
  });

  test('ticks too old for the stream come from history first', async () => {
    const fake = await started();
    fake.pageSize = 1000;
    const reader = new Reader(fake.client().stream().ticks([BTC]));
    await settled();
    fake.isManual = true;
    fake.connection.close(1006);
    await fake.publish(3);
    fake.slot += 2880;
    fake.service.clock.advance(86_400_000);
    await fake.publish(2);
    // Whatever was pending: the next connection is accepted.
    fake.isManual = false;
    fake.connection.connected();
    await settled();
    await fake.publish();
    const [refused, accepted] = fake.connection.sent;
    expect([refused!.since, accepted!.since]).toEqual([slotTime(1), undefined]);
    expect(slots(reader.read)).toEqual([1, 2, 3, 4, 2885, 2886, 2887]);
  });

  test('a whole type is filled in from history, and ticks that arrive meanwhile follow', async () => {
    const fake = await started();
    const reader = new Reader(fake.client().stream().ticks({ indexType: 'GWA' }));
    await settled();
    await fake.publish(2);
    fake.isManual = true;
    fake.connection.close(1006);
    await fake.publish(4);
    fake.connection.connected();
    await fake.publish(3);
    expect([slots(reader.read), slots(reader.read, ETH)]).toEqual([upTo(10), upTo(10)]);
    expect(fake.connection.sent).toMatchObject([{ indexType: 'GWA' }]);
  });

  test('a failed history request is repeated', async () => {
    const fake = await started();
    const reader = new Reader(
      fake
        .client({ retries: { times: 0 } })
        .stream()
        .ticks({ indexType: 'GWA' }),
    );
    await settled();
    fake.rangeFailures = 2;
    fake.isManual = true;
    fake.connection.close(1006);
    await fake.publish(4);
    fake.connection.connected();
    await settled();
    expect([slots(reader.read), fake.rangeFailures]).toEqual([[1], 1]);
    await fake.publish(3);
    expect([slots(reader.read), slots(reader.read, ETH)]).toEqual([upTo(8), upTo(8)]);
    expect(fake.rangeFailures).toBe(0);
  });
});

test('a whole type since an instant comes from history', async () => {
  const fake = await started();
  await fake.publish(4);
  const reader = new Reader(
    fake
      .client()
      .stream()
      .ticks({ indexType: 'GWA' }, { since: slotTime(2) }),
  );
  await settled();
  await fake.publish();
  expect([slots(reader.read), slots(reader.read, ETH)]).toEqual([upTo(6, 3), upTo(6, 3)]);
});

describe('a reader that is too slow', () => {
  test('still gets every tick, and others do not wait for it', async () => {
    const fake = await started();
    const stream = fake.client().stream({ queueSize: 4 });
    const slow = stream.ticks([BTC]);
    const read = [(await slow.next()).value as IndexTicker];
    const fast = new Reader(stream.ticks([BTC]));
    await settled();
    await fake.publish(20);
    expect(slots(fast.read)).toEqual(upTo(21));
    const from = fake.service.to('/index-ticker').length;
    while (read.length < 21) read.push((await slow.next()).value as IndexTicker);
    await fake.publish(2);
    while (read.length < 23) read.push((await slow.next()).value as IndexTicker);
    expect(slots(read)).toEqual(upTo(23));
    expect(fake.service.to('/index-ticker').length).toBeGreaterThan(from);
    expect(fake.connections).toHaveLength(1);
    await slow.return();
  });

  test('of exchange tickers loses the oldest, which is counted', async () => {
    const fake = await started();
    const stream = fake.client().stream({ queueSize: 2 });
    const tickers = stream.exchangeTickers({ market: 'BTC_USD', exchange: 'Kraken' });
    const first = tickers.next();
    await settled();
    const ticker = (slot: number) => ({
      event: 'EXCHANGE_TICKER',
      exchangeId: 'exchange-1',
      marketId: 'market-1',
      timestamp: slotTime(slot),
    });
    expect(fake.connection.sent).toMatchObject([{ exchangeId: 'exchange-1', marketId: 'market-1' }]);
    fake.connection.push(ticker(1));
    const { event: _, ...expected } = ticker(1);
    expect((await first).value).toEqual(expected);
    for (const slot of [1, 2, 3, 4]) fake.connection.push(ticker(slot));
    const [second, third] = [await tickers.next(), await tickers.next()];
    expect([second.value, third.value]).toMatchObject([
      { timestamp: slotTime(3) },
      { timestamp: slotTime(4) },
    ]);
    expect(stream.state.dropped).toBe(1);
    await tickers.return();
  });
});

describe('a refusal of the service', () => {
  const refusing = (fake: FakeStream, code: string, isMeant: (count: number) => boolean) => {
    let count = 0;
    fake.answer = (connection, { event, indexId, requestId }) => {
      if (!event.startsWith('SUBSCRIBE') || indexId !== BTC || !isMeant(++count)) return false;
      connection.push({ event: 'ERROR', code, message: 'no', requestId });
      return true;
    };
  };

  test('ends only the reader that caused it', async () => {
    const fake = await started();
    refusing(fake, '404', () => true);
    const stream = fake.client().stream();
    const [first, second] = [new Reader(stream.ticks([BTC])), new Reader(stream.ticks([ETH]))];
    await settled();
    await fake.publish();
    expect(first.error).toBeInstanceOf(NotFoundError);
    expect(slots(second.read, ETH)).toEqual([1, 2]);
  });

  test('does not affect a reader that joined after the cause had left', async () => {
    const fake = await started();
    const held: number[] = [];
    fake.answer = (_, { event, indexId, requestId }) => {
      const isMeant = event.startsWith('SUBSCRIBE') && indexId === BTC;
      if (isMeant) held.push(requestId);
      return isMeant;
    };
    const stream = fake.client().stream();
    void new Reader(stream.ticks([ETH]));
    const leaving = new AbortController();
    void new Reader(stream.ticks([BTC], { signal: leaving.signal }));
    await settled();
    leaving.abort();
    await settled();
    fake.answer = undefined;
    const reader = new Reader(stream.ticks([BTC]));
    await settled();
    fake.connection.push({ event: 'ERROR', code: '404', message: 'no', requestId: held[0] });
    await settled();
    await fake.publish();
    expect([reader.error, slots(reader.read)]).toEqual([undefined, [1, 2]]);
  });

  test('because of the rate is retried, more slowly', async () => {
    const fake = await started();
    refusing(fake, '429', (count) => count < 3);
    const reader = new Reader(fake.client().stream().ticks([BTC]));
    for (const length of [1, 2, 3]) {
      await settled();
      expect(fake.connection.sent).toHaveLength(length);
      fake.service.clock.advance(1000);
    }
    await settled();
    expect(slots(reader.read)).toEqual([1]);
  });

  test('because of the rate is finally an error', async () => {
    const fake = await started();
    refusing(fake, '429', () => true);
    const reader = new Reader(fake.client().stream().ticks([BTC]));
    for (let i = 0; i < 10; i++) {
      await settled();
      fake.service.clock.advance(1000);
    }
    await settled();
    expect(reader.error).toBeInstanceOf(RateLimitedError);
  });
});

test('1,500 subscriptions go out in a burst, then 100 a second', async () => {
  const fake = await started();
  const ids = Array.from(
    { length: 1700 },
    (_, i) => `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`,
  );
  const reader = new Reader(fake.client().stream().ticks(ids));
  await settled();
  expect(fake.connection.sent).toHaveLength(1500);
  for (let tenth = 0; tenth < 10; tenth++) {
    fake.service.clock.advance(100);
    await settled();
  }
  expect(fake.connection.sent.length).toBeGreaterThan(1500);
  expect(fake.connection.sent.length).toBeLessThanOrEqual(1600);
  expect(reader.error).toBeUndefined();
});

describe('in strict mode', () => {
  test('a carried tick ends the stream with an error', async () => {
    const fake = await started();
    const reader = new Reader(fake.client({ strict: true }).stream().ticks([BTC]));
    await settled();
    fake.connection.tick(tickOf(BTC, 2, { flags: ['CARRIED'] }));
    await settled();
    expect(slots(reader.read)).toEqual([1]);
    expect(reader.error).toBeInstanceOf(StrictError);
    expect(fake.connection.isOver).toBe(true);
  });

  test('so does a missing one', async () => {
    const fake = await started();
    const reader = new Reader(fake.client({ strict: true }).stream().ticks([BTC]));
    await settled();
    fake.connection.tick(tickOf(BTC, 3));
    await settled();
    expect(reader.error).toMatchObject({ record: tickOf(BTC, 3) });
  });
});

describe('events', () => {
  test('deliver each tick to a listener until it is ended', async () => {
    const fake = await started();
    const stream = fake.client().stream();
    const read: IndexTicker[] = [];
    const end = stream.on('tick', [BTC], (tick) => read.push(tick));
    await settled();
    await fake.publish();
    end();
    await settled();
    await fake.publish();
    expect(slots(read)).toEqual([1, 2]);
    expect(fake.connection.isOver).toBe(true);
  });

  test('deliver trades', async () => {
    const fake = await started();
    const trades: unknown[] = [];
    fake
      .client()
      .stream()
      .on('trade', { market: 'BTC_USD' }, (trade) => trades.push(trade));
    await settled();
    expect(fake.connection.sent).toMatchObject([{ event: 'SUBSCRIBE_TRADE', marketId: 'market-1' }]);
    const trade = { id: '1', exchangeId: 'e', marketId: 'market-1', price: '1' };
    fake.connection.push({ event: 'TRADE', ...trade });
    fake.connection.push({ event: 'TRADE', ...trade, marketId: 'another' });
    await settled();
    expect(trades).toMatchObject([trade]);
  });

  test('report connects and disconnects', async () => {
    const fake = await started();
    const stream = fake.client().stream();
    const states: [boolean, number | undefined][] = [];
    stream.on('state', ({ connected, lastClose }) => states.push([connected, lastClose?.code]));
    stream.on('tick', BTC, () => undefined);
    await settled();
    fake.connection.close(1012, 'service restart');
    await settled();
    fake.service.clock.advance(2000);
    await settled();
    expect(states).toEqual([
      [true, undefined],
      [false, 1012],
      [true, 1012],
    ]);
  });

  test('a listener that throws does not break the stream', async () => {
    const fake = await started();
    const stream = fake.client().stream();
    const thrown: unknown[] = [];
    const later = vi.spyOn(globalThis, 'queueMicrotask').mockImplementation((run) => {
      try {
        run();
      } catch (error) {
        thrown.push(error);
      }
    });
    const mine = new Error('mine');
    stream.on('state', () => {
      throw mine;
    });
    const states: boolean[] = [];
    stream.on('state', ({ connected }) => states.push(connected));
    fake.isManual = true;
    const reader = new Reader(stream.ticks([BTC]));
    await settled();
    fake.connection.connected();
    await settled();
    fake.connection.close(1006);
    await settled();
    fake.service.clock.advance(2000);
    await settled();
    fake.connection.connected();
    await fake.publish();
    later.mockRestore();
    expect([slots(reader.read), reader.error]).toEqual([[1, 2], undefined]);
    expect([states, thrown]).toEqual([
      [true, false, true],
      [mine, mine, mine],
    ]);
  });

  test('report the end of a subscription', async () => {
    const fake = await started();
    fake.answer = (connection, { requestId }) => {
      connection.push({ event: 'ERROR', code: '403', message: 'no', requestId });
      return true;
    };
    const stream = fake.client().stream();
    const errors: unknown[] = [];
    stream.on('error', (error) => errors.push(error));
    stream.on('tick', BTC, () => undefined);
    await settled();
    expect(errors).toMatchObject([{ httpStatus: 403 }]);
  });
});

test('an invalid instant is refused at once', async () => {
  const fake = await started();
  const ticks = fake.client().stream().ticks(BTC, { since: 'yesterday' });
  expect(await rejection(ticks.next())).toMatchObject({
    message: expect.stringMatching(/^not an ISO 8601 instant: yesterday /) as string,
  });
  expect(fake.connections).toEqual([]);
});
