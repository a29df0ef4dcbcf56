import { expect, test } from 'vitest';
import { pastPrices } from '../../../web/src/data/past-prices.ts';
import { json } from '../sdk/fake-service.ts';
import { BTC, FakeStream, tickOf } from '../sdk/fake-stream.ts';

const DAY_MS = 86_400_000;
const NOW = Date.parse('2026-03-31T00:00:00.000Z');
const { signal } = new AbortController();

test('changes are from the values 24 hours, 7 days and 30 days ago, where the history has them', async () => {
  const fake = new FakeStream();
  fake.service.on('/index-ticker', ({ query: { to } }) => {
    const days = Math.round((NOW - Date.parse(to!)) / DAY_MS);
    return json({ content: days === 30 ? [] : [tickOf(BTC, 1, { price: String(days * 10) })] });
  });
  expect(await pastPrices(fake.client(), BTC, NOW, signal)).toEqual([10, 70, undefined]);
  const [first] = fake.service.to('/index-ticker');
  expect(first!.query).toMatchObject({
    indexId: BTC,
    from: '2026-03-29T23:30:00.000Z',
    to: '2026-03-30T00:00:00.001Z',
    order: 'desc',
    size: '1',
  });
});

test('a price that the service is still filling in is distinguished from a missing one', async () => {
  const fake = new FakeStream();
  fake.service.on('/index-ticker', ({ query: { from, to } }) => {
    const days = Math.round((NOW - Date.parse(to!)) / DAY_MS);
    const part = `${days === 7 ? 'BACKFILL' : 'BEFORE_FIRST'};from="${from}";to="${to}"`;
    return json({ content: [] }, 200, { 'tidemark-incomplete': part });
  });
  expect(await pastPrices(fake.client(), BTC, NOW, signal)).toEqual([undefined, 'coming', undefined]);
});
