import { expect, test, vi } from 'vitest';
import { json, refused, settled } from '../sdk/fake-service.ts';
import { BTC, ETH, tickOf } from '../sdk/fake-stream.ts';
import { liveWorld } from './page-world.ts';

const idOf = (i: number) => `00000000-0000-4000-8000-00000000000${i}`;
const MARKETS = [1, 2, 3, 4, 5, 6, 7, 8].map(idOf);
const LX = idOf(9);

function polledWorld() {
  const world = liveWorld({ isPolled: true });
  const { service } = world.fake;
  service.on('/index-ticker', ({ query: { indexType, indexId } }) =>
    json({
      content:
        indexType === 'MWA'
          ? MARKETS.map((id) => tickOf(id, 1, { indexType }))
          : indexType === 'GWA'
            ? [tickOf(BTC, 1), tickOf(ETH, 1)]
            : [tickOf(indexId!, 1, { indexType: 'LX' })],
    }),
  );
  const asked = () => service.to('/index-ticker').map(({ query }) => query['indexType'] ?? query['indexId']);
  return { ...world, service, asked };
}

test('many indices are requested by type, and those not in the types one by one', async () => {
  const { live, asked } = polledWorld();
  live.followAll();
  live.follow([...MARKETS, LX, BTC]);
  await vi.advanceTimersByTimeAsync(0);
  await settled();
  expect(asked()).toEqual(['GWA', 'MWA', LX]);
  expect(live.state.value).toEqual({ kind: 'polled' });
  expect([...MARKETS, LX, BTC].filter((id) => live.quote(id) === undefined)).toEqual([]);
});

test('rounds keep to the grid of ticks', async () => {
  const { live, asked, service } = polledWorld();
  service.clock.advance(12_000);
  live.followAll();
  await vi.advanceTimersByTimeAsync(0);
  await settled();
  // The next tick is 18 s away, and is served a little later.
  await vi.advanceTimersByTimeAsync(19_999);
  await settled();
  expect(asked()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  await settled();
  expect(asked()).toHaveLength(2);
});

test('a client that may not read values causes one request', async () => {
  const { live, asked, service } = polledWorld();
  service.on('/index-ticker', () => refused(403, 'FORBIDDEN'));
  live.followAll();
  await vi.advanceTimersByTimeAsync(600_000);
  await settled();
  expect(asked()).toHaveLength(1);
  expect(live.state.value).toEqual({ kind: 'forbidden' });
});

test('a failed round is retried, and the page shows since when there is no data', async () => {
  const { live, service } = polledWorld();
  service.on('/index-ticker', () => refused(500, 'INTERNAL_SERVER_ERROR'));
  live.followAll();
  await vi.advanceTimersByTimeAsync(0);
  await settled();
  expect(live.state.value).toEqual({ kind: 'lost', since: service.clock.now() });
  service.on('/index-ticker', () => json({ content: [tickOf(BTC, 1)] }));
  await vi.advanceTimersByTimeAsync(5000);
  await settled();
  expect(live.state.value).toEqual({ kind: 'polled' });
  expect(live.reconnects.value).toBe(1);
});

test('a request that would fail again is not repeated, and the page says so', async () => {
  const { live, asked, service } = polledWorld();
  service.on('/index-ticker', () => refused(400, 'BAD_REQUEST'));
  live.followAll();
  await vi.advanceTimersByTimeAsync(600_000);
  await settled();
  expect(asked()).toHaveLength(1);
  expect(live.state.value).toEqual({ kind: 'failed' });
});

test('an unknown index is requested once, and the others continue', async () => {
  const { live, asked, service } = polledWorld();
  service.on('/index-ticker', ({ query: { indexId } }) =>
    indexId === LX ? refused(404, 'NOT_FOUND') : json({ content: [tickOf(indexId!, 1)] }),
  );
  live.follow([LX, BTC]);
  await vi.advanceTimersByTimeAsync(0);
  await settled();
  expect(live.quote(BTC)).toBeDefined();
  expect(live.state.value).toEqual({ kind: 'polled' });
  await vi.advanceTimersByTimeAsync(30_000);
  await settled();
  expect(asked().filter((id) => id === LX)).toHaveLength(1);
  expect(asked().filter((id) => id === BTC).length).toBeGreaterThan(1);
});
