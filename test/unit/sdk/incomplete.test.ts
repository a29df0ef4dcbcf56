import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { incompleteIn, joined, type Incomplete } from '../../../sdk/src/incomplete.ts';
import { all, FakeService, json, rejection, settled, T0 } from './fake-service.ts';

const INDEX = '6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe';
const day = (number: number) => `2026-11-${number}T00:00:00.000Z`;
const item = (reason: string, from: number, to: number): Incomplete => ({
  reason,
  from: day(from),
  to: day(to),
});
const text = (...items: readonly Incomplete[]) =>
  items.map(({ reason, from, to }) => `${reason};from="${from}";to="${to}"`).join(', ');

describe('the header', () => {
  const down = item('DOWN', 16, 17);

  test('is a list of reasons with ranges', () => {
    const items = [item('BACKFILL', 14, 15), down];
    expect(incompleteIn(text(...items))).toEqual(items);
    expect(incompleteIn(` ${text(...items).replace(', ', '\t , ')} `)).toEqual(items);
  });

  test.each([
    `DOWN;from="${day(16)}";to="${day(17)}";n=5;why="a;to=\\"x\\", y";a;b=?1;c=:YQ==:`,
    `DOWN; to="${day(17)}"; from="${day(16)}"`,
    `DOWN;from="${day(10)}";to="${day(17)}";from="${day(16)}"`,
  ])('may have other parameters, in any order: %s', (header) => {
    expect(incompleteIn(header)).toEqual([down]);
  });

  test('may have a reason of a later version', () => {
    expect(incompleteIn(text(item('MOON', 16, 17)))).toEqual([item('MOON', 16, 17)]);
  });

  test.each([
    '',
    ',',
    'DOWN',
    `DOWN;from="${day(16)}"`,
    `DOWN;from=5;to="${day(17)}"`,
    `DOWN;from="${day(17)}";to="${day(16)}"`,
    `DOWN;from="yesterday";to="${day(17)}"`,
    `${text(down)},`,
    `${text(down)} ${text(down)}`,
    `"DOWN";from="${day(16)}";to="${day(17)}"`,
    `(DOWN);from="${day(16)}";to="${day(17)}"`,
    text(down).slice(0, -1),
  ])('is not readable: %s', (header) => {
    expect(incompleteIn(header)).toBeUndefined();
  });

  test('never throws', () => {
    fc.assert(fc.property(fc.string(), (header) => void incompleteIn(header)));
    fc.assert(fc.property(fc.string(), (more) => void incompleteIn(text(down) + more)));
  });
});

test('items of several responses are joined if they are adjacent and have the same reason', () => {
  const items = [
    item('DOWN', 16, 17),
    item('BACKFILL', 12, 14),
    item('DOWN', 15, 16),
    item('BACKFILL', 13, 15),
    item('DOWN', 18, 19),
    item('BACKFILL', 12, 13),
  ];
  expect(joined(items)).toEqual([item('BACKFILL', 12, 15), item('DOWN', 15, 17), item('DOWN', 18, 19)]);
});

const tick = (slot: number) => ({
  id: `id-${slot}`,
  indexId: INDEX,
  indexType: 'MWA',
  price: '1',
  timestamp: new Date(T0 + slot * 30_000).toISOString(),
});

/** Pages of one tick each, with their headers. */
function service(...headers: readonly (string | undefined)[]): FakeService {
  return new FakeService().on('/index-ticker', ({ query }) => {
    const page = Number(query['startAfter'] ?? 0);
    const more = page + 1 < headers.length ? { nextId: String(page + 1) } : {};
    const header = headers[page];
    return json(
      { content: [tick(page)], ...more },
      200,
      header === undefined ? {} : { 'tidemark-incomplete': header },
    );
  });
}

const range = { from: day(10), to: day(20) };

describe('a range', () => {
  const pages = [text(item('DOWN', 11, 12)), undefined, text(item('DOWN', 12, 13), item('BACKFILL', 18, 19))];

  test('that is complete has nothing missing', async () => {
    const ticks = service(undefined).client().ticks(INDEX, range);
    expect(await all(ticks)).toHaveLength(1);
    expect(ticks.incomplete).toEqual([]);
  });

  test('has the missing parts of its pages, joined', async () => {
    const ticks = service(...pages)
      .client()
      .ticks(INDEX, range);
    expect(ticks.incomplete).toEqual([]);
    expect(await all(ticks)).toHaveLength(3);
    expect(ticks.incomplete).toEqual([item('DOWN', 11, 13), item('BACKFILL', 18, 19)]);
  });

  test('has the missing parts of pages that were read, not of prefetched ones', async () => {
    const lacking: unknown[] = [];
    const fake = service(undefined, pages[2]);
    const ticks = fake.client().ticks(INDEX, { ...range, onIncomplete: (found) => lacking.push(found) });
    await ticks.next();
    await settled();
    expect(fake.to('/index-ticker')).toHaveLength(2);
    expect([ticks.incomplete, lacking]).toEqual([[], []]);
    await ticks.next();
    expect([ticks.incomplete.length, lacking.length]).toEqual([2, 1]);
  });

  test('has an unknown missing part if the header cannot be read', async () => {
    const ticks = service('nonsense, ;').client().ticks(INDEX, range);
    expect(await all(ticks)).toHaveLength(1);
    expect(ticks.incomplete).toEqual([item('UNKNOWN', 10, 20)]);
    const open = service('nonsense')
      .client()
      .ticks(INDEX, { from: day(10) });
    await all(open);
    expect(open.incomplete).toEqual([{ reason: 'UNKNOWN', from: day(10), to: new Date(T0).toISOString() }]);
  });

  test('calls the callback of the call, otherwise that of the client', async () => {
    const calls: string[] = [];
    const client = service(pages[0]).client({ onIncomplete: () => calls.push('client') });
    await all(client.ticks(INDEX, range));
    await all(client.ticks(INDEX, { ...range, onIncomplete: () => calls.push('call') }));
    await client.read('listIndexTickers', { indexId: INDEX, ...range });
    expect(calls).toEqual(['client', 'call', 'client']);
  });

  test('fails with the error of the callback', async () => {
    const onIncomplete = () => {
      throw new Error('not complete');
    };
    const client = service(pages[0]).client();
    expect(await rejection(all(client.ticks(INDEX, { ...range, onIncomplete })))).toEqual(
      new Error('not complete'),
    );
  });
});

test('a file has its missing parts, and its body', async () => {
  const header = text(item('RETENTION', 10, 11));
  const fake = new FakeService().on(
    '/export/index-ticker',
    () => new Response('{}\n', { headers: { 'tidemark-incomplete': header } }),
  );
  const lacking: unknown[] = [];
  const client = fake.client({ onIncomplete: (found) => lacking.push(found) });
  const file = await client.exportTicks(INDEX, range);
  expect(file.incomplete).toEqual([item('RETENTION', 10, 11)]);
  expect(lacking).toEqual([file.incomplete]);
  expect(await file.text()).toBe('{}\n');
});

test('receipts of a range have their missing parts', async () => {
  const headers = { 'tidemark-incomplete': text(item('SOURCE', 10, 11)) };
  const fake = new FakeService().on('/receipts', () => new Response('{"id":"a"}\n', { headers }));
  const receipts = fake.client().receipts(INDEX, range);
  expect(await all(receipts)).toEqual([{ id: 'a' }]);
  expect(receipts.incomplete).toEqual([item('SOURCE', 10, 11)]);
});
