import { describe, expect, test } from 'vitest';
import { ConnectionError, StrictError, TidemarkError } from '../../../sdk/src/errors.ts';
import { toNumber } from '../../../sdk/src/decimal.ts';
import type { Tidemark } from '../../../sdk/src/tidemark.ts';
import { all, FakeService, json, rejection, settled, T0 } from './fake-service.ts';

const INDEX = '6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe';
const FOUND = { indexId: INDEX, indexType: 'MWA' };
const at = (slot: number) => new Date(T0 + slot * 30_000).toISOString();
const tick = (slot: number, more: object = {}) => ({
  id: `id-${slot}`,
  ...FOUND,
  price: '1',
  timestamp: at(slot),
  ...more,
});

/** Answers `path` in pages, and resolves the index. */
function paged(path: string, ...pages: object[][]): FakeService {
  const page = (startAfter: string | undefined) => {
    const i = startAfter === undefined ? 0 : Number(startAfter);
    return json({ content: pages[i], ...(i + 1 < pages.length ? { nextId: String(i + 1) } : {}) });
  };
  const service = new FakeService();
  if (path !== '/index-ticker') service.on('/index-ticker', () => json({ content: [tick(0)] }));
  return service.on(path, ({ query }) =>
    path === '/index-ticker' && query['from'] === undefined
      ? json({ content: [tick(0)] })
      : page(query['startAfter']),
  );
}

const range = { from: new Date(T0), to: T0 + 600_000 };

test('all pages of a range are read, oldest first', async () => {
  const service = paged('/index-ticker', [tick(0), tick(1)], [tick(2)], [tick(3)]);
  const ticks = await all(service.client().ticks(INDEX, range));
  expect(ticks.map(({ timestamp }) => timestamp)).toEqual([0, 1, 2, 3].map(at));
  const [first, second] = service.to('/index-ticker');
  const query = { indexId: INDEX, from: at(0), to: at(20), order: 'asc', size: '2000', quantities: 'string' };
  expect(first!.query).toEqual(query);
  expect(second!.query).toEqual({ ...query, startAfter: '1' });
});

test('a reader that stops early ends the request for the next page', async () => {
  const service = paged('/index-ticker', [tick(0)], [tick(1)], [tick(2)]);
  for await (const _ of service.client().ticks(INDEX, range)) break;
  await settled();
  expect(service.to('/index-ticker')).toHaveLength(2);
  expect(service.calls.at(-1)!.signal!.aborted).toBe(true);
});

test('a signal ends the reading', async () => {
  const service = paged('/index-ticker', [tick(0)], [tick(1)]);
  const ended = new AbortController();
  const ticks = service.client().ticks(INDEX, { ...range, signal: ended.signal });
  await ticks.next();
  ended.abort(new Error('enough'));
  expect(await rejection(all(ticks))).toEqual(new Error('enough'));
});

describe('in strict mode', () => {
  /** Ten minutes later, so that the whole range is in the past. */
  const strictly = (service: FakeService, laterMs = 600_000) => {
    service.clock.advance(laterMs);
    return service.client({ strict: true });
  };
  const upTo = (slot: number) => ({ from: T0, to: T0 + slot * 30_000 });
  const ofTicks = (...ticks: object[]) =>
    all(strictly(paged('/index-ticker', ticks)).ticks(INDEX, upTo(ticks.length)));
  const candle = (minute: number, more: object = {}) => ({
    ...FOUND,
    timestamp: new Date(T0 + minute * 60_000).toISOString(),
    ticks: '2',
    expected: '2',
    carried: '0',
    complete: true,
    ...more,
  });
  const ofCandles = (...candles: object[]) =>
    all(strictly(paged('/candles', candles)).candles(INDEX, { ...upTo(2 * candles.length), interval: '1m' }));
  const MIDNIGHT = T0 - 43_200_000;
  const day = (number: number, more: object = {}) => ({
    timestamp: new Date(MIDNIGHT + number * 86_400_000).toISOString(),
    ticks: '2880',
    carried: '0',
    ...more,
  });
  const ofDays = (...days: object[]) =>
    all(
      strictly(paged('/ohlcv', days), days.length * 86_400_000).days(INDEX, {
        from: MIDNIGHT,
        to: MIDNIGHT + days.length * 86_400_000,
      }),
    );

  test.each(['CARRIED', 'MODELLED', 'SEEDED'])('a value that is %s is refused', async (flag) => {
    const error = await rejection(ofTicks(tick(0), tick(1, { flags: ['THIN', flag] })));
    expect(error).toBeInstanceOf(StrictError);
    expect(error).toMatchObject({
      record: { timestamp: at(1) },
      message: `${INDEX} at ${at(1)}: the value is ${flag}`,
    });
  });

  test('the latest value is checked too', async () => {
    const service = new FakeService().on('/index-ticker', () =>
      json({ content: [tick(0, { flags: ['CARRIED'] })] }),
    );
    expect(await rejection(service.client({ strict: true }).price(INDEX))).toBeInstanceOf(StrictError);
    expect(await service.client().price(INDEX)).toBe('1');
  });

  test('the latest value must not be older than two ticks', async () => {
    const service = new FakeService().on('/index-ticker', () => json({ content: [tick(0)] }));
    const strict = service.client({ strict: true });
    service.clock.advance(60_000);
    expect(await strict.price(INDEX)).toBe('1');
    service.clock.advance(33_000);
    expect(await rejection(strict.price(INDEX))).toMatchObject({
      message: `${INDEX} at ${at(0)}: the latest value, 93 s old`,
      record: tick(0),
    });
    expect(await service.client().price(INDEX)).toBe('1');
  });

  test('flags about the quality of a value are accepted', async () => {
    expect(await ofTicks(tick(0, { flags: ['SINGLE_SOURCE', 'SUSPECT'] }))).toHaveLength(1);
  });

  test('a missing tick is noticed', async () => {
    const error = await rejection(ofTicks(tick(0), tick(3)));
    expect(error).toMatchObject({
      record: tick(3),
      message: `${INDEX}: 2 missing between ${at(0)} and ${at(3)}`,
    });
  });

  describe.each(['asc', 'desc'] as const)('of a range that is read %s', (order) => {
    const read = (first: number, last: number, laterMs?: number, to?: number) => {
      const ticks = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => tick(first + i));
      const service = paged('/index-ticker', order === 'asc' ? ticks : ticks.toReversed());
      return all(strictly(service, laterMs).ticks(INDEX, { from: T0 - 1, ...(to && { to }), order }));
    };

    test('ticks missing at its ends are noticed, and so is an empty range', async () => {
      expect(await read(0, 3, 600_000, T0 + 91_000)).toHaveLength(4);
      for (const [first, last] of [
        [1, 3],
        [0, 2],
        [0, -1],
      ] as const)
        expect(await rejection(read(first, last, 600_000, T0 + 91_000))).toBeInstanceOf(StrictError);
    });

    test('ticks that may still arrive are not missing', async () => {
      expect(await read(0, 1, 119_000)).toHaveLength(2);
      expect(await read(0, 3, 119_000)).toHaveLength(4);
      expect(await rejection(read(0, 0, 119_000))).toMatchObject({
        message:
          order === 'asc'
            ? `${INDEX}: 1 missing between ${at(0)} and ${at(2)}`
            : `${INDEX}: 1 missing between ${at(2)} and ${at(0)}`,
      });
      expect(await read(0, -1, 10_000)).toEqual([]);
    });
  });

  test('a candle with missing or carried ticks, or one that should be complete, is refused', async () => {
    expect(await ofCandles(candle(0), candle(1))).toHaveLength(2);
    expect(await rejection(ofCandles(candle(0, { ticks: '1' })))).toBeInstanceOf(StrictError);
    expect(await rejection(ofCandles(candle(0, { carried: '1' })))).toBeInstanceOf(StrictError);
    expect(await rejection(ofCandles(candle(0), candle(2)))).toBeInstanceOf(StrictError);
    expect(await rejection(ofCandles(candle(0, { complete: false })))).toMatchObject({
      message: `${INDEX} at ${at(0)}: the candle is not complete`,
    });
  });

  test('the current candle is omitted', async () => {
    const running = candle(1, { ticks: '1', expected: '1', complete: false });
    const service = paged('/candles', [candle(0), running]);
    const read = strictly(service, 90_000).candles(INDEX, { from: T0, interval: '1m' });
    expect(await all(read)).toEqual([candle(0)]);
  });

  test('a day is checked in the same way', async () => {
    expect(await ofDays(day(0), day(1))).toHaveLength(2);
    expect(await rejection(ofDays(day(0, { ticks: '2879' })))).toBeInstanceOf(StrictError);
    expect(await rejection(ofDays(day(0), day(2)))).toBeInstanceOf(StrictError);
    expect(await rejection(ofDays(day(1)))).toBeInstanceOf(StrictError);
    expect(await rejection(ofDays(day(0, { ticks: '0', flags: ['SEEDED'] })))).toBeInstanceOf(StrictError);
  });
});

describe('an answer of lines', () => {
  const receipts = (...chunks: string[]) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(Buffer.from(chunk, 'latin1'));
        controller.close();
      },
    });
    const service = new FakeService()
      .on('/index-ticker', () => json({ content: [tick(0)] }))
      .on('/receipts', () => new Response(body));
    return all(service.client().receipts(INDEX, range));
  };

  test('is read record by record, wherever it is split', async () => {
    const euro = Buffer.from('{"a":"€"}\n').toString('latin1');
    expect(await receipts('{"a":', '1}\n{"a"', ':2}\n', euro.slice(0, 7), euro.slice(7))).toEqual([
      { a: 1 },
      { a: 2 },
      { a: '€' },
    ]);
  });

  test('that ends within a record is an error', async () => {
    const error = await rejection(receipts('{"a":1}\n{"a":2'));
    expect(error).toBeInstanceOf(ConnectionError);
  });
});

test('exports are returned as they are generated, in the requested format', async () => {
  const service = new FakeService()
    .on('/index-ticker', () => json({ content: [tick(0)] }))
    .on('/export/candles', () => new Response('timestamp,close\n'));
  const response = await service.client().exportCandles([INDEX], { ...range, interval: '1h', format: 'csv' });
  expect(await response.text()).toBe('timestamp,close\n');
  const { query } = service.to('/export/candles')[0]!;
  expect(query).toMatchObject({ indexId: INDEX, interval: '1h', format: 'csv', from: at(0) });
});

test('the total of market caps is one record', async () => {
  const total = { marketCap: '2', volumeUsd: '1', assets: 934, excluded: 7, timestamp: at(0) };
  const service = new FakeService().on('/market-cap/total', () => json(total));
  expect(await service.client().marketCapTotal()).toEqual(total);
});

test('decimals become numbers only on request', () => {
  expect(toNumber('88047.657')).toBe(88047.657);
  for (const wrong of ['', ' ', 'x', '1e999']) expect(() => toNumber(wrong)).toThrow(TidemarkError);
});

describe('an invalid range is refused without a request', () => {
  test.each<[unknown, string]>([
    [undefined, 'a range needs from'],
    [{}, 'a range needs from'],
    [{ from: undefined }, 'a range needs from'],
    [{ from: T0, last: '1h' }, 'a range needs from or last, and only one of them'],
    [{ last: '5x' }, 'last is a length of time such as 24h or 7d (got 5x)'],
    [{ last: '' }, 'last is a length of time'],
    [{ last: 0 }, 'last is a length of time'],
    [{ last: -5 }, 'last is a length of time'],
    [{ from: T0, start: T0 }, 'a range has no start'],
    [{ from: NaN }, 'not an ISO 8601 instant: NaN'],
  ])('%j', async (wrong, message) => {
    const service = paged('/index-ticker', []);
    const tidemark = service.client();
    for (const read of [
      () => all(tidemark.ticks(INDEX, wrong as never)),
      () => all(tidemark.days(INDEX, wrong as never)),
      () => all(tidemark.receipts(INDEX, wrong as never)),
    ]) {
      const error = await rejection(read());
      expect(error).toBeInstanceOf(TidemarkError);
      expect((error as Error).message).toContain(message);
    }
    expect(service.calls).toEqual([]);
  });
});

test('last is an exact number of records, with the newest tick, the current candle or the last complete day', async () => {
  const now = T0 + 34 * 60_000 + 10_000;
  const last = async (path: string, read: (tidemark: Tidemark) => unknown) => {
    const service = paged(path, []);
    service.clock.advance(now - T0);
    await read(service.client());
    return service.to(path)[0]!.query['from'];
  };
  const of = (minute: number) => new Date(T0 + minute * 60_000).toISOString();
  expect(await last('/index-ticker', (it) => all(it.ticks(INDEX, { last: '2m' })))).toBe(of(32.5));
  expect(await last('/candles', (it) => all(it.candles(INDEX, { last: '5m', interval: '1m' })))).toBe(of(30));
  expect(await last('/candles', (it) => all(it.candles(INDEX, { last: '1s', interval: '1h' })))).toBe(of(0));
  expect(await last('/ohlcv', (it) => all(it.days(INDEX, { last: '7d' })))).toBe('2026-02-22T00:00:00.000Z');
  expect(await last('/ohlcv', (it) => all(it.days(INDEX, { last: '1h' })))).toBe('2026-02-28T00:00:00.000Z');
  const coverage = `/series/${INDEX}/coverage`;
  expect(await last(coverage, (it) => it.coverage(INDEX, { last: '10s' }))).toBe(of(34));
});

test.each([
  [{ last: '90m', to: T0 }, T0 - 5_400_000, T0],
  [{ last: 60_000, to: T0 }, T0 - 60_000, T0],
  [{ last: '2w', to: T0 - 1000 }, T0 - 1000 - 14 * 86_400_000, T0 - 1000],
])('%j starts the right time before its end', async (wanted, from, to) => {
  const service = paged('/ohlcv', []).on('/series/' + INDEX + '/coverage', () => json({}));
  service
    .on('/export/index-ticker', () => new Response(''))
    .on('/integrity/heads', () => json({ content: [] }));
  service.on('/receipts', () => new Response(''));
  const client = service.client();
  await all(client.days(INDEX, wanted));
  await all(client.receipts(INDEX, wanted));
  await client.coverage(INDEX, wanted);
  await all(client.heads(wanted));
  await client.exportTicks(INDEX, wanted);
  const asked = service.calls.filter(({ path }) => path !== '/oauth/token');
  expect(asked).toHaveLength(5);
  for (const { query } of asked) {
    expect(query['from']).toBe(new Date(from).toISOString());
    expect(query['to']).toBe(new Date(to).toISOString());
  }
});

describe('the value at a past time', () => {
  const earlier = new Date(T0 - 60_000).toISOString();
  const serviceOf = (...content: object[]) => new FakeService().on('/index-ticker', () => json({ content }));

  test('is the one at or before it', async () => {
    const service = serviceOf(tick(-3, { price: '7' }));
    expect(await service.client().price(INDEX, { at: new Date(T0 - 60_000) })).toBe('7');
    expect(await service.client().index(INDEX, { at: '2026-03-01T13:00+01:00' })).toMatchObject({
      timestamp: at(-3),
    });
    expect(service.to('/index-ticker').map(({ query }) => query)).toEqual([
      { indexId: INDEX, timestamp: earlier, size: '1', quantities: 'string' },
      { indexId: INDEX, timestamp: at(0), size: '1', quantities: 'string' },
    ]);
  });

  test('is an error if there is none', async () => {
    const error = await rejection(serviceOf().client().price(INDEX, { at: earlier }));
    expect(error).toEqual(
      new TidemarkError(`${INDEX} has no value at or before ${earlier} within the last 200 days`),
    );
  });

  test('is an error in the future, by the clock and by the newest tick of the service', async () => {
    const later = new Date(T0 + 60_000).toISOString();
    const headed = (slot: string) => serviceOf(tick(0)).on('/integrity/head', () => json({ slot }));
    expect(await rejection(headed(at(0)).client().price(INDEX, { at: later }))).toEqual(
      new TidemarkError(`${later} is in the future: the newest tick is ${at(0)}`),
    );
    // A simulated market may run faster than this machine's clock.
    expect(await headed(later).client().price(INDEX, { at: later })).toBe('1');
    const near = headed(at(0));
    expect(await near.client().price(INDEX, { at: T0 + 30_000 })).toBe('1');
    expect(near.to('/integrity/head')).toEqual([]);
  });

  test('in strict mode must be that of the time or of the previous tick', async () => {
    const strict = (slot: number, at: number) =>
      serviceOf(tick(slot)).client({ strict: true }).price(INDEX, { at });
    expect(await strict(-20, T0 - 590_000)).toBe('1');
    expect(await rejection(strict(-20, T0 - 500_000))).toBeInstanceOf(StrictError);
    expect(await strict(0, T0 + 20_000)).toBe('1');
  });
});

test('a date alone is its midnight in UTC', async () => {
  const service = paged('/ohlcv', []);
  await all(service.client().days(INDEX, { from: '2026-03-01', to: '2026-03-02' }));
  expect(service.to('/ohlcv')[0]!.query).toMatchObject({
    from: '2026-03-01T00:00:00.000Z',
    to: '2026-03-02T00:00:00.000Z',
  });
});

describe('a file', () => {
  const serviceOf = () => new FakeService().on('/export/index-ticker', () => new Response('{}\n'));
  const other = INDEX.replace('6', '7');

  test.each([
    [INDEX, INDEX],
    [[INDEX], INDEX],
    [[INDEX, { indexId: other }], `${INDEX},${other}`],
  ])('of %j is requested by ids, as NDJSON by default', async (indices, indexId) => {
    const service = serviceOf();
    await service.client().exportTicks(indices, { from: T0 });
    expect(service.to('/export/index-ticker')[0]!.query).toMatchObject({ indexId, format: 'ndjson' });
  });

  test('of nothing is refused clearly', async () => {
    const client = serviceOf().client();
    for (const wrong of [undefined, 7, [null], '']) {
      const failed = await rejection(client.exportTicks(wrong as never, { from: T0 }));
      expect(failed).toBeInstanceOf(TidemarkError);
      expect((failed as Error).message).toMatch(/^a name is a text such as "BTC_USD"/);
    }
  });
});
